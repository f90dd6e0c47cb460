import Foundation
import Testing

/// A folder with a small suite of its own, in which the command is run as a process.
final class Bench {
  let folder: URL

  /// What a process wrote, and how it ended.
  struct Outcome {
    var code: Int32
    var results: String
    var complaints: String

    /// The last line of results.
    var closing: String { String(results.split(separator: "\n").last ?? "") }
  }

  static let spec = """
    spec: 1
    rule: screens.repeat-within-one-second-dropped
    scenarios:
      - name: Home after $gap
        for: [{ gap: 0ms }, { gap: 999ms }]
        steps:
          - do: configured
          - call: trackScreenView
            with: { screenName: Home }
          - advance: $gap
          - call: trackScreenView
            with: { screenName: Home }
          - advance: 5s
          - request: /events/batch
            body: { events: [{ $screen: { properties: { screen_name: Home } } }] }
            reply: accepted
          - quiet: 1m

    """

  /// `name`: of the folder, under which `Specs` and `Recordings` lie.
  init(_ name: String = "project") throws {
    let files = FileManager.default
    let base = files.temporaryDirectory.appendingPathComponent("conformance-\(UUID().uuidString)")
    folder = base.appendingPathComponent(name)
    let specs = folder.appendingPathComponent("Specs/grovs")
    try files.createDirectory(
      at: specs.appendingPathComponent("screens"), withIntermediateDirectories: true)
    for file in ["vocabulary", "replies", "starts", "rulebook"] {
      try files.copyItem(
        at: Self.root.appendingPathComponent("Specs/grovs/\(file).yaml"),
        to: specs.appendingPathComponent("\(file).yaml"))
    }
    try write("Specs/grovs/screens/repeat.yaml", Self.spec)
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(path))
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
  }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  /// The text of a file of the project itself.
  func project(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Self.root.appendingPathComponent(path)), as: UTF8.self)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
  }

  /// Runs the command in the folder.
  func run(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(words, environment: environment)
  }

  /// The same, for words that are a list already.
  func run(_ words: [String], environment: [String: String] = [:]) throws -> Outcome {
    try end(start(Self.built("conformance"), words, environment))
  }

  /// Runs a line of the shell in the folder, in which `$0` is the command.
  func shell(_ line: String) throws -> Outcome {
    try end(start("/bin/sh", ["-c", line, Self.built("conformance")]))
  }

  /// Runs the command, and sends it a signal once a file is gone.
  func run(_ words: String..., signal: Int32, onceGone path: String) throws -> Outcome {
    let process = try start(Self.built("conformance"), words)
    while has(path), process.isRunning { usleep(1000) }
    kill(process.processIdentifier, signal)
    return try end(process)
  }

  /// Runs `run --watch`, does one thing after the other, each until something stands in the results
  /// or complaints, and interrupts it.
  func watch(_ steps: [(do: () throws -> Void, until: String)]) throws -> Outcome {
    let process = try start(Self.built("conformance"), ["run", "--watch"])
    for (write, results) in steps {
      try write()
      while process.isRunning, !(try text("output") + text("complaints")).contains(results) {
        usleep(20_000)
      }
    }
    process.interrupt()
    return try end(process)
  }

  private func start(
    _ program: String, _ words: [String], _ environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = folder.appendingPathComponent("output")
    let complaints = folder.appendingPathComponent("complaints")
    for file in [output, complaints] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    return process
  }

  private func end(_ process: Process) throws -> Outcome {
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, results: try text("output"),
      complaints: try text("complaints"))
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a program, which is built beside the tests that run.
  static func built(_ name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
      .path
  }
}
