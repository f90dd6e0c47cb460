import Conformance
import JSON

/// `conformance members`: what a port has to have, as stubs.
struct MembersCommand: Command {
  static let name = "members"
  static let summary = "Print the members of capabilities as stubs for a port."
  static let help = """
    Prints the members of some capabilities, and of those they rest on, as stubs in a port's
    language, each with its arguments and their types. For python and node that is a whole port,
    which runs on the adapter in tools/ports and answers 'unsupported' to every member:

      conformance members --for python --claims A > port.py
      conformance next --testee 'PYTHONPATH=tools/ports/python python3 port.py'

    usage: conformance members --for LANGUAGE --claims A,B [--suite NAME | --specs DIR]

      --for LANGUAGE    \(languages)
      --claims A,B      capabilities of vocabulary.yaml
      --suite NAME      the suite, or its folder (default: the one that has these capabilities)
      --specs DIR       the folder of a suite that lies elsewhere
    """

  private static let languages = MemberStubs.Language.allCases.map(\.rawValue)
    .joined(separator: ", ")

  var language: MemberStubs.Language
  var claims: [String]
  var specs: String?
  var suite: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    specs = try arguments.value(of: "--specs")
    suite = try arguments.value(of: "--suite")
    let name = try arguments.value(of: "--for")
    let claims = try arguments.value(of: "--claims")
    try arguments.end()
    guard let name else { throw UsageError("members needs --for, one of \(Self.languages)") }
    guard let language = MemberStubs.Language(name: name) else {
      throw UsageError("--for takes one of \(Self.languages), not '\(name)'")
    }
    self.language = language
    self.claims = (claims ?? "").split(separator: ",").map(String.init)
    guard !self.claims.isEmpty else {
      throw UsageError("members needs --claims, capabilities with commas between them")
    }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let (name, vocabulary) = try suiteMeant()
      let claims = try claims(vocabulary)
      let stubs = MemberStubs(vocabulary, suite: name, claims: claims, language)
      for line in stubs.lines { terminal.print(line) }
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  // Of several suites the one is meant that has the capabilities, or else the first.
  private func suiteMeant() throws(Project.Refusal) -> (name: String, Vocabulary) {
    var all: [(name: String, vocabulary: Vocabulary)] = []
    for folder in try Suites.folders(specs: specs, suite: suite) {
      let suite = Suite.load(folder: folder, paths: [])
      guard suite.errors.isEmpty else {
        throw Project.Refusal(lines: suite.errors.map(\.description))
      }
      all.append((Suites.name(of: folder), suite.vocabulary))
    }
    return all.first { _, vocabulary in
      claims.contains { vocabulary.capability(named: $0) != nil }
    } ?? all[0]
  }

  private func claims(_ vocabulary: Vocabulary) throws(Project.Refusal) -> CapabilitySet {
    var set = CapabilitySet()
    let known = vocabulary.capabilities.map(\.name)
    for name in claims {
      guard let capability = vocabulary.capability(named: name) else {
        let near = suggestion(for: name, among: known)
        let advice = near.isEmpty ? "; there are \(known.joined(separator: ", "))" : near
        throw Project.Refusal(
          lines: ["error: '\(name)' is no capability\(advice)"], code: .usage)
      }
      set.formUnion(capability)
    }
    return set
  }
}
