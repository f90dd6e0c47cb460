import Foundation

/// A repository of commits that behave on demand, with a suite of one member beside them.
///
/// The testee is a script that each commit has; what it does stands in the file `behaviour`.
final class GitBench {
  let bench: Bench
  /// The hash of each commit, in order.
  private(set) var hashes: [String] = []

  struct Commit {
    var behaviour: String
    var parents: [Int]
    var files: [String: String] = [:]

    /// `parents`: the places of its parents; nil for the commit in front of it.
    init(_ behaviour: String, _ parents: [Int]? = nil, files: [String: String] = [:]) {
      self.behaviour = behaviour
      self.parents = parents ?? [-1]
      self.files = files
    }
  }

  static let spec = """
    spec: 1
    rule: base.one
    scenarios:
      - name: track
        steps:
          - app: launch
          - call: track
            with: { name: one }
          - advance: 3s
          - completion: track
            after: 0s..2s
          - quiet: 1s

    """
  static let suite = [
    "Specs/toy/vocabulary.yaml": """
    vocabulary: 1
    base: https://toy.test
    capabilities:
      base: { says: Tracks. }
    members:
      track: { capability: base, with: { name: string }, completion: nothing }

    """,
    "Specs/toy/rulebook.yaml": """
    rulebook: 1
    rules:
      - { id: base.one, says: Tracking is completed., sources: [toy#one], level: core }
      - { id: base.two, says: Tracking is quick., sources: [toy#two], level: core }

    """,
    "Specs/toy/starts.yaml": "starts: 1\n",
    "Specs/toy/replies.yaml": "replies: 1\n",
    "Specs/toy/base/one.yaml": spec,
  ]

  /// `good` completes after a second or, with a number, after so many milliseconds, `bad` never;
  /// `other` returns a value; `worn` is bad from the second launch of a process on; `mute` says no
  /// hello.
  static let testee = #"""
    launches=0; due=
    read -r how delay < behaviour
    test "$how" = mute && exit 3
    while read -r line; do
      id=${line##*\"id\":}; id=${id%%[,\}]*}
      timers=
      case $line in
        *'"do":"hello"'*)
          echo "{\"re\":$id,\"hello\":{\"protocol\":1,\"name\":\"toy\",\"sdk\":\"1\",\"claims\":[\"base\"]}}"
          continue ;;
        *'"do":"launch"'*) launches=$((launches + 1)); due= ;;
        *'"do":"tick"'*)
          now=${line##*\"now\":}; now=${now%%[,\}]*}
          if test -n "$due" && test "$now" -ge "$due"; then echo "{\"re\":$id,$done"; due=; fi ;;
        *'"do":"call"'*)
          call=${line##*\"call\":\"}; call=${call%%\"*}
          now=${line##*\"now\":}; now=${now%%[,\}]*}
          done="\"see\":\"completion\",\"call\":\"$call\",\"name\":\"completion\"}"
          value=null; will=$how
          test "$how" = other && value=1
          test "$how" = worn && test $launches -gt 1 && will=bad
          echo "{\"re\":$id,\"see\":\"return\",\"call\":\"$call\",\"value\":$value}"
          test $will = bad || due=$((now + ${delay:-1000})) ;;
      esac
      test -n "$due" && timers="{\"at\":$due,\"name\":\"due\"}"
      echo "{\"re\":$id,\"idle\":{\"timers\":[$timers]}}"
    done

    """#

  /// `suite`: whether the specs lie in the folder from the start, untracked.
  init(_ commits: [Commit], suite: Bool = true) throws {
    bench = try Bench()
    var stream = ""
    func data(_ text: String) { stream += "data \(text.utf8.count)\n\(text)\n" }
    for (place, commit) in commits.enumerated() {
      // A commit without a parent would get the branch's tip as one.
      if commit.parents.isEmpty { stream += "reset refs/heads/main\n\n" }
      stream += "commit refs/heads/main\nmark :\(place + 1)\n"
      stream += "committer Toy <toy@toy.test> \(1_700_000_000 + place * 60) +0000\n"
      data("Change \(place)")
      let parents = commit.parents == [-1] ? (place == 0 ? [] : [place - 1]) : commit.parents
      for (index, parent) in parents.enumerated() {
        stream += "\(index == 0 ? "from" : "merge") :\(parent + 1)\n"
      }
      var files = commit.files
      files["behaviour"] = commit.behaviour + "\n"
      files["number"] = "\(place)\n"
      if place == 0 { files["testee"] = Self.testee }
      for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        stream += "M 100644 inline \(name)\n"
        data(text)
      }
    }
    try bench.write("stream", stream)
    _ = try bench.shell(
      "git init -q -b main . && git fast-import --quiet --export-marks=marks <stream "
        + "&& git reset -q --hard && rm stream")
    let marks = try bench.text("marks").split(separator: "\n")
    var hashes = Array(repeating: "", count: commits.count)
    for mark in marks {
      let words = mark.split(separator: " ")
      if let place = Int(words[0].dropFirst()) { hashes[place - 1] = String(words[1]) }
    }
    self.hashes = hashes
    try bench.remove("marks")
    if suite { try writeSuite() }
  }

  func writeSuite() throws {
    try FileManager.default.createDirectory(
      at: bench.folder.appendingPathComponent("Specs/toy/base"), withIntermediateDirectories: true)
    for (path, text) in Self.suite { try bench.write(path, text) }
  }

  var environment: [String: String] {
    ["XDG_CACHE_HOME": bench.folder.deletingLastPathComponent().path + "/cache"]
  }

  /// The words that choose the suite and the testee.
  static let words = ["--specs", "Specs/toy", "--testee", "sh testee"]

  /// Bisects from the first commit to the last.
  func bisect(_ words: String..., build: String = "test ! -e unbuildable") throws -> Bench.Outcome {
    try bench.run(
      ["bisect", "--good", hashes[0], "--bad", "main", "--build", build] + Self.words + words,
      environment: environment)
  }

  /// The short form that git gives a hash.
  func short(_ place: Int) -> String { String(hashes[place].prefix(7)) }
}
