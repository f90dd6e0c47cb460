import Conformance
import GrovsTestee
import Testing

/// What an app would notice between the core and another version of it.
@Suite struct ChangelogTests {
  private let suite = Suite.own([
    "configure", "errors", "events", "links", "push", "revenue", "users",
  ])

  private func changelog(_ other: TesteeKind) -> Changelog {
    let versions = [grovsTestee, other].map { kind in
      Changelog.Version(
        of: kind, suite.runs, vocabulary: suite.vocabulary, jobs: 2, done: { _ in })
    }
    return Changelog(versions[0], versions[1], suite.runs, suite.vocabulary)
  }

  @Test func `the core has nothing to tell against itself`() {
    let changelog = changelog(grovsTestee)

    #expect(changelog.entries.isEmpty)
    #expect(changelog.compared == suite.runs.count)
  }

  @Test func `what all retries have in common is one entry where it moves`() {
    // Chance adds up to a second to every retry: 40 ms of the half second are gone.
    let changelog = changelog(
      .core {
        Wrapped(
          given: { input in
            guard case .launch(var launch) = input.act, launch.chance == 0.5 else { return input }
            launch.chance = 0.46
            var other = input
            other.act = .launch(launch)
            return other
          }, seen: { _, _ in })
      })

    #expect(changelog.entries.map(\.text) == ["request comes 40ms earlier"])
    #expect(
      changelog.entries.first?.details.contains { $0.contains("/events/batch after 2.46s") } == true
    )
  }

  @Test func `one header more is one entry`() {
    let changelog = changelog(
      .core {
        Wrapped { _, turn in
          for index in turn.effects.indices {
            guard case .request(var request) = turn.effects[index] else { continue }
            request.headers.append(Header(name: "X-New", value: "1"))
            turn.effects[index] = .request(request)
          }
        }
      })

    #expect(changelog.entries.map(\.text) == ["request at headers.x-new: \"1\", before nothing"])
  }
}
