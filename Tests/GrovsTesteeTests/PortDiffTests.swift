import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct PortDiffTests {
  private static let suite = Suite.own()

  /// The runs in which a testee of this make parts from the core.
  private func partings(
    _ runs: [Run], _ make: @escaping @Sendable () -> any Testee
  ) -> [(run: Run, parting: Parting)] {
    let diff = PortDiff(grovsTestee, .core(make), jobs: 2)
    let outcomes = diff.compare(runs, vocabulary: Self.suite.vocabulary) { _ in }
    return DiffReport(outcomes, Self.suite.vocabulary).partings
  }

  private func told(_ partings: [(run: Run, parting: Parting)]) -> [String] {
    partings.prefix(5).map { run, parting in
      "\(run.rule)/\(run.name): \(parting.first) \(parting.second)"
    }
  }

  @Test func `a port that stores, logs and notes more is equal`() {
    let partings = partings(Self.suite.runs) {
      Wrapped { _, turn in
        turn.effects.insert(.store(disk: ["more": "kept"], keychain: nil), at: 0)
        turn.effects.append(.note("why"))
      }
    }

    #expect(told(partings) == [])
  }

  @Test func `a port with other ids is equal`() {
    let partings = partings(Self.suite.runs) {
      Wrapped(
        given: { input in
          var input = input
          if case .launch(var launch) = input.act {
            launch.seed += 4711
            input.act = .launch(launch)
          }
          return input.withAsks { String($0.dropFirst(4)) }
        },
        seen: { _, turn in
          turn.effects = turn.effects.map { effect in effect.withAsk { "own." + $0 } }
        })
    }

    #expect(told(partings) == [])
  }

  @Test func `a port with other header names and more nulls is equal`() {
    let partings = partings(Self.suite.runs) {
      Wrapped { _, turn in
        turn.effects = turn.effects.map { effect in
          switch effect {
          case .callback(let object, let member, var with):
            with["nothing"] = .null
            return .callback(object: object, member: member, with: with)
          case .request(var request):
            request.headers = request.headers.map {
              Header(name: $0.name.lowercased(), value: $0.value)
            }
            if case .text(let text) = request.body, var body = (try? Value(json: text))?.object {
              body["nothing"] = .null
              request.body = .text(Value.object(body).canonicalText)
            }
            return .request(request)
          default: return effect
          }
        }
      }
    }

    #expect(told(partings) == [])
  }

  @Test func `a port with another order of lanes is equal`() {
    let runs = Self.suite.runs.filter { run in
      !run.acts.contains { act in
        act.groups.contains { if case .sequence = $0 { true } else { false } }
      }
    }
    let partings = partings(runs) {
      Wrapped { _, turn in
        turn.effects = [2, 1, 0].flatMap { lane in turn.effects.filter { $0.lane == lane } }
      }
    }

    #expect(told(partings) == [])
    #expect(runs.count > 1000)
  }
}

extension Effect {
  fileprivate var lane: Int {
    switch self {
    case .returned, .completion, .callback, .store, .log, .note: 0
    case .request, .cancel: 1
    default: 2
    }
  }

  /// The effect with another id of what it asks.
  fileprivate func withAsk(_ change: (String) -> String) -> Effect {
    switch self {
    case .request(var request):
      request.id = change(request.id)
      return .request(request)
    case .cancel(let id): return .cancel(request: change(id))
    case .other(let kind, let id?, let name, let with):
      return .other(kind: kind, id: change(id), name: name, with: with)
    case .close(let id): return .close(show: change(id))
    default: return self
    }
  }
}

extension Input {
  fileprivate func withAsks(_ change: (String) -> String) -> Input {
    var input = self
    switch act {
    case .reply(let id, let response): input.act = .reply(request: change(id), response)
    case .fail(let id, let kind): input.act = .fail(request: change(id), kind)
    case .answer(let id, let with): input.act = .answer(to: change(id), with: with)
    case .user(let id, let act, let with):
      input.act = .user(show: change(id), act: act, with: with)
    default: break
    }
    return input
  }
}
