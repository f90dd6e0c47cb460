import JSON
import Testing

@testable import Conformance

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of recordings for one test, and the spec that they are of.
struct Shelf: ~Copyable {
  let archive: Archive
  let suite: Suite
  let claims: CapabilitySet

  static let steps = """
    - do: begun
    - call: track
      with: { name: x }
    - advance: 5s
    - request: /own
      body: { n: 1 }
      reply: timed
    """

  init(_ spec: String = Stage.spec(Shelf.steps)) throws {
    var name = Array("/tmp/conformance-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&name))
    archive = Archive(folder: String(cString: made))
    suite = Stage.suite(spec)
    #expect(suite.errors.map(\.description) == [])
    let kind = TesteeKind(name: "script", claims: ["events"]) { Script([]) }
    claims = Batch(testee: kind, jobs: 1).claims(suite.vocabulary)
  }

  deinit {
    let names = (try? Files.below(archive.folder, endings: [""])) ?? []
    for name in names { unlink(archive.path(name)) }
    rmdir(archive.path("events"))
    rmdir(archive.folder)
  }

  var spec: RecordedSpec {
    RecordedSpec(name: "events/one.yaml", path: Stage.path, runs: suite.runs)
  }

  /// What is asked of `/own` in its only request.
  static func script(asking n: Value = 1) -> Script {
    Script([
      on("app: launch"), on("call: start", request("/a", "r1")),
      on("reply: r1", completed("c1", true)), on("call: track", timers: [5000]),
      on("tick 5000", request("/own", "r2", body: ["n": n])),
    ])
  }

  func takes() -> [Take] {
    suite.runs.map {
      Take.of(Frame($0, vocabulary: suite.vocabulary, claims: claims), against: Shelf.script())
    }
  }

  @discardableResult
  func record(_ takes: [Take]? = nil, whole: Bool = true) throws -> [String] {
    try Recorder(archive: archive).record(takes ?? self.takes(), specs: [spec], whole: whole).map {
      String($0.dropFirst(archive.folder.utf8.count + 1))
    }
  }

  /// All that is wrong, as `name:line: message` up to the first colon or comma behind it.
  func faults(_ testee: Script = Shelf.script()) throws -> [String] {
    let starts = try archive.read(Archive.starts) ?? RecordingFile()
    let faults =
      archive.faults(of: spec, starts: starts, against: testee, chosen: { _ in true }, all: true)
      + archive.orphans(specs: [spec]) + archive.orphans(starts: starts, specs: [spec])
    return faults.map { "\($0)".replacing(archive.folder + "/", with: "") }
  }

  func text(_ name: String) throws -> String {
    try #require(try Files.text(of: archive.path(name)))
  }

  func write(_ name: String, _ text: String) throws {
    try Files.write(text, to: archive.path(name))
  }
}
