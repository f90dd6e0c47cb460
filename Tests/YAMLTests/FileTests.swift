import JSON
import Testing
import YAML

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct FileTests {
  private func read(_ bytes: [UInt8]) -> YAMLFile {
    bytes.withUnsafeBufferPointer { YAMLFile($0, path: "a.yaml") }
  }

  /// Reads bytes through a file on disk that is gone afterwards.
  private func readFromDisk(_ bytes: [UInt8]) throws -> YAMLFile {
    var path = Array("/tmp/conformance-yaml-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    defer { close(descriptor) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    return YAMLFile(path: name)
  }

  @Test func `every node and key has its place`() throws {
    let root = try YAMLFile(
      "# first\nééé: {b: [x, 'y']}\nlist:\n  - 1\n  - k: |\n      text\n", path: "dir/a.yaml"
    ).node()

    #expect(root.mark.description == "dir/a.yaml:2:1")
    #expect(root.entries?.map(\.mark.description) == ["dir/a.yaml:2:1", "dir/a.yaml:3:1"])
    #expect(root["ééé"]?.mark.description == "dir/a.yaml:2:6")
    #expect(root["ééé"]?["b"]?.items?.map(\.mark.column) == [11, 14])
    #expect(root["list"]?.items?.map(\.mark.description) == ["dir/a.yaml:4:5", "dir/a.yaml:5:5"])
    #expect(root["list"]?.items?[1]["k"]?.mark.description == "dir/a.yaml:5:8")
  }

  @Test func `a file on disk is read like its bytes`() throws {
    let text = "a: [1, two, {c: null}]\n"

    let root = try readFromDisk(Array(text.utf8)).node()

    #expect(root.value == ["a": [1, "two", ["c": .null]]])
  }

  @Test(arguments: [
    ("/tmp/no such folder/a.yaml", "the file cannot be read: there is no such file"),
    ("/tmp", "this is a folder; name a file in it"),
  ])
  func `a path that is no readable file is refused`(path: String, message: String) {
    #expect(YAMLFile(path: path).errors.map(\.description) == ["\(path):1:1: error: \(message)"])
  }

  @Test(arguments: [
    ("▸", "the file is empty; write a document"),
    ("▸\u{FEFF}", "the file is empty; write a document"),
    ("▸# only\n\n# this\n", "the file holds no document but comments; write one"),
    ("▸\n\n", "the file holds no document but comments; write one"),
  ])
  func `a file that says nothing is refused`(text: String, message: String) {
    Refusal(text, message).check()
  }

  @Test(arguments: ["a: 1\nb: 2\n", "- a: 1\n", "# c\na: 1\n", "---\na: 1\n"])
  func `a byte order mark at the start counts for nothing`(text: String) throws {
    let marked = try YAMLFile("\u{FEFF}" + text, path: "a.yaml").node()

    #expect(try marked == YAMLFile(text, path: "a.yaml").node())
  }

  private static let mark =
    "a byte order mark stands inside the text, as when files are joined; take it out"

  @Test(arguments: [
    Refusal("▸\u{FEFF}\u{FEFF}a: 1", mark), Refusal("a: 1\n▸\u{FEFF}b: 2", mark),
    Refusal("a: 1\n▸\u{FEFF}---\nb: 2", mark), Refusal("a: ▸\u{FEFF}b", mark),
    Refusal("a: 1\n▸\u{FEFF}# c", mark),
  ])
  func `a byte order mark inside the text is refused`(_ refusal: Refusal) {
    refusal.check()
  }

  @Test func `a byte order mark in quotes is text`() throws {
    #expect(try YAMLFile("a: \"\u{FEFF}\"", path: "a.yaml").node()["a"]?.string == "\u{FEFF}")
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0], "little"), ([0xFE, 0xFF, 0, 0x61], "big"),
      ([0x61, 0, 0x3A, 0], "little"), ([0, 0x61, 0, 0x3A], "big"),
    ] as [([UInt8], String)])
  func `UTF-16 is refused by name`(bytes: [UInt8], order: String) {
    #expect(
      read(bytes).errors.map(\.description) == [
        "a.yaml:1:1: error: the file is UTF-16, \(order) endian; save it as UTF-8"
      ])
  }

  @Test(
    arguments: [
      [0xE9], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x9F, 0x98], [0x80], [0xFF],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused with their place`(_ bytes: [UInt8]) {
    let message = "a.yaml:2:4: error: this byte is not UTF-8; save the file as UTF-8"

    #expect(read(Array("# é\né: ".utf8) + bytes).errors.map(\.description) == [message])
    #expect(read(Array("# é\né: ".utf8) + bytes + [0x0A]).errors.map(\.description) == [message])
  }

  @Test(arguments: [
    ("\u{0}", "\\x00"), ("\u{7}", "\\x07"), ("\u{1B}", "\\x1B"), ("\u{7F}", "\\x7F"),
    ("\u{9F}", "\\x9F"),
    ("\u{FFFE}", "\\xFFFE"),
  ])
  func `a control character is refused with its escape`(character: String, escape: String) {
    Refusal(
      "a: é▸\(character)",
      "a control character stands here; write \"\(escape)\" in double quotes"
    ).check()
  }

  @Test(arguments: [("\r", "\\r"), ("\u{85}", "\\N"), ("\u{2028}", "\\L"), ("\u{2029}", "\\P")])
  func `a line's end that editors do not count is refused`(character: String, escape: String) {
    Refusal(
      "a: \"é▸\(character)\"",
      "this character ends a line for YAML but not for editors; write \"\(escape)\" in double quotes"
    ).check()
  }

  @Test func `lines may end with CRLF`() throws {
    let text = "a: 1\nb:\n  - x\n  - \"y\n    z\"\nc: |\n  t\n"

    let root = try YAMLFile(text.replacingLineEnds(), path: "a.yaml").node()

    #expect(try root == YAMLFile(text, path: "a.yaml").node())
  }

  @Test func `a file of one mebibyte is read, and one byte more is refused`() throws {
    let start = "a: 1\n#"
    let whole =
      Array(start.utf8) + Array(repeating: 0x78, count: YAMLFile.maximumSize - start.utf8.count)

    #expect(try readFromDisk(whole).errors.isEmpty)
    #expect(
      try readFromDisk(whole + [0x78]).errors.map(\.message) == [
        "the file is larger than 1 MiB; split it"
      ])
  }

  @Test func `sixty-four levels are read, and one more is refused`() {
    let message = "nested deeper than 64 levels; write it flatter"
    let brackets = String(repeating: "[", count: 64)
    let closing = String(repeating: "]", count: 64)

    #expect(YAMLFile(brackets + closing, path: "a.yaml").errors.isEmpty)
    Refusal(brackets + "▸[]" + closing, message).check()
    Refusal(String(repeating: "{a: ", count: 64) + "▸{a: 1}", message).check()
    Refusal(String(repeating: "- ", count: 64) + "▸- a", message).check()
    Refusal(brackets + "▸{[a]: 1}", message).check()
  }

  @Test(arguments: ["[", "{a: ", "- ", "{[", "? "])
  func `a hundred thousand levels are refused at once`(level: String) {
    let text = String(repeating: level, count: min(100_000, 1_000_000 / level.utf8.count))
    let start = ContinuousClock.now

    let errors = YAMLFile(text, path: "a.yaml").errors

    #expect(errors.last?.message == "nested deeper than 64 levels; write it flatter")
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `a file with errors gives them all, and no tree`() {
    let errors = #expect(throws: YAMLErrors.self) {
      try YAMLFile("b: ~\na: &x 1\n", path: "a.yaml").node()
    }

    #expect(
      errors?.description == """
        a.yaml:1:4: error: '~' could mean a text or null; write null, or quote it: "~"
        a.yaml:2:4: error: anchors are not supported; take '&x' out, or quote a text that begins with '&'
        """)
  }
}

extension String {
  fileprivate func replacingLineEnds() -> String {
    String(
      unicodeScalars.reduce(into: String.UnicodeScalarView()) { text, scalar in
        if scalar == "\n" { text.append("\r") }
        text.append(scalar)
      })
  }
}
