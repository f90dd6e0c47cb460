import JSON
import Testing

@testable import Conformance

@Suite struct ValueTableTests {
  private func nodes(_ value: Value) -> String {
    var table = ValueTable()
    _ = table.place(of: value)
    return Value.array(table.nodes).canonicalText
  }

  static let small: [(Value, String)] = [
    ("a", #"["a"]"#), (.null, "[null]"), (true, "[true]"), (7, "[7]"),
    (["a", "a", "b"], #"["a","b",[-1,0,0,1]]"#),
    (["k": 1, "l": ["k": 1]], "[1,[1,0],[0,0,1]]"),
    (.string(#"{"k":[1,2]}"#), "[1,2,[-1,0,1],[0,2],[-2,3]]"),
    (.string(#"{"k": [1]}"#), #"["{\"k\": [1]}"]"#),
  ]

  @Test(arguments: small)
  func `each part of a value is a node once`(value: Value, told: String) {
    #expect(nodes(value) == told)
  }

  @Test(arguments: ["18446744073709551615", "-9223372036854775808", "0.1", "9007199254740993"])
  func `a number that a browser would round is a text`(number: String) throws {
    #expect(nodes(try Value(json: number)) == "[[-3,\"\(number)\"]]")
  }

  @Test func `a value that comes again has the same place`() {
    var table = ValueTable()
    let first = table.place(of: ["k": ["a"]])
    _ = table.place(of: "other")

    #expect(table.place(of: ["k": ["a"]]) == first)
    #expect(table.shapes == [["k"]])
  }

  @Test func `a very long text is cut between two characters, with its length`() throws {
    var table = ValueTable()
    let text = "x" + String(repeating: "é", count: 5_000_000)

    let place = table.place(of: .string(text))

    let node = try #require(table.nodes[place].array)
    #expect(node[0] == -4)
    #expect(node[1].string?.utf8.count == ValueTable.longestText - 1)
    #expect(node[1].string?.last == "é")
    #expect(node[2] == 10_000_001)
  }

  @Test func `a very long list is cut, with its count`() throws {
    var table = ValueTable()

    let place = table.place(of: .array(Array(repeating: 0, count: 100_000)))

    let node = try #require(table.nodes[place].array)
    #expect(node.count == 2 + ValueTable.mostItems)
    #expect(node.prefix(2) == [-5, 100_000])
  }

  @Test func `an object of very many keys is cut, with its count`() throws {
    var table = ValueTable()

    let place = table.place(of: .object(Object((0..<2_000).map { ("k\($0)", 0) })))

    let node = try #require(table.nodes[place].array)
    #expect(node.prefix(2) == [-6, 2_000])
    #expect(table.shapes.first?.array?.count == ValueTable.mostItems)
  }

  @Test func `what lies very deep is a text`() {
    var value: Value = "end"
    for _ in 0..<60 { value = [value] }

    var table = ValueTable()
    _ = table.place(of: value)

    #expect(
      table.nodes[0].string == String(repeating: "[", count: 12) + #""end""#
        + String(repeating: "]", count: 12))
  }
}
