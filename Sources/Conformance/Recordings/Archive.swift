import JSON

/// The folder of recordings, which mirrors that of the specs.
package struct Archive: Sendable {
  /// The folder, such as `Recordings/shop`.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// What the starts' recording is called.
  package static let starts = "starts.jsonl"

  /// The recording's path under the folder for a spec's path under its own.
  package static func name(ofSpec path: String) -> String {
    (path.hasSuffix(".yaml") ? String(path.dropLast(5)) : path) + ".jsonl"
  }

  package func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The names of all recordings, in the order of their bytes.
  package func names() throws(Files.Problem) -> [String] {
    Files.isFolder(folder) ? try Files.below(folder, endings: [".jsonl"]) : []
  }

  /// Reads a recording; nil when there is none.
  package func read(_ name: String) throws(RecordingFault) -> RecordingFile? {
    do {
      guard let text = try Files.text(of: path(name)) else { return nil }
      let file = try RecordingFile(text: text)
      for block in file.blocks where block.head.isStart != name.isSame(as: Self.starts) {
        throw RecordingFile.Problem(
          line: block.line, message: "starts stand in \(Self.starts), and nothing else does")
      }
      return file
    } catch let problem as RecordingFile.Problem {
      throw RecordingFault(path: path(name), line: problem.line, message: problem.message)
    } catch {
      throw RecordingFault(path: path(name), line: 1, message: "\(error)")
    }
  }

  /// Writes a recording whole, unless it stands there already; tells whether it wrote.
  @discardableResult
  package func write(_ file: RecordingFile, _ name: String) throws(Files.Problem) -> Bool {
    let text = file.text
    if let old = try Files.text(of: path(name)), old.isSame(as: text) { return false }
    let parts = name.utf8.split(separator: UInt8(ascii: "/")).dropLast().map {
      String(Substring($0))
    }
    try Files.makeFolder(([folder] + parts).joined(separator: "/"))
    try Files.write(text, to: path(name))
    return true
  }
}

/// What is wrong with a recording: `path:line: error: what, and what to do`.
package struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var line: Int
  package var message: String
  /// How many runs it is the fault of.
  package var runs = 1
  /// What the recording says and what the testee does, where they differ.
  package var recorded: String?
  package var played: String?

  package init(
    path: String, line: Int, message: String, runs: Int = 1, recorded: String? = nil,
    played: String? = nil
  ) {
    self.path = path
    self.line = line
    self.message = message
    self.runs = runs
    self.recorded = recorded
    self.played = played
  }

  package var description: String {
    var text = "\(path):\(line): error: \(message)"
    guard recorded != nil || played != nil else { return text }
    text += "\n  recorded  " + (recorded.map { EntryText.shortened($0, to: 200) } ?? "nothing")
    text += "\n  played    " + (played.map { EntryText.shortened($0, to: 200) } ?? "nothing")
    return text
  }
}
