import JSON
@testable import Conformance
import Testing

@Suite struct MatcherTests {
  static let uuid: Value = "0F1E2D3C-4b5a-4978-8a9b-0c1d2e3f4a5b"
  static let fitting: [(Pattern, Value?)] = [
    (.exact(1), 1),
    (.exact(1), Number(1.0).map { .number($0) }),
    (.exact("é"), "é"),
    (.exact(.null), .null),
    (.any(.any), false), (.any(.string), ""), (.any(.bool), true), (.any(.integer), 3),
    (.any(.number), 3), (.any(.list), []), (.any(.map), [:]), (.any(.uuid), uuid),
    (.any(.instant), "2026-01-01T00:00:00.000Z"),
    (.like(["a", "c"]), "ac"), (.like(["a", "c"]), "a to c"), (.like(["", ""]), ""),
    (.like(["a", "b", "b"]), "abb"), (.like(["a"]), "a"),
    (.absent, nil), (.optional(.exact(1)), nil), (.optional(.exact(1)), 1),
    (.range(Number(1), Number(2)), 1), (.range(Number(1), Number(2)), 2),
    (.range(Number(1), Number(2)), Number(1.5).map { .number($0) }),
    (.set([.exact(1), .exact(2)]), [2, 1]),
    (.set([.any(.any), .exact(1)]), [1, 2]),
    (.set([.any(.any), .any(.integer), .exact(1)]), [1, 2, "x"]),
    (.all(.any(.string)), []), (.all(.any(.string)), ["a", "b"]),
    (.json(map(["a": .exact(1)])), "{\"a\": 1}"),
    (map(["a": .exact(1)], open: true), ["a": 1, "b": 2]),
    (map(["b": .exact(1)], open: true), ["a": 2, "b": 1, "c": 3]),
    (.time(.init(base: .now), .init(base: .now)), "2026-01-01T00:00:05.000Z"),
    (.time(.init(base: .start), .init(base: .now)), "2026-01-01T00:00:00.000Z"),
  ]

  @Test(arguments: fitting.indices)
  func `a value fits its pattern`(index: Int) {
    let (pattern, value) = Self.fitting[index]

    #expect(misfit(pattern, value) == nil, "\(pattern.text)")
  }

  static let unfit: [(Pattern, Value?, String)] = [
    (.exact(1), "1", "."), (.exact(1), true, "."), (.exact(1), nil, "."),
    (.exact("\u{E9}"), "e\u{301}", "."), (.exact(.null), nil, "."),
    (.any(.any), .null, "."), (.any(.any), nil, "."), (.any(.string), 1, "."),
    (.any(.bool), 1, "."), (.any(.integer), Number(1.5).map { .number($0) }, "."),
    (.any(.number), "1", "."), (.any(.list), [:], "."), (.any(.map), [], "."),
    (.any(.uuid), "0F1E2D3C-4b5a-4978-8a9b-0c1d2e3f4a5", "."),
    (.any(.instant), "2026-02-30T00:00:00.000Z", "."),
    (.like(["a", "c"]), "a", "."), (.like(["aa", "aa"]), "aaa", "."), (.like(["a"]), "ab", "."),
    (.like(["a", "b", "b"]), "ab", "."), (.like([""]), 1, "."),
    (.absent, .null, "."), (.optional(.exact(1)), .null, "."), (.optional(.exact(1)), 2, "."),
    (.range(Number(1), Number(2)), 0, "."),
    (.range(Number(1), Number(2)), Number(2.001).map { .number($0) }, "."),
    (.range(Number(1), Number(2)), "1", "."),
    (.set([.exact(1), .exact(2)]), [1, 1], "."), (.set([.exact(1)]), [1, 1], "."),
    (.set([]), [:], "."),
    (.all(.any(.string)), ["a", 1], "[1]"), (.all(.any(.string)), "a", "."),
    (.json(map(["a": .exact(1)])), "{\"a\":2}", "(json).a"), (.json(.exact(1)), "one", "."),
    (map(["a": .exact(1)]), ["a": 1, "b": 2], "b"),
    (map(["b": .exact(1)]), ["a": 2, "b": 1], "a"),
    (map(["a": .exact(1)]), [:], "a"), (map([:]), [], "."),
    (map(["a": map(["b": .list([.exact(1)])])]), ["a": ["b": [2]]], "a.b[0]"),
    (.list([.exact(1)]), [1, 2], "[1]"), (.list([.exact(1), .exact(2)]), [1], "[1]"),
    (.list([.exact(1)]), 1, "."),
    (.time(.init(base: .now), .init(base: .now)), "2026-01-01T00:00:05.001Z", "."),
    (.time(.init(base: .start), .init(base: .now)), "2025-12-31T23:59:59.999Z", "."),
    (.time(.init(base: .now), .init(base: .now)), "2026-01-01T00:00:05Z", "."),
    (.time(.init(base: .label("never")), .init(base: .now)), "2026-01-01T00:00:05.000Z", "."),
  ]

  @Test(arguments: unfit.indices)
  func `a value that does not fit tells its place`(index: Int) {
    let (pattern, value, place) = Self.unfit[index]

    #expect(misfit(pattern, value) == place, "\(pattern.text)")
  }

  @Test func `the largest integers are told apart though doubles are not`() throws {
    let wide = Value.number(Number(UInt64.max))
    let double = try #require(Number(18_446_744_073_709_551_616.0))

    #expect(misfit(.exact(wide), wide) == nil)
    #expect(misfit(.exact(wide), .number(double)) == ".")
    #expect(misfit(.exact(wide), .number(Number(UInt64.max - 1))) == ".")
  }
}

