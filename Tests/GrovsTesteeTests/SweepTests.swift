import Conformance
import GrovsTestee
import JSON
import Testing
import YAML

/// The core with a fault laid over it: what it does is changed before the runner sees it.
private final class Broken: CopyingTestee {
  private var core: any CopyingTestee
  private let fault: (Input, inout Turn) -> Void

  init(_ core: any CopyingTestee = GrovsTestee(), _ fault: @escaping (Input, inout Turn) -> Void) {
    self.core = core
    self.fault = fault
  }

  func take(_ input: Input) throws(TesteeError) -> Turn {
    var turn = try core.take(input)
    fault(input, &turn)
    return turn
  }

  func copy() -> any CopyingTestee { Broken(core.copy(), fault) }
}

@Suite struct SweepTests {
  private static let folder =
    (#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()) + "/Specs/grovs"

  private static let scenario = """
    spec: 1
    rule: events.track-sends-event
    needs: [events, deep-links, consent]
    scenarios:
      - name: a link, an event, off and on
        steps:
          - do: configured
          - do: link_opened
            with: { link: "https://demo.sqd.link/spring", reply: found }
          - callback: grovsReceivedPayloadFromDeeplink
            with: { link: "https://demo.sqd.link/spring", payload: { screen: spring, promo: link }, tracking: null }
          - call: track
            with: { name: seen }
          - advance: 5s
          - request: /events/batch
            body: { events: [{ $custom: { event_name: seen, link: "https://demo.sqd.link/spring" } }] }
            reply: accepted
          - call: setSDK
            with: { enabled: false }
          - quiet: 1h
          - call: setSDK
            with: { enabled: true }
          - quiet: 1m
    """

  private func breaches(_ testee: any Testee) throws -> [String] {
    let path = Self.folder + "/events/scratch.yaml"
    let suite = Suite.load(folder: Self.folder, paths: [path]) { file in
      file == path ? YAMLFile(Self.scenario, path: path) : YAMLFile(path: file)
    }
    #expect(suite.errors.map(\.description) == [])
    let invariants = Invariants.load(folder: Self.folder, suite.vocabulary)
    let run = try #require(suite.files.first?.runs.first)
    let frame = Frame(run, vocabulary: suite.vocabulary, claims: .all)
    let result = Sweeper.sweep(frame, against: testee, invariants)
    #expect(result.count > 0)
    var names: [String] = []
    for breach in result.breaches where !names.contains(breach.invariant) {
      names.append(breach.invariant)
    }
    return names
  }

  @Test func `the core as it is breaks no invariant, however it is disturbed`() throws {
    #expect(try breaches(GrovsTestee()) == [])
  }

  @Test func `an event that the disk forgets is told as not kept`() throws {
    // What a call stores is said to be kept, but a key of an event is written as removed.
    let forgetful = Broken { _, turn in
      for (index, effect) in turn.effects.enumerated() {
        guard case .store(let disk?, let keychain) = effect else { continue }
        let kept = disk.pairs.map { pair in
          let name = pair.key.utf8.starts(with: "event/".utf8) ? "lost" : pair.key
          return (name, pair.value)
        }
        turn.effects[index] = .store(disk: Object(kept), keychain: keychain)
      }
    }

    #expect(try breaches(forgetful).contains("tracked-events-are-kept"))
  }

  @Test func `a repeat with another content is told as no repeat`() throws {
    let restless = Broken { input, turn in
      // The undisturbed run sends at five seconds; whatever comes later is a repeat.
      guard input.now > 5000 else { return }
      for (index, effect) in turn.effects.enumerated() {
        guard case .request(var request) = effect, case .text(let text) = request.body else {
          continue
        }
        let now = "\"event_name\":\"seen\",\"at\":\(input.now)"
        request.body = .text(text.replacing("\"event_name\":\"seen\"", with: now))
        turn.effects[index] = .request(request)
      }
    }

    #expect(try breaches(restless).contains("events-have-one-id"))
  }

  @Test func `a completion that runs twice is told`() throws {
    let talkative = Broken { _, turn in
      turn.effects = turn.effects.flatMap { effect in
        if case .completion = effect { [effect, effect] } else { [effect] }
      }
    }

    #expect(try breaches(talkative).contains("completions-run-once"))
  }

  @Test func `a request while disabled is told`() throws {
    let curious = Broken { input, turn in
      guard case .call(_, "setSDK", let with) = input.act, with["enabled"] == false else { return }
      turn.effects.append(
        .request(
          Effect.Request(
            id: "r99", method: "POST", url: "https://sdk.sqd.link/api/v1/sdk/push_open",
            headers: [], body: .text("{}"))))
    }

    #expect(try breaches(curious).contains("nothing-is-asked-while-disabled"))
  }

  @Test func `a link that is told before it was looked up is told`() throws {
    let hasty = Broken { input, turn in
      guard case .call(_, let member, _) = input.act, member.hasPrefix("handleAppDelegate") else {
        return
      }
      turn.effects.append(
        .callback(
          object: "app", member: "grovsReceivedPayloadFromDeeplink",
          with: ["link": "https://demo.sqd.link/spring", "payload": .null, "tracking": .null]))
    }

    #expect(try breaches(hasty).contains("links-are-looked-up-first"))
  }
}
