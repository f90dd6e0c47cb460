import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct CourseProcessTests {
  private let kept = Effect.store(disk: ["k": "1"], keychain: ["s": "2"])

  private func storages(_ script: Script) -> [Storage?] {
    script.inputs.compactMap {
      if case .launch(let launch) = $0.act { launch.storage } else { nil }
    }
  }

  @Test func `disk and keychain outlive a kill`() throws {
    let script = try expectHolds(
      "- app: launch\n- app: kill\n- app: launch", on("app: launch", kept))

    #expect(storages(script) == [Storage(), Storage(disk: ["k": "1"], keychain: ["s": "2"])])
  }

  @Test func `a key that is stored as null is gone`() throws {
    let script = try expectHolds(
      "- app: launch\n- call: track\n  with: { name: x }\n- app: kill\n- app: launch",
      on("app: launch", kept), on("call: track", .store(disk: ["k": .null], keychain: nil)))

    #expect(storages(script).last == Storage(keychain: ["s": "2"]))
  }

  @Test func `the keychain alone outlives a reinstall`() throws {
    let script = try expectHolds(
      "- app: launch\n- app: reinstall\n- app: launch", on("app: launch", kept))

    #expect(storages(script).last == Storage(keychain: ["s": "2"]))
  }

  @Test func `a terminated process has its turn and then no timers`() throws {
    let script = try expectHolds(
      "- app: launch\n- app: terminate\n- quiet: 1m\n- app: launch",
      on("app: launch", timers: [5000]), on("app: terminate", kept))

    #expect(script.lines == ["app: launch", "app: terminate", "app: launch at 60000"])
    #expect(storages(script).last??.disk == ["k": "1"])
  }

  @Test func `a killed process has no timers and gets no answers`() throws {
    let script = try expectHolds(
      "- app: launch\n- app: kill\n- quiet: 1m", on("app: launch", timers: [5000]))

    #expect(script.lines == ["app: launch"])
  }

  @Test func `a locked launch gets its storage with the first unlock`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - app: kill
      - app: launch
        with: { in: background, locked: true }
      - app: unlock
      - app: foreground
      """, on("app: launch", kept))

    #expect(
      script.lines.dropFirst() == [
        "app: launch in background, locked", "app: unlock", "app: foreground",
      ])
    let given = script.inputs.map {
      if case .app(_, let with) = $0.act { with["storage"] } else { Value?.none }
    }
    #expect(given == [nil, nil, ["disk": ["k": "1"], "keychain": ["s": "2"]], nil, nil])
  }

  @Test func `a scene set before the launch is told with it`() throws {
    let script = try expectHolds(
      "- device: { language: ro }\n- app: launch\n- device: { language: de }")

    guard case .launch(let launch) = script.inputs[0].act else { return }
    #expect(launch.device == ["language": "ro"])
    #expect(script.lines == ["app: launch", "device: {\"language\":\"de\"}"])
  }

  @Test func `each launch has another seed and the same chance`() throws {
    let script = try expectHolds("- app: launch\n- app: kill\n- app: launch")

    let launches = script.inputs.compactMap {
      if case .launch(let launch) = $0.act { launch } else { nil }
    }
    #expect(launches.map(\.seed) == [1, 2])
    #expect(launches.map(\.chance) == [0.5, 0.5])
  }

  @Test func `a run with a window of two ends is repeated with three chances`() throws {
    let script = Script([])
    let frame = try Stage.frame(
      Stage.spec(
        "- app: launch\n- call: track\n  with: { name: x }\n- request: /a\n  after: 0ms..1s\n  as: a"
      ))
    final class Chances: Testee {
      var seen: [Double] = []
      func take(_ input: Input) throws(TesteeError) -> Turn {
        switch input.act {
        case .launch(let launch): seen.append(launch.chance)
        case .call(let id, _, _):
          return Turn(effects: [.returned(call: id, value: .null), request("/a", "r1")])
        default: break
        }
        return Turn()
      }
    }
    let testee = Chances()

    let verdict = Replayer.judge(frame, against: testee)

    #expect(verdict.told == "passed")
    #expect(testee.seen == [0, 0.5, 0.999])
    #expect(script.lines.isEmpty)
  }

  @Test func `a log line is judged where a step names its level or the scenario observes it`()
    throws
  {
    let warned = on("app: launch", .log(level: "warn", text: "careful"))

    try expectHolds("- app: launch", warned)
    try expectHolds("- app: launch\n- log: warn\n  with: { $like: care* }", warned)
    try expectHolds("- app: launch\n- log: warn", warned)
    try expectFails(
      "log warn came, where nothing of its kind may come", "- ▸app: launch",
      more: "observe: [log]", warned)
    try expectHolds("- app: launch", more: "observe: [log.error]", warned)
  }

  @Test func `an open point is played and not judged`() throws {
    let frame = try Stage.frame(
      Stage.spec("- app: launch", more: "judge: open\nbecause: nobody knows"))

    let verdict = Replayer.judge(frame, against: Script([on("app: launch", callback("got"))]))

    #expect(verdict.told == "open, with a failure")
  }

  @Test func `a testee that dies fails its run`() throws {
    final class Dying: Testee {
      func take(_ input: Input) throws(TesteeError) -> Turn { throw TesteeError("it died") }
    }

    let verdict = Replayer.judge(
      try Stage.frame(Stage.spec("- app: launch")), against: Dying())

    #expect(verdict.told == "8: it died")
  }
}

@Suite struct CourseStartTests {
  private let launch = on("app: launch")
  private let start = on("call: start", request("/a", "r1"), request("/far", "r2"))
  private let done = on("reply: r1", completed("c1", true))

  @Test func `a start's step of a capability not needed is passed over`() throws {
    try expectHolds("- do: begun", launch, start, done)
    try expectHolds("- do: begun", needs: "[events, other]", launch, start, done)
  }

  @Test func `a start's step of a capability that is needed is judged`() throws {
    let script = Script([launch, on("call: start", request("/a", "r1")), done])
    let frame = try Stage.frame(Stage.spec("- do: begun", needs: "[events, other]"))

    let verdict = Replayer.judge(frame, against: script)

    guard case .failed(let failure) = verdict.outcome else {
      Issue.record("the run holds")
      return
    }
    #expect(failure.start == "begun")
    #expect(failure.mark.file == "Specs/demo/starts.yaml")
  }

  @Test func `what the scenario's own steps under a start miss is not the start's`() throws {
    let steps = "- do: begun\n- ▸callback: got"

    try expectFails("this never came: callback got", steps, launch, start, done)
    try expectFails(
      "callback got on spy came, where callback got is next", steps,
      launch, start, on("reply: r1", completed("c1", true), callback("got", on: "spy")))
  }
}
