/// One version of a testee: a commit, or a line of a list.
package struct Candidate: Hashable, Sendable {
  /// The whole hash of a commit, or the name in a list.
  package var id: String
  /// What people call it: the short hash, or the name.
  package var name: String
  package var title: String
  /// What its testee is made of: what is known of one candidate holds for others of the same.
  package var content: String

  package init(id: String, name: String, title: String, content: String) {
    self.id = id
    self.name = name
    self.title = title
    self.content = content
  }

  /// The name with the title behind it.
  package var text: String {
    title.isEmpty ? name : "\(name) \(EntryText.shortened(title, to: 72))"
  }
}

/// The candidates between a good end and a bad one.
package struct CandidateLine: Sendable {
  package var good: Candidate
  /// Parents before their children; the last is the bad end.
  package var candidates: [Candidate]
  /// Of each candidate all its parents, also those that are no candidates.
  package var parents: [[Candidate]]

  package init(good: Candidate, candidates: [Candidate], parents: [[Candidate]]) {
    self.good = good
    self.candidates = candidates
    self.parents = parents
  }

  package var bad: Candidate { candidates[candidates.count - 1] }

  /// A line without forks, from the good end to the bad one.
  package init?(list: [Candidate]) {
    guard list.count > 1 else { return nil }
    self.init(
      good: list[0], candidates: Array(list.dropFirst()), parents: list.dropLast().map { [$0] })
  }

  /// Of each candidate the places of its parents.
  package var places: [[Int]] {
    var byID: [String: Int] = [:]
    for (place, candidate) in candidates.enumerated() { byID[candidate.id] = place }
    return parents.map { $0.compactMap { byID[$0.id] } }
  }

  /// The mainline's merge that brought in a candidate which is not on the mainline itself.
  package func merge(of place: Int) -> (merge: Candidate, tip: Candidate)? {
    let search = Search(parents: places)
    var byID: [String: Int] = [:]
    for (place, candidate) in candidates.enumerated() { byID[candidate.id] = place }
    var main = candidates.count - 1
    var found: (Candidate, Candidate)?
    while main != place, search.ancestors(of: main)[place] {
      // The parent that leads to it is the side branch's tip, where it is not the first.
      if let tip = parents[main].dropFirst().first(where: { parent in
        byID[parent.id].map { search.ancestors(of: $0)[place] } ?? false
      }) {
        found = (candidates[main], tip)
      }
      guard let first = parents[main].first, let next = byID[first.id] else { break }
      main = next
    }
    return main == place ? nil : found
  }
}

/// Why nothing can be searched: lines to tell.
package struct BisectProblem: Error, Hashable, Sendable {
  package var lines: [String]

  package init(_ lines: String...) { self.lines = lines }
  package init(lines: [String]) { self.lines = lines }
}

/// Where the testees of candidates come from.
package protocol Workshop: AnyObject {
  /// Makes a candidate's testee ready; it stays so until the next one is.
  ///
  /// - Throws: what makes the whole search impossible.
  func ready(_ candidate: Candidate) throws(BisectProblem) -> Readiness
  /// The candidate whose testee is ready, so that what can be is done with it first.
  var current: Candidate? { get }
  /// How many were built so far.
  var builds: Int { get }
  /// How many seconds a build takes, as far as is known.
  var usualBuild: Int? { get }
  /// What makes what is known of a candidate hold: the commands that build and start it.
  var fingerprint: String { get }
  /// Told what is under way.
  var watch: (String) -> Void { get set }
  /// A folder with the specs as they were at a candidate; nil where there are none.
  func specs(at candidate: Candidate) throws(BisectProblem) -> String?
}

/// Whether a candidate has a testee.
package enum Readiness: Hashable, Sendable {
  /// The shell's command that starts it.
  case command(String)
  /// Why it has none; `isLasting`: another try would come to the same.
  case untestable(String, isLasting: Bool)
}

/// The testees of a list, each started by its own command.
package final class ListedTestees: Workshop {
  private let commands: [String: String]
  package private(set) var current: Candidate?
  package let builds = 0
  package let usualBuild: Int? = nil
  package let fingerprint = ""
  package var watch: (String) -> Void = { _ in }

  /// The candidates of a list and where their testees are.
  package let list: [Candidate]

  /// Reads a list: a line each, a name and behind it a command, the oldest first; `#` begins a
  /// comment.
  ///
  /// - Throws: each line that is none, and names that stand twice.
  package init(_ text: String, path: String) throws(BisectProblem) {
    var list: [Candidate] = []
    var commands: [String: String] = [:]
    var problems: [String] = []
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = String(Substring(bytes)).trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let words = line.utf8.split(maxSplits: 1, whereSeparator: { $0 == 32 || $0 == 9 })
      guard words.count == 2 else {
        problems.append("\(path):\(index + 1):1: error: a name without a command behind it")
        continue
      }
      let (name, command) = (String(Substring(words[0])), String(Substring(words[1])).trimmed)
      guard commands.updateValue(command, forKey: name) == nil else {
        problems.append("\(path):\(index + 1):1: error: '\(name)' is given twice")
        continue
      }
      list.append(Candidate(id: name, name: name, title: "", content: command))
    }
    guard problems.isEmpty else { throw BisectProblem(lines: problems) }
    guard list.count > 1 else {
      throw BisectProblem("\(path): error: at least two candidates, the oldest first, are needed")
    }
    (self.list, self.commands) = (list, commands)
  }

  package func ready(_ candidate: Candidate) -> Readiness {
    current = candidate
    return .command(commands[candidate.id] ?? "exit 127")
  }

  package func specs(at candidate: Candidate) -> String? { nil }
}

extension String {
  /// Without spaces, tabs and returns at its ends.
  fileprivate var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    let rest = utf8.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }
    return end.map { String(Substring(rest[...$0])) } ?? ""
  }
}
