import Testing

@testable import Conformance

@Suite struct SelectionTests {
  private func chosen(_ filters: String...) throws -> Bool {
    let run = try #require(Stage.suite(Stage.spec("- app: launch")).runs.first)
    let selection = Selection(filters, areas: ["events"]) { text in
      text.hasPrefix("Specs/") ? "/home/" + text : nil
    }
    return selection.includes(run, path: "/home/" + Stage.path, area: "events")
  }

  @Test(arguments: [
    "Specs/demo/events/one.yaml", "Specs/demo", "events", "events.one", "events.one/one",
    "events.*", "*", "*.one/o*", "*/one", "events.one/*",
  ])
  func `a filter chooses by path, area, rule or name`(filter: String) throws {
    #expect(try chosen(filter))
  }

  @Test(arguments: [
    "Specs/demo/events/one", "Specs/dem", "event", "links", "events.on", "events.one/",
    "events.one/two", "one", "*.two", "",
  ])
  func `a filter chooses nothing that only looks so`(filter: String) throws {
    #expect(try chosen(filter) == false)
  }

  @Test func `one of several filters is enough, and none chooses all`() throws {
    #expect(try chosen("links", "events"))
    #expect(try chosen())
  }
}
