import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct StepErrorsTests {
  @Test(arguments: [
    ("- ▸advanse: 5s", "unknown step 'advanse'; did you mean 'advance'?"),
    ("- ▸zzz: 5s", "unknown step 'zzz'"),
    ("- with: {}\n  ▸call: track", "a step begins with its kind: put 'call' first"),
    ("- call: track\n  ▸advance: 5s", "a step has one kind; 'call' and 'advance' are two"),
    ("- quiet: 1s\n  ▸because: a", "unknown key 'because' of 'quiet'; it has none"),
    ("- set: token\n  ▸too: a\n  to: b", "unknown key 'too' of 'set'; did you mean 'to'?"),
    (
      "- get: token\n  returns: null\n  ▸zebra: 1",
      "unknown key 'zebra' of 'get'; its keys are returns, because"
    ),
    ("- ▸5", "expected a step: a map whose first key is its kind, found the number 5"),
    ("- ▸{}", "expected a step, found an empty map"),
    ("- quiet: ▸5", "expected a duration such as '5s', found the number 5"),
    ("- call: ▸trak", "unknown member 'trak'; did you mean 'track'?"),
    ("- ▸call: track", "'track' needs 'name' (string)"),
    ("- ▸call: open\n  with: { url: a }", "'open' returns bool: say what with 'returns'"),
    ("- call: open\n  with: { url: a }\n  returns: ▸1", "expected bool, found the number 1"),
    (
      "- call: track\n  with: { name: a }\n  returns: ▸true",
      "expected null, for 'track' returns nothing, found true"
    ),
    (
      "- call: last\n  with: { completion: ▸1 }",
      "expected null, which passes no completion, found the number 1"
    ),
    ("- set: ▸tokn\n  to: a", "unknown property 'tokn'; did you mean 'token'?"),
    ("- ▸set: token", "'set' needs 'to'"), ("- ▸get: token", "'get' needs 'returns'"),
    ("- set: token\n  to: ▸1", "expected string or null, found the number 1"),
    ("- get: token\n  returns: ▸1", "expected string or null, found the number 1"),
    ("- app: ▸lunch", "unknown act of the app 'lunch'; did you mean 'launch'?"),
    (
      "- app: kill\n- app: launch\n  with: { in: ▸back }",
      "expected one of foreground, background, extension, found the text 'back'"
    ),
    (
      "- app: foreground\n  with: { ▸a: 1 }",
      "unknown argument 'a' of 'app: foreground'; it takes none"
    ),
    ("- ▸app: release", "'app: release' needs 'object' (string)"),
    ("- user: ▸tpa", "unknown act of the user 'tpa'; did you mean 'tap'?"),
    ("- user: tap\n  with: { button: ▸1 }", "expected string or null, found the number 1"),
    (
      "- device: { ▸langage: en }",
      "unknown argument 'langage' of the device; did you mean 'language'?"
    ),
    ("- device: ▸{}", "expected at least one key of the device, found none"),
    ("- device: { clock: ▸noon }", "unknown label 'noon'"),
    ("- do: ▸confgured", "unknown start 'confgured'; did you mean 'configured'?"),
    (
      "- do: signed_in\n  with: { ▸delgate: a }",
      "unknown parameter 'delgate' of start 'signed_in'; did you mean 'delegate'?"
    ),
    (
      "- do: configured\n  with: { ▸a: 1 }",
      "unknown parameter 'a' of start 'configured'; it takes none"
    ),
    ("- do: ▸opened", "start 'opened' needs 'url'"),
    ("- ▸each: { x: [1] }", "'each' needs 'steps'"),
    ("- each: { x: [1] }\n  steps: ▸[]", "expected at least one step, found an empty list"),
    (
      "- call: track\n  with: { name: a }\n  as: ▸A",
      "'A' is no label; a label begins with a small letter, then small letters, digits, '_' and '-'"
    ),
    (
      "- call: track\n  with: { name: a }\n  as: ▸now",
      "'now' is an instant of every run, so no label has this name"
    ),
    (
      "- call: track\n  with: { name: a }\n  as: t\n- app: background\n  as: ▸t",
      "label 't' is given twice; the first is at line 10"
    ),
    ("- reply: ▸nobody\n  with: ok", "unknown label 'nobody'"),
    (
      "- app: background\n  as: back\n- reply: ▸back\n  with: ok",
      "'back' names nothing that waits for an answer"
    ),
    ("- ▸app: launch", "the app runs already; end it first with 'app: kill' or 'app: terminate'"),
    (
      "- app: kill\n- ▸set: token\n  to: a",
      "'set' needs a running app; launch it first with 'app: launch'"
    ),
    (
      "- call: last\n- ▸call: last",
      "'last' still waits for the completion of line 8; tell the two calls apart with 'as'"
    ),
  ])
  func `an act that is wrong is refused`(steps: String, message: String) {
    expectErrors(Demo.steps(steps + "\n- quiet: 1s"), message)
  }

  @Test(arguments: [
    ("- request: ▸/evnts\n  reply: ok", "unknown endpoint '/evnts'; did you mean '/events'?"),
    (
      "- request: ▸events\n  reply: ok",
      "expected a path such as '/authenticate', or a whole address, found 'events'"
    ),
    (
      "- ▸request: /events\n  body: {}",
      "'/events' waits for an answer: give it with 'reply', or name it with 'as'"
    ),
    (
      "- ▸request: /events\n  reply: ok",
      "'/events' has no body in the vocabulary: give it with 'body'"
    ),
    (
      "- request: /link\n  method: ▸post\n  reply: ok",
      "expected a method such as POST, found the text 'post'"
    ),
    (
      "- request: /link\n  headers: { a: ▸1 }\n  reply: ok",
      "expected string or null, found the number 1"
    ),
    (
      "- request: /link\n  headers: { a: ▸null }\n  reply: ok",
      "expected text or a pattern, found null; write { $absent: true }"
    ),
    ("- request: /link\n  headers: { a: b, ▸A: c }\n  reply: ok", "header 'A' is given twice"),
    (
      "- request: /link\n  reply: ok\n  after: ▸3s..2s", "the window '3s..2s' ends before it begins"
    ),
    ("- ▸cancel: nothing", "unknown label 'nothing'"),
    ("- callback: ▸recieved\n  with: {}", "unknown callback 'recieved'; did you mean 'received'?"),
    (
      "- callback: failed\n  with: { error: ▸oflfine }",
      "expected one of offline, refused, found the text 'oflfine'; did you mean 'offline'?"
    ),
    ("- ▸completion: lst\n  with: null", "unknown call 'lst'; did you mean 'last'?"),
    (
      "- ▸completion: last\n  with: null",
      "no call of 'last' without a label waits for its completion here"
    ),
    (
      "- log: ▸warning",
      "expected one of error, warn, info, found the text 'warning'; did you mean 'warn'?"
    ),
    ("- log: warn\n  with: ▸5", "expected string, found the number 5"),
    (
      "- show: a\n  with: { part: ▸coment }\n  as: s",
      "expected one of message, comment, found the text 'coment'; did you mean 'comment'?"
    ),
    ("- ▸show: a", "'a' waits for an answer: give it with 'reply', or name it with 'as'"),
    ("- show: a\n  reply: ▸5", "expected map, found the number 5"),
    ("- close: a\n  reply: ▸1", "'close: a' waits for no answer"),
    ("- clipboard: ▸raed\n  as: r", "unknown clipboard 'raed'; did you mean 'read'?"),
    ("- unordered: ▸[{ log: warn }]", "'unordered' holds at least two steps"),
    (
      "- unordered:\n    - log: warn\n    - ▸quiet: 1s",
      "'quiet' cannot stand in 'unordered', which holds what the SDK did"
    ),
    (
      "- unordered:\n    - log: warn\n    - ▸close: a",
      "'close' is of another lane than the steps above it; order between lanes is never judged"
    ),
  ])
  func `what the SDK did is refused when it is wrong`(steps: String, message: String) {
    expectErrors(Demo.steps("- advance: 1s\n" + steps), message)
  }

  @Test func `under quiet no SDK step stands`() {
    expectErrors(
      Demo.steps("- quiet: 1s\n- ▸log: warn"),
      "'quiet' says that nothing happens, so no SDK step stands under it; use 'advance'")
  }

  @Test func `an answer comes once, and while the process lives`() {
    let steps = """
      - advance: 1s
      - request: /link
        as: first
      - request: /link
        reply: ok
        as: second
      - reply: ▸second
        with: ok
      - app: kill
      - app: launch
      - reply: ▸first
        with: ok
      """
    expectErrors(
      Demo.steps(steps), "'second' is answered already",
      "'first' ended with its process, so it can be answered no more")
  }

  @Test func `an answer to an ask is of its type`() {
    expectErrors(
      Demo.steps("- advance: 1s\n- clipboard: has\n  as: c\n- reply: c\n  with: ▸maybe"),
      "expected bool, found the text 'maybe'")
  }

  @Test(arguments: [
    (
      "- call: configure\n  with: { key: k }\n- ▸completion: configure",
      "the completion of 'configure' carries bool: say what with 'with'"
    ),
    (
      "- call: configure\n  with: { key: k }\n- completion: configure\n  with: ▸1",
      "expected bool, found the number 1"
    ),
    ("- call: ready\n- completion: ready\n  with: ▸1", "the completion of 'ready' carries nothing"),
    (
      "- call: track\n  with: { name: a }\n  as: t\n- ▸completion: t\n  with: 1",
      "'track' has no completion"
    ),
    ("- app: background\n  as: b\n- ▸completion: b", "'b' names no call, so it has no completion"),
    ("- app: background\n  as: b\n- ▸cancel: b", "'b' names no request, so it cannot be cancelled"),
  ])
  func `a completion and a cancel name what they end`(steps: String, message: String) {
    expectErrors(Demo.steps(steps), message)
  }

  @Test(arguments: [
    (
      "- advance: 1s\n- ▸request: /events\n  body: {}\n  reply: ok",
      "'request /events' belongs to 'events', which the scenario does not need; add it to 'needs'"
    ),
    (
      "- ▸call: open\n  with: { url: a }\n  returns: true",
      "what it returns belongs to 'links', which the scenario does not need; add it to 'needs'"
    ),
    (
      "- call: last\n- ▸completion: last\n  with: null",
      "'completion last' belongs to 'links', which the scenario does not need; add it to 'needs'"
    ),
    (
      "- advance: 1s\n- ▸callback: received\n  with: { by: app }",
      "'callback received' belongs to 'links', which the scenario does not need; add it to 'needs'"
    ),
    (
      "- advance: 1s\n- clipboard: read\n  reply: null\n- ▸clipboard: has\n  reply: true",
      "'clipboard has' belongs to 'links', which the scenario does not need; add it to 'needs'"
    ),
    (
      "- get: delegate\n  returns: null\n- ▸get: token\n  returns: null",
      "what it returns belongs to 'events', which the scenario does not need; add it to 'needs'"
    ),
  ])
  func `a step of a capability that is not needed is refused`(steps: String, message: String) {
    expectErrors(Demo.steps(steps, needs: "[base]"), message)
  }

  @Test func `every mistake of a file is told at once, by place`() {
    expectErrors(
      Demo.steps(
        """
        - call: ▸trak
        - quiet: ▸5
        - set: token
          to: ▸1
        """),
      "unknown member 'trak'; did you mean 'track'?",
      "expected a duration such as '5s', found the number 5",
      "expected string or null, found the number 1")
  }

  @Test func `a mistake in a step of a table is told once`() {
    expectErrors(
      """
      spec: 1
      rule: events.one
      scenarios:
        - name: run $n
          for: { n: 1..22 }
          steps:
            - do: configured
            - call: track
              with: { nmae$n: a }
            - quiet: 1s
      """.replacing("nmae$n", with: "▸nmae").replacing("- call: track", with: "- ▸call: track"),
      "'track' needs 'name' (string)",
      "unknown argument 'nmae' of 'track'; did you mean 'name'?")
  }
}
