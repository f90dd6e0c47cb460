import GrovsTestee
import JSON
import Testing

@testable import Conformance

@Suite struct PortableMutantTests {
  private static let suite = Suite.own(["deep-links", "in-app-actions", "links", "screens"])

  static let rules = [
    "deep-links.app-open-handled", "links.generate-data-sent", "screens.track-screen-view-records",
    "in-app-actions.tap-callback",
  ]

  /// What changed where, of every change in an effect's values that no port may make.
  private func changes(of effect: Effect) -> [(what: String, effect: Effect)] {
    switch effect {
    case .callback(let object, let member, let with):
      Value.object(with).changesThatCount.compactMap { change in
        change.value.object.map {
          (change.told, .callback(object: object, member: member, with: $0))
        }
      }
    case .completion(let call, let name, let with?):
      with.changesThatCount.map {
        ($0.told, .completion(call: call, name: name, with: $0.value))
      }
    case .returned(let call, let value):
      value.changesThatCount.map { ($0.told, .returned(call: call, value: $0.value)) }
    case .request(var request):
      (request.body.json ?? .null).changesThatCount.map { change in
        request.body = .text(change.value.canonicalText)
        return (change.told, .request(request))
      }
    default: []
    }
  }

  @Test(arguments: rules)
  func `every other value makes another trace`(rule: String) throws {
    let vocabulary = Self.suite.vocabulary
    let run = try #require(Self.suite.runs.first { $0.rule == rule })
    let frame = Frame(run, vocabulary: vocabulary, claims: .all)
    let course = Replayer.play(Course(frame, chance: 0.5), against: GrovsTestee())
    let lines = PortableTrace(course.trace, vocabulary).lines
    var count = 0

    for (index, entry) in course.trace.enumerated().dropFirst(course.startEntries) {
      guard case .effect(let effect) = entry.event else { continue }
      if case .unneeded = entry.standing { continue }
      for (what, other) in changes(of: effect) {
        var trace = course.trace
        trace[index].event = .effect(other)
        #expect(PortableTrace(trace, vocabulary).lines != lines, "\(effect.summary): \(what)")
        count += 1
      }
    }
    #expect(count > 5)
  }
}

extension ValueChange {
  fileprivate var told: String { "\(Difference(path: path).place) \(what)" }
}

extension Value {
  /// All changes but those that a port is free to make: another id, a null that is left out.
  fileprivate var changesThatCount: [ValueChange] {
    changes.filter { change in
      let (before, after) = (at(change.path), change.value.at(change.path))
      if after?.string.map(Pattern.AnyType.isUUID) == true { return false }
      return !(after == nil && before?.isNull == true)
    }
  }

  private func at(_ path: [Difference.Part]) -> Value? {
    var value: Value? = self
    for part in path {
      switch part {
      case .key(let key): value = value?[key]
      case .index(let index):
        let items = value?.array ?? []
        value = index < items.count ? items[index] : nil
      case .json: return nil
      }
    }
    return value
  }
}
