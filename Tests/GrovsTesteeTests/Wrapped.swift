import Conformance
import GrovsTestee

/// The core with its inputs or its turns changed, as another port of the SDK could differ.
final class Wrapped: Testee {
  private let core = GrovsTestee()
  private let given: (Input) -> Input
  private let seen: (Input, inout Turn) -> Void

  init(_ seen: @escaping (Input, inout Turn) -> Void) {
    given = { $0 }
    self.seen = seen
  }

  init(given: @escaping (Input) -> Input, seen: @escaping (Input, inout Turn) -> Void) {
    self.given = given
    self.seen = seen
  }

  func take(_ input: Input) throws(TesteeError) -> Turn {
    var turn = try core.take(given(input))
    seen(input, &turn)
    return turn
  }
}

extension Suite {
  /// The project's own specs, or those of some areas.
  static func own(_ areas: [String] = []) -> Suite {
    let folder =
      (#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()) + "/Specs/grovs"
    let paths = Suite.specPaths(in: folder).filter { path in
      areas.isEmpty || areas.contains { path.hasPrefix("\(folder)/\($0)/") }
    }
    return Suite.load(folder: folder, paths: paths)
  }
}

extension TesteeKind {
  /// The core's kind with another testee in its place.
  static func core(
    claims: [String] = grovsTestee.claims, _ make: @escaping @Sendable () -> any Testee
  ) -> TesteeKind {
    TesteeKind(name: "other", claims: claims, make: make)
  }
}
