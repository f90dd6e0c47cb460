import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct DurationTests {
  private func duration(_ text: String) -> (Int64?, [String]) {
    let problems = Problems()
    let mark = Mark(file: "a.yaml", line: 1, column: 1)
    let node = Node(mark: mark, content: .scalar(.string(text), quoted: false))
    return (problems.duration(node), problems.sorted.map(\.message))
  }

  @Test(
    arguments: [
      ("0ms", 0), ("999ms", 999), ("2.001s", 2001), ("5m 1ms", 300_001), ("1h", 3_600_000),
      ("30d", 2_592_000_000), ("1d 2h 3m 4s 5ms", 93_784_005), ("0.5d", 43_200_000),
      ("2.0010s", 2001), ("0.00000001157407407407407407s", nil), ("36500d", 3_153_600_000_000),
    ] as [(String, Int64?)])
  func `a duration is whole milliseconds, exactly`(text: String, milliseconds: Int64?) {
    #expect(duration(text).0 == milliseconds)
  }

  @Test(arguments: [
    ("5", "expected a duration such as '5s', '2.001s' or '5m 1ms', found '5'"),
    ("s", "expected a duration such as '5s', '2.001s' or '5m 1ms', found 's'"),
    ("-5s", "expected a duration such as '5s', '2.001s' or '5m 1ms', found '-5s'"),
    ("5s  1ms", "expected a duration such as '5s', '2.001s' or '5m 1ms', found '5s  1ms'"),
    ("5 s", "expected a duration such as '5s', '2.001s' or '5m 1ms', found '5 s'"),
    ("1.s", "expected a duration such as '5s', '2.001s' or '5m 1ms', found '1.s'"),
    ("1e3s", "expected a duration such as '5s', '2.001s' or '5m 1ms', found '1e3s'"),
    ("0.5ms", "'0.5ms' is finer than 1 ms"),
    ("1.0001s", "'1.0001s' is finer than 1 ms"),
    (
      "1ms 5m", "the units of '1ms 5m' do not fall; write d, h, m, s, ms in this order, each once"
    ),
    ("5s 5s", "the units of '5s 5s' do not fall; write d, h, m, s, ms in this order, each once"),
    ("36501d", "'36501d' is longer than 36500d"),
    ("99999999999999999999s", "'99999999999999999999s' is longer than 36500d"),
  ])
  func `what is no duration is refused with what to write`(text: String, message: String) {
    let (value, messages) = duration(text)

    #expect(value == nil)
    #expect(messages == [message])
  }

  @Test(arguments: [("2s..3s", 2000...3000), ("5s", 5000...5000), ("0ms..1ms", 0...1)])
  func `a window has both ends`(text: String, window: ClosedRange<Int64>) {
    let mark = Mark(file: "a.yaml", line: 1, column: 1)
    let node = Node(mark: mark, content: .scalar(.string(text), quoted: false))

    #expect(Problems().window(node) == window)
  }

  @Test(arguments: [
    ("now", "now"), ("start + 5m", "start+300000"), ("held - 1d 1ms", "held-86400001"),
    ("a-b_1", "a-b_1"),
  ])
  func `an instant is a name and a distance`(text: String, instant: String) {
    let mark = Mark(file: "a.yaml", line: 1, column: 1)

    #expect(Problems().instant(text, mark)?.brief == instant)
  }

  @Test(arguments: ["", "Now", "now+5s", "now + ", "now * 5s", "now  + 5s"])
  func `what is no instant is refused`(text: String) {
    let problems = Problems()

    #expect(problems.instant(text, Mark(file: "a.yaml", line: 1, column: 1)) == nil)
    #expect(problems.count == 1)
  }
}
