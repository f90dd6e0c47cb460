import JSON

/// The recordings of one spec file, or of the starts: exact traces, one JSON line an entry.
package struct RecordingFile: Sendable {
  package var blocks: [Block]

  /// The trace of one run, or of one start.
  package struct Block: Sendable {
    package var head: Head
    /// The entries, as canonical text.
    package var lines: [String]
    /// The line of the head in its file, from 1; 0 where it was not read from one.
    package var line: Int

    package init(head: Head, lines: [String], line: Int = 0) {
      self.head = head
      self.lines = lines
      self.line = line
    }
  }

  package enum Head: Hashable, Sendable {
    case run(RunHead)
    /// A start, and the hash of its lines.
    case start(name: String, hash: String)
  }

  /// What a run's recording says of it.
  package struct RunHead: Hashable, Sendable {
    package var name: String
    package var rule: String
    /// Hash of the inputs: another one makes the recording stale.
    package var inputs: String
    /// Hash of the whole steps: another one asks for sharpening.
    package var steps: String
    /// The start that the run begins on, with the hash of its recorded lines.
    package var start: StartHead?

    package struct StartHead: Hashable, Sendable {
      package var name: String
      package var hash: String
    }
  }

  package init(blocks: [Block] = []) { self.blocks = blocks }

  /// The recorded runs.
  package var runs: [(head: RunHead, block: Block)] {
    blocks.compactMap { block in
      if case .run(let head) = block.head { (head, block) } else { nil }
    }
  }

  /// The lines of a start, if it is recorded here.
  package func start(_ start: RunHead.StartHead) -> [String]? {
    blocks.first { $0.head == .start(name: start.name, hash: start.hash) }?.lines
  }
}

extension RecordingFile {
  /// A mistake in a recording, with its line.
  package struct Problem: Error, Hashable, Sendable {
    package var line: Int
    package var message: String
  }

  /// The whole file: a line of its own first, then each block, LF behind every line.
  package var text: String {
    var text = "{\"recording\":1}\n"
    for block in blocks {
      text += block.head.value.canonicalText + "\n"
      for line in block.lines { text += line + "\n" }
    }
    return text
  }

  /// Reads a file's text; entries are kept as they stand.
  package init(text: String) throws(Problem) {
    blocks = []
    // By bytes: CR and LF are one character, and a line must end with LF alone.
    var lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map {
      Substring($0)
    }
    guard lines.last == "" else {
      throw Problem(line: lines.count, message: "the last line has no end; record again")
    }
    lines.removeLast()
    guard lines.first == "{\"recording\":1}" else {
      throw Problem(line: 1, message: "this is no recording of version 1; record again")
    }
    for (index, line) in lines.enumerated().dropFirst() {
      // Keys are sorted: a head begins with one of these, an entry with `app`, `ask` or `at`.
      guard line.hasPrefix("{\"inputs\":") || line.hasPrefix("{\"hash\":") else {
        guard !blocks.isEmpty else {
          throw Problem(line: index + 1, message: "an entry stands before any run")
        }
        blocks[blocks.count - 1].lines.append(String(line))
        continue
      }
      guard let value = try? Value(json: String(line)), let head = Head(value),
        head.value.canonicalText.isSame(as: String(line))
      else {
        throw Problem(line: index + 1, message: "this head of a run cannot be read; record again")
      }
      guard !blocks.contains(where: { $0.head.isSameBlock(as: head) }) else {
        throw Problem(line: index + 1, message: "this run is recorded twice; record again")
      }
      blocks.append(Block(head: head, lines: [], line: index + 1))
    }
  }
}

extension RecordingFile.Head {
  var isStart: Bool { if case .start = self { true } else { false } }

  /// Whether both stand for the same run, or the same lines of a start.
  func isSameBlock(as other: Self) -> Bool {
    switch (self, other) {
    case (.run(let a), .run(let b)): a.name.isSame(as: b.name)
    case (.start(let a, let first), .start(let b, let second)):
      a.isSame(as: b) && first.isSame(as: second)
    default: false
    }
  }

  var value: Value {
    switch self {
    case .start(let name, let hash): return ["hash": .string(hash), "start": .string(name)]
    case .run(let head):
      var object: Object = [
        "run": .string(head.name), "rule": .string(head.rule), "inputs": .string(head.inputs),
        "steps": .string(head.steps),
      ]
      if let start = head.start {
        object["start"] = ["hash": .string(start.hash), "name": .string(start.name)]
      }
      return .object(object)
    }
  }

  init?(_ value: Value) {
    if let name = value["start"]?.string, let hash = value["hash"]?.string {
      self = .start(name: name, hash: hash)
      return
    }
    guard let name = value["run"]?.string, let rule = value["rule"]?.string,
      let inputs = value["inputs"]?.string, let steps = value["steps"]?.string
    else { return nil }
    var start: RecordingFile.RunHead.StartHead?
    if let value = value["start"] {
      guard let name = value["name"]?.string, let hash = value["hash"]?.string else { return nil }
      start = .init(name: name, hash: hash)
    }
    self = .run(.init(name: name, rule: rule, inputs: inputs, steps: steps, start: start))
  }
}
