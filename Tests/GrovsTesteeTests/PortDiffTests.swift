import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct PortDiffTests {
  private static let suite = Suite.own([
    "deep-links", "in-app-actions", "links", "push-images", "screens",
  ])

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
    #expect(runs.count > 400)
  }
}

extension PortDiffTests {
  private func report(
    claims: [String] = grovsTestee.claims, _ filter: (Run) -> Bool = { _ in true },
    _ make: @escaping @Sendable () -> any Testee
  ) -> DiffReport {
    let diff = PortDiff(grovsTestee, .core(claims: claims, make), jobs: 2)
    let vocabulary = Self.suite.vocabulary
    return DiffReport(
      diff.compare(Self.suite.runs.filter(filter), vocabulary: vocabulary) { _ in }, vocabulary)
  }

  private var rulebook: Rulebook { Rulebook.load(folder: Self.suite.folder) }

  @Test func `what differs is told by rule, with the place inside`() {
    let report = report({ $0.rule == "links.details-by-path" && $0.name.hasPrefix("two paths") }) {
      Wrapped { _, turn in
        turn.effects = turn.effects.map { effect in
          guard case .completion(let call, let name, let with?) = effect, with["title"] == "one"
          else { return effect }
          return .completion(call: call, name: name, with: ["title": "two", "more": 1])
        }
      }
    }

    let text = report.lines(rulebook).joined(separator: "\n")
      .replacing(Self.suite.folder, with: "Specs/grovs")

    #expect(
      text == """
        ≠ links.details-by-path
          linkDetails gives what the backend has under a path, as a map.
          two paths, the second answered first, Specs/grovs/links/details.yaml:28, at 0ms
            A  {"call":"c2","name":"completion","see":"completion","with":{"title":"one"}}
            B  {"call":"c2","name":"completion","see":"completion","with":{"more":1,"title":"two"}}
            at with.more
               A  nothing
               B  1
            A passes
            B fails at Specs/grovs/links/details.yaml:44:13: completion linkDetails (c2) differs in its with at more

        """)
  }

  @Test func `a port that fails where the core holds is told with both verdicts`() throws {
    let report = report({ $0.rule == "links.details-by-path" && $0.name.hasPrefix("two paths") }) {
      Wrapped { input, turn in
        if case .call(_, "linkDetails", _) = input.act { turn.effects = [.fault(message: "lost")] }
      }
    }

    let lines = report.lines(rulebook)

    #expect(lines.contains("    A passes"))
    let verdict = try #require(lines.first { $0.hasPrefix("    B ") && $0.contains("fails") })
    #expect(verdict.hasSuffix("nobody caught: lost"))
  }

  @Test func `a capability that one does not claim is named, and its runs are not compared`() {
    // What rests on screens claims them, too.
    let claims = grovsTestee.claims.filter { $0 != "screens" && $0 != "in-app-hold" }
    let report = report(claims: claims) { GrovsTestee() }

    let screens = Self.suite.files.filter { $0.area == "screens" }.flatMap(\.runs).count
    #expect(report.partings.isEmpty)
    #expect(report.closingLine.hasPrefix("\(report.equal) equal, 0 differ, 0 not claimed by A, "))
    #expect(report.closingLine.hasSuffix(" not claimed by B (screens)"))
    #expect(Self.suite.runs.count - report.equal >= screens)
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