@Suite struct MatcherNullTests {
  static let alike: [(Pattern, Value)] = [
    (map(["a": .exact(.null)]), [:]), (map([:]), ["a": .null]),
    (map(["a": .absent]), ["a": .null]), (map(["a": .optional(.exact(1))]), ["a": .null]),
    (map(["a": map([:])]), ["a": ["b": .null]]),
    (map(["a": .list([map([:])])]), ["a": [["b": .null]]]),
  ]

  @Test(arguments: alike.indices)
  func `in a body a null is no key`(index: Int) {
    let (pattern, value) = Self.alike[index]

    #expect(misfit(pattern, value, nulls: .body(exact: ["own"])) == nil)
    // What may be left out may not be null elsewhere.
    #expect(misfit(pattern, value, nulls: .strict) != nil)
  }

  static let exact: [(Pattern, Value, String)] = [
    (map(["own": .exact(.null)]), [:], "own"), (map([:]), ["own": .null], "own"),
    (map(["own": map([:])]), ["own": ["b": .null]], "own.b"),
    (map(["a": map(["own": map([:])])]), ["a": ["own": ["b": .null]]], "a.own.b"),
    (map(["own": .list([map([:])])]), ["own": [["b": .null]]], "own[0].b"),
  ]

  @Test(arguments: exact.indices)
  func `at and under an exact key null and missing differ`(index: Int) {
    let (pattern, value, place) = Self.exact[index]

    #expect(misfit(pattern, value, nulls: .body(exact: ["own"])) == place)
  }

  @Test func `among a callback's arguments a null is no key at the top alone`() {
    let deep = map(["a": map([:])])

    #expect(misfit(map([:]), ["a": .null], nulls: .top) == nil)
    #expect(misfit(map(["a": .exact(.null)]), [:], nulls: .top) == nil)
    #expect(misfit(deep, ["a": ["b": .null]], nulls: .top) == "a.b")
  }

  @Test func `a null that must be something is no value even in a body`() {
    let pattern = map(["a": .any(.any)])

    #expect(misfit(pattern, ["a": .null], nulls: .body(exact: [])) == "a")
  }

  @Test func `inside a text that holds JSON null and missing differ`() {
    let pattern = map(["a": .json(map([:]))])

    #expect(misfit(pattern, ["a": "{\"b\":null}"], nulls: .body(exact: [])) == "a(json).b")
  }
}

@Suite struct BindingTests {
  @Test func `a name is bound at first sight and equal later`() {
    var holding = Holding()

    #expect(holding.misfit(.bind(name: "id", class: nil), "x") == nil)
    #expect(holding.misfit(.bind(name: "id", class: nil), "x") == nil)
    #expect(holding.misfit(.bind(name: "id", class: nil), "y") == ".")
  }

  @Test func `a null binds nothing and is no new value`() {
    #expect(misfit(.bind(name: "id", class: nil), .null) == ".")
    #expect(misfit(.new(class: "event"), .null) == ".")
  }

  @Test func `names of a class differ from each other and from its new ones`() {
    var holding = Holding()

    #expect(holding.misfit(.bind(name: "event/a", class: "event"), "1") == nil)
    #expect(holding.misfit(.bind(name: "event/b", class: "event"), "1") == ".")
    #expect(holding.misfit(.new(class: "event"), "1") == ".")
    #expect(holding.misfit(.new(class: "event"), "2") == nil)
    #expect(holding.misfit(.new(class: "event"), "2") == ".")
    #expect(holding.misfit(.bind(name: "event/b", class: "event"), "2") == ".")
    #expect(holding.misfit(.new(class: "other"), "2") == nil)
    #expect(holding.misfit(.bind(name: "event/a", class: "event"), "1") == nil)
  }

  @Test func `what does not fit binds nothing`() {
    var holding = Holding()
    let pattern: Pattern = .list([.bind(name: "id", class: nil), .exact(1)])

    #expect(holding.misfit(pattern, ["x", 2]) == "[1]")
    #expect(holding.misfit(.bind(name: "id", class: nil), "y") == nil)
  }

  @Test func `a set binds what its fitting order binds`() {
    var holding = Holding()
    let pattern: Pattern = .set([.bind(name: "id", class: nil), .exact(1)])

    #expect(holding.misfit(pattern, [1, 2]) == nil)
    #expect(holding.misfit(.bind(name: "id", class: nil), 2) == nil)
  }

  @Test(
    arguments: [
      ("now", 1_767_225_605_000), ("start", 1_767_225_600_000),
      ("start + 5m 1ms", 1_767_225_900_001),
      ("now - 1s", 1_767_225_604_000), ("tap", 1_767_225_601_000), ("never", nil),
    ] as [(String, Int64?)])
  func `an instant is found by its name`(text: String, wall: Int64?) throws {
    var holding = Holding()
    holding.bindings.moments = [("tap", Moment(now: 1000, wall: 1_767_225_601_000))]
    let name = try #require(InstantName(text))

    #expect(holding.bindings.wall(of: name, now: holding.now) == wall)
  }

  @Test(arguments: ["", "now +", "now + ", "now * 1s", "now + 1x", "now + 1s + 1s"])
  func `a text that names no instant is refused`(text: String) {
    #expect(InstantName(text) == nil)
  }

  @Test func `instants in a value are filled in, however deep`() {
    let holding = Holding()
    let supply = Supply(["a": [["$time": "now + 1s"]], "b": 1], timed: true)

    let filled = holding.bindings.filled(supply, now: holding.now)

    #expect(filled == ["a": ["2026-01-01T00:00:06.000Z"], "b": 1])
  }
}
