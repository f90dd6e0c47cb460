import Testing

@testable import GrovsCore

@Suite struct OutcomeTests {
  @Test(
    arguments: [
      ("120", 120), (" 7 ", 7), ("0", 0), ("3600", 3600), ("3601", 3600),
      ("99999999999999999999", 3600), ("-5", nil), ("+5", nil), ("1.5", nil), ("1e309", nil),
      ("NaN", nil), ("", nil), ("120, 60", nil), ("Wed, 21 Oct 2026 07:28:00 GMT", nil),
      ("٣", nil),
    ] as [(String, Int64?)])
  func `only whole seconds are a wait, an hour at most`(text: String, seconds: Int64?) {
    #expect(Outcome.wait(text) == seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    (200, "{}", "success"), (204, "{}", "success"), (200, "", "failure"), (200, "{", "failure"),
    (200, "[]", "failure"), (200, "<html>", "failure"), (301, "{}", "refusal"),
    (400, "{}", "refusal"), (404, "{}", "refusal"), (408, "{}", "failure"), (425, "{}", "failure"),
    (429, "{}", "failure"), (500, "{}", "failure"), (599, "{}", "failure"), (600, "{}", "refusal"),
  ])
  func `an answer is judged by its status and body`(status: Int, body: String, kind: String) {
    let outcome = Outcome(Reply(status: status, body: .text(body)), from: .device)

    #expect(outcome.kind == kind)
  }

  @Test func `any 2xx is success where the body does not matter`() {
    #expect(Outcome(Reply(status: 299, body: .text("<")), from: .pushOpen).kind == "success")
  }

  @Test func `the header is found whatever its case`() {
    let reply = Reply(status: 503, headers: [Header("retry-AFTER", "9")])

    guard case .failure(let least) = Outcome(reply, from: .device) else {
      Issue.record("not a failure")
      return
    }
    #expect(least == .seconds(9))
  }
}

extension Outcome {
  fileprivate var kind: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .refusal: "refusal"
    }
  }
}
