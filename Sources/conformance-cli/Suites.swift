import Conformance
import GrovsTestee
import JSON
import PushwooshTestee

/// Which suites there are, where they lie, and which SDKs are built into this command.
enum Suites {
  /// By the name of the suite.
  private static let builtIn: [(suite: String, testee: TesteeKind)] = [
    ("grovs", grovsTestee), ("pushwoosh", pushwooshTestee),
  ]

  /// The folder that holds a folder for each suite.
  static let home = "Specs"

  static let help = """
      --suite NAME      one of the suites in Specs, or its folder (default: all of them)
      --specs DIR       the folder of a suite that lies elsewhere
    """

  /// The testee that is built in for a suite, if there is one.
  static func builtIn(for suite: String) -> TesteeKind? {
    builtIn.first { $0.suite.isSame(as: suite) }?.testee
  }

  /// The same; a suite without one is refused.
  static func testee(of suite: String) throws(Project.Refusal) -> TesteeKind {
    if let known = builtIn(for: suite) { return known }
    throw Project.Refusal(lines: [
      "error: no SDK is built in for the suite '\(suite)'; name one with --testee CMD"
    ])
  }

  /// The name of the suite in a folder: that of the folder itself.
  static func name(of folder: String) -> String {
    let last = folder.split(separator: "/").last.map(String.init) ?? folder
    guard last == "." || last == ".." else { return last }
    return Files.wholePath(folder)?.split(separator: "/").last.map(String.init) ?? last
  }

  // MARK: - Folders

  /// The folders of the suites that options name, or of all, in the order of their bytes.
  static func folders(_ options: Project.Options) throws(Project.Refusal) -> [String] {
    try folders(specs: options.specs, suite: options.suite)
  }

  static func folders(specs: String?, suite: String?) throws(Project.Refusal) -> [String] {
    if let specs { return [try folder(specs)] }
    guard let suite else { return try all() }
    if suite.utf8.contains(UInt8(ascii: "/")) { return [try folder(suite)] }
    let known = try all()
    if let folder = known.first(where: { name(of: $0).isSame(as: suite) }) { return [folder] }
    let names = known.map { name(of: $0) }
    let near = suggestion(for: suite, among: names)
    let advice = near.isEmpty ? "; there are \(names.joined(separator: ", "))" : near
    throw Project.Refusal(lines: ["error: there is no suite '\(suite)'\(advice)"])
  }

  private static func folder(_ given: String) throws(Project.Refusal) -> String {
    guard Files.isFolder(given) else {
      throw Project.Refusal(lines: ["error: \(given): there is no such folder"])
    }
    return given.withoutSlashesAtEnd
  }

  /// Every folder with a vocabulary in the nearest folder Specs, here or above.
  static func all() throws(Project.Refusal) -> [String] {
    var up = ""
    for _ in 0..<32 {
      let home = up + home
      let names = Files.isFolder(home) ? (try? Files.names(in: home)) ?? [] : []
      let folders = names.map { "\(home)/\($0)" }.filter {
        Files.exists("\($0)/vocabulary.yaml")
      }
      if !folders.isEmpty { return folders }
      up += "../"
    }
    throw Project.Refusal(lines: [
      "error: there is no folder Specs with a suite, here or above; name one with --specs DIR"
    ])
  }
}

/// Stands where nothing is tested.
final class Nobody: Testee {
  static let kind = TesteeKind(name: "nobody", claims: [], make: { Nobody() })

  func take(_ input: Input) throws(TesteeError) -> Turn {
    throw TesteeError("there is nothing to test")
  }
}
