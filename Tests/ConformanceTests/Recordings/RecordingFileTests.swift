@testable import Conformance
import JSON
import Testing

@Suite struct RecordingFileTests {
  private static let run =
    "{\"inputs\":\"1\",\"rule\":\"a.b\",\"run\":\"one\",\"start\":{\"hash\":\"9\",\"name\":\"begun\"},\"steps\":\"2\"}\n"
  private static let start = "{\"hash\":\"9\",\"start\":\"begun\"}\n"
  private static let text =
    "{\"recording\":1}\n" + start + "{\"at\":0,\"do\":\"tick\"}\n" + run
    + "{\"at\":1}\n{\"at\":2}\n"

  @Test func `a recording is written as it was read`() throws {
    let file = try RecordingFile(text: Self.text)

    #expect(file.text == Self.text)
    #expect(file.runs.map(\.head.name) == ["one"])
    #expect(file.runs.map(\.block.line) == [4])
    #expect(file.start(.init(name: "begun", hash: "9")) == ["{\"at\":0,\"do\":\"tick\"}"])
    #expect(file.start(.init(name: "begun", hash: "8")) == nil)
  }

  @Test(
    arguments: [
      ("", 1, "this is no recording of version 1; record again"),
      ("{\"recording\":1}", 1, "the last line has no end; record again"),
      ("\n", 1, "this is no recording of version 1; record again"),
      ("{\"recording\":2}\n", 1, "this is no recording of version 1; record again"),
      ("{\"recording\":1}\r\n", 1, "this is no recording of version 1; record again"),
      (text + "{\"at\":3}", 7, "the last line has no end; record again"),
      ("{\"recording\":1}\n{\"at\":3}\n", 2, "an entry stands before any run"),
      (text + "{\"inputs\":\"1\"}\n", 7, "this head of a run cannot be read; record again"),
      (
        text + "{\"hash\":\"9\",\"start\":\"b\",\"x\":1}\n", 7,
        "this head of a run cannot be read; record again"
      ),
      (text + run, 7, "this run is recorded twice; record again"),
      (text + start, 7, "this run is recorded twice; record again"),
    ] as [(String, Int, String)])
  func `a file that is none is refused with its line`(text: String, line: Int, message: String) {
    #expect(throws: RecordingFile.Problem.self) { try RecordingFile(text: text) }
    do {
      _ = try RecordingFile(text: text)
    } catch let problem {
      #expect(problem.line == line)
      #expect(problem.message == message)
    }
  }
}
