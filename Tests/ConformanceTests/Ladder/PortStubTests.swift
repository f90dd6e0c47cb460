import Foundation
import JSON
import Testing

@testable import Conformance

/// The stubs of a port, run on the adapter of their language.
@Suite struct PortStubTests {
  private static let vocabulary = """
    vocabulary: 1
    base: https://api.demo.test/v1
    capabilities:
      base: { says: Signs in. }
      more: { says: Does more., on: [base] }
    members:
      setAPIKey: { capability: base, with: { APIKey: string, class: string?, fromURLs: list, for: any? }, completion: bool }
      "open(url:options:)": { capability: more, with: { url: string }, closures: [onFailure], returns: bool }
      app: { capability: base }
      import: { capability: more, with: { in: int, do: bool } }
    properties:
      userID: { capability: base, type: string? }
      page.user: { capability: more, type: map? }

    """

  /// A language, its program, the name of a port's file and the adapter's.
  struct Runtime: CustomTestStringConvertible, Sendable {
    var language: MemberStubs.Language
    var program: String
    var port: String
    var adapter: String

    var testDescription: String { program }

    static let all = [
      Runtime(
        language: .python, program: "python3", port: "port.py", adapter: "python/adapter.py"),
      Runtime(language: .node, program: "node", port: "port.mjs", adapter: "node/adapter.mjs"),
    ]

    /// Whether it can be tried here: the adapters need Python 3.11 and Node 20.
    var isThere: Bool {
      let test = language == .python ? "import asyncio; asyncio.timeout" : "AbortSignal.any"
      let flag = language == .python ? "-c" : "-e"
      return (try? run([program, flag, test], "").code) == 0
    }

    func run(_ words: [String], _ input: String, in folder: URL? = nil) throws -> (
      code: Int32, output: String
    ) {
      let process = Process()
      let (lines, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.currentDirectoryURL = folder
      process.standardInput = lines
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      try lines.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try lines.fileHandleForWriting.close()
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(
    .enabled("needs Python 3.11 and Node 20") { Runtime.all.allSatisfy(\.isThere) },
    arguments: Runtime.all)
  func `a port of stubs says hello, and that each member is unsupported`(runtime: Runtime) throws {
    let vocabulary = Demo.load(Demo.steps("- quiet: 0ms"), vocabulary: Self.vocabulary).vocabulary
    let claims = try #require(vocabulary.capability(named: "more"))
    let stubs = MemberStubs(vocabulary, suite: "demo", claims: claims, runtime.language)

    let answers = try run(stubs, runtime, Self.lines(vocabulary))

    #expect(answers.first?["hello"]?["claims"] == ["base", "more"])
    let told = answers.compactMap { $0["see"] == nil ? nil : $0["what"] ?? $0 }
    #expect(
      told == [
        "setAPIKey", "open(url:options:)", "app", "import", "userID", "userID", "page.user",
        "page.user",
      ])
  }

  /// A dialogue that gives every member all of its arguments, and reads and sets all properties.
  private static func lines(_ vocabulary: Vocabulary) -> [Value] {
    var calls: [(String, Object)] = []
    for name in vocabulary.memberNames {
      var given = Object()
      let member = vocabulary.members[name]
      for argument in member?.arguments ?? [] { given[argument.name] = 1 }
      for closure in member?.allClosures ?? [] { given[closure] = ["$closure": .string(closure)] }
      calls.append((name, given))
    }
    for name in vocabulary.propertyNames {
      calls.append((name, Object()))
      calls.append((name, ["newValue": .null]))
    }
    var acts: [Object] = [
      ["do": "hello", "protocol": [1], "suite": "demo", "runner": "test"],
      [
        "do": "launch", "app": "foreground", "chance": 0, "seed": 1, "storage": [:],
        "device": [:],
      ],
    ]
    for (name, given) in calls {
      acts.append(["do": "call", "call": "c", "member": .string(name), "with": .object(given)])
    }
    return acts.enumerated().map { index, act in
      var line = act
      line["id"] = .number(Number(Int64(index + 1)))
      line["now"] = 0
      line["wall"] = 0
      return .object(line)
    }
  }

  private func run(_ stubs: MemberStubs, _ runtime: Runtime, _ lines: [Value]) throws -> [Value] {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("stubs-\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let adapter = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../tools/ports/\(runtime.adapter)").standardized
    try files.copyItem(
      at: adapter, to: folder.appendingPathComponent(adapter.lastPathComponent))
    try Data(stubs.lines.joined(separator: "\n").utf8)
      .write(to: folder.appendingPathComponent(runtime.port))
    let input = lines.map { $0.canonicalText + "\n" }.joined()
    let outcome = try runtime.run([runtime.program, runtime.port], input, in: folder)
    #expect(outcome.code == 0)
    return try outcome.output.split(separator: "\n").map { try Value(json: String($0)) }
  }

  @Test(
    arguments: [
      ("APIKey", "api_key"), ("useTestEnvironment", "use_test_environment"), ("fileID", "file_id"),
      ("URLContexts", "url_contexts"), ("imageURL", "image_url"), ("id2Name", "id2_name"),
      ("showPreviewiOS", "show_previewi_os"), ("x", "x"), ("", ""),
    ])
  func `an argument in snake case is spelt as the adapter spells it`(name: String, snake: String) {
    #expect(name.snakeCase.isSame(as: snake))
  }
}
