import JSON

/// The blocks of a recording's bytes, told apart without reading what stands in them.
struct RecordedBlocks {
  /// The head's line and the lines behind it, each with its end.
  struct Block {
    var head: ArraySlice<UInt8>
    var body: ArraySlice<UInt8>

    func isSame(as other: Block) -> Bool {
      head.count == other.head.count && body.count == other.body.count
        && head.elementsEqual(other.head) && body.elementsEqual(other.body)
    }
  }

  private(set) var blocks: [Block] = []

  /// Of a file's bytes; nil of what is no recording that this suite reads.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "{\"recording\":1}\n".utf8) else { return nil }
    var begin: (head: Int, body: Int)?
    var line = bytes.startIndex + 16
    while line < bytes.endIndex {
      guard bytes[line] == UInt8(ascii: "{"), let newline = bytes[line...].firstIndex(of: 10) else {
        return nil
      }
      let end = newline + 1
      // Keys are sorted: a head begins with `hash` or `inputs`, an entry with other letters.
      let first = end - line > 2 ? bytes[line + 2] : 0
      if first == UInt8(ascii: "h") || first == UInt8(ascii: "i") {
        close(begin, bytes, at: line)
        begin = (line, end)
      }
      line = end
    }
    close(begin, bytes, at: bytes.endIndex)
  }

  private mutating func close(
    _ begin: (head: Int, body: Int)?, _ bytes: ArraySlice<UInt8>, at end: Int
  ) {
    guard let begin else { return }
    blocks.append(Block(head: bytes[begin.head..<begin.body], body: bytes[begin.body..<end]))
  }

  /// Those that differ in two files: what begins alike and ends alike is left out.
  static func differing(
    _ old: RecordedBlocks?, _ new: RecordedBlocks?
  ) -> (old: ArraySlice<Block>, new: ArraySlice<Block>) {
    var (old, new) = ((old?.blocks ?? [])[...], (new?.blocks ?? [])[...])
    while let first = old.first, let other = new.first, first.isSame(as: other) {
      old = old.dropFirst()
      new = new.dropFirst()
    }
    while let last = old.last, let other = new.last, last.isSame(as: other) {
      old = old.dropLast()
      new = new.dropLast()
    }
    return (old, new)
  }
}

extension RecordedBlocks.Block {
  /// The head, read; nil of one that this suite does not read.
  var readHead: RecordingFile.Head? {
    (try? Value(json: Array(head))).flatMap { RecordingFile.Head($0) }
  }

  /// The entries, a text each.
  var lines: [String] { body.split(separator: 10).map { String(decoding: $0, as: UTF8.self) } }
}
