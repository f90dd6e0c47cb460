import JSON
import Testing

@testable import PushwooshCore

@Suite struct RichMediaTests {
  private var core = Core()

  init() {
    _ = take(.launch(Launch(place: .foreground, storage: Object(), device: Device())))
  }

  private mutating func take(_ event: Input.Event) -> [Effect] {
    core.handle(Input(now: Instant(milliseconds: 0), event: event))
  }

  @Test mutating func `a queue of ten thousand pages that all fail ends empty and free`() {
    _ = take(.call(id: "c1", .useQueue("queue")))
    _ = take(.triggers(["first"]))
    _ = take(.answer(to: "s1", "presented"))
    _ = take(.triggers((0..<10_000).map { "p\($0)" }))
    _ = take(.device(["window": false]))

    let effects = take(.closed(show: "s1"))
    _ = take(.device(["window": true]))

    #expect(effects.count { if case .log = $0 { true } else { false } } == 10_000)
    #expect(take(.call(id: "c2", .askQueue(page: "last"))) == [.returned(call: "c2", .bool(true))])
  }

  @Test mutating func `an answer that nobody waits for does nothing`() {
    _ = take(.triggers(["a"]))
    _ = take(.answer(to: "s1", "presented"))

    #expect(take(.answer(to: "s1", "failed")) == [])
    #expect(take(.answer(to: "s9", "presented")) == [])
    #expect(take(.closed(show: "s9")) == [])
  }

  @Test mutating func `a copy goes on by itself`() {
    _ = take(.triggers(["a"]))
    var copy = core
    _ = take(.answer(to: "s1", "presented"))

    let closed = copy.handle(
      Input(now: Instant(milliseconds: 0), event: .closed(show: "s1")))

    #expect(closed == [])
    #expect(take(.closed(show: "s1")) == [.close("s1")])
  }
}
