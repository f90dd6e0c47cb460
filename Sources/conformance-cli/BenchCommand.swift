import Conformance
import GrovsCore
import JSON
import YAML

/// `conformance bench`: figures for tools/bench; help does not list it.
struct BenchCommand: Command {
  static let name = "bench"
  static let summary = "Figures for tools/bench."
  static let help = """
    Prints figures for tools/bench.

    usage: conformance bench read N        seconds for reading all specs into values, N times
           conformance bench model N       the same into the checked model
           conformance bench runs FILTER N runs a second on one core
           conformance bench suite N       seconds for judging the suite, and the virtual hours in it
           conformance bench scale N       seconds for the suite once, and for N times its runs
           conformance bench turns ECHO TESTEE N
                                           seconds of a turn with a testee, and with an echo
           conformance bench decision N    seconds for one decision over 1,000 and over 4,000 campaigns
           conformance bench page N        seconds for reading and filling a page of 100 KB, N times
    """

  private var what: String
  private var words: [String]
  private var options: Project.Options

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    var words = try arguments.rest()
    guard let what = words.first else { throw UsageError("bench needs to know what to measure") }
    words.removeFirst()
    self.what = what
    self.words = words
    options.jobs = 1
    // Figures are compared with those of earlier days, when it was alone.
    if options.specs == nil, options.suite == nil { options.suite = "grovs" }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      guard let count = words.last.flatMap(Int.init), count > 0 else {
        throw Project.Refusal(lines: ["error: bench \(what) needs a number"], code: .usage)
      }
      switch what {
      case "read": terminal.print("\(try read(count))")
      case "model": terminal.print("\(try model(count))")
      case "runs": terminal.print("\(try runs(count))")
      case "decision": terminal.print("\(decision(count, 1000)) \(decision(count, 4000))")
      case "page": terminal.print("\(page(count))")
      case "suite": terminal.print(try suite(count))
      case "turns": terminal.print(try turns(count))
      case "scale": terminal.print(try scale(count))
      default: throw Project.Refusal(lines: ["error: bench has no '\(what)'"], code: .usage)
      }
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  private func folder() throws(Project.Refusal) -> String { try Suites.folders(options)[0] }

  // Files are in memory before the clock starts, as they are for the yardstick.
  private func texts() throws(Project.Refusal) -> [(path: String, bytes: [UInt8])] {
    let folder = try folder()
    do {
      return try Files.below(folder, endings: [".yaml"]).map {
        ("\(folder)/\($0)", try Files.bytes(of: "\(folder)/\($0)"))
      }
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }

  private func read(_ count: Int) throws(Project.Refusal) -> Double {
    let texts = try texts()
    var nodes = 0
    let time = Stopwatch.seconds {
      for _ in 0..<count {
        for (path, bytes) in texts {
          nodes += YAMLFile(bytes: bytes, path: path).root == nil ? 0 : 1
        }
      }
    }
    guard nodes == count * texts.count else {
      throw Project.Refusal(lines: ["error: a file is refused; see conformance lint"])
    }
    return time
  }

  private func model(_ count: Int) throws(Project.Refusal) -> Double {
    let folder = try folder()
    let texts = Dictionary(
      try self.texts().map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let paths = Suite.specPaths(in: folder)
    var mistakes = 0
    let time = Stopwatch.seconds {
      for _ in 0..<count {
        // As the other commands read them: on every processor.
        let suite = Suite.load(folder: folder, paths: paths, threads: Processors.count) { path in
          YAMLFile(bytes: texts[path] ?? [], path: path)
        }
        mistakes += suite.errors.count
      }
    }
    guard mistakes == 0 else {
      throw Project.Refusal(lines: ["error: a file is refused; see conformance lint"])
    }
    return time
  }

  private func decision(_ count: Int, _ campaigns: Int) -> Double {
    let sample = DecisionSample(campaigns: campaigns, conditions: 20)
    var winners = 0
    let time = Stopwatch.seconds {
      for _ in 0..<count { winners += sample.decide() == nil ? 0 : 1 }
    }
    return time / Double(max(winners, 1))
  }

  private func page(_ count: Int) -> Double {
    let row =
      "<tr class=\"row\"><td title=\"{{user.name}}\">Hello {{user.name | default: \"there\"}}"
    let html = String(repeating: row, count: 100 * 1024 / row.utf8.count)
    let user: Object = ["name": "Ann & Bob"]
    var bytes = 0
    return Stopwatch.seconds {
      for _ in 0..<count {
        bytes += (try? Template(html).page(user: user, event: Object()))?.utf8.count ?? 0
      }
    }
  }

  private func runs(_ count: Int) throws(Project.Refusal) -> Double {
    var options = options
    options.filters = Array(words.dropLast())
    let project = try Project(options)
    let frames = frames(project)
    let testee = project.batch.testee.make()
    var failed = 0
    let time = Stopwatch.seconds {
      for index in 0..<count {
        let verdict = Replayer.judge(frames[index % frames.count], against: testee)
        if case .failed = verdict.outcome { failed += 1 }
      }
    }
    guard failed == 0 else {
      throw Project.Refusal(lines: ["error: \(failed) runs failed; see conformance run"])
    }
    return Double(count) / time
  }

  private func suite(_ count: Int) throws(Project.Refusal) -> String {
    let project = try Project(options)
    var hours = 0.0
    let time = Stopwatch.seconds {
      for _ in 0..<count {
        let verdicts = project.batch.judge(
          project.runs, vocabulary: project.vocabulary, done: { _ in })
        hours = Double(verdicts.reduce(0) { $0 + $1.lasted }) / 3_600_000
      }
    }
    return "\(time / Double(count)) \(hours)"
  }

  // The same lines go to both: a run's own, and nothing but them.
  private func turns(_ count: Int) throws(Project.Refusal) -> String {
    guard words.count == 3 else {
      throw Project.Refusal(lines: ["error: bench turns takes ECHO TESTEE N"], code: .usage)
    }
    let dialogue = Dialogue()
    let testee = TesteeOptions(command: words[1])
    let heard = try Project(options, testee: testee, talk: dialogue.hear)
    judge(heard, 1)
    let lines = dialogue.inputLines
    let project = try Project(options, testee: testee)
    let withTestee = Stopwatch.seconds { for _ in 0..<count { judge(project, 1) } }
    var isEcho = true
    let withEcho = Stopwatch.seconds {
      for _ in 0..<count { isEcho = Echo.play(lines, with: words[0]) && isEcho }
    }
    guard isEcho else { throw Project.Refusal(lines: ["error: \(words[0]) is no echo"]) }
    let turns = Double(lines.count * count)
    return "\(withTestee / turns) \(withEcho / turns) \(lines.count)"
  }

  private func scale(_ count: Int) throws(Project.Refusal) -> String {
    let project = try Project(options)
    let once = Stopwatch.seconds { judge(project, 1) }
    let many = Stopwatch.seconds { judge(project, count) }
    return "\(once) \(many)"
  }

  private func judge(_ project: Project, _ count: Int) {
    let runs = (0..<count).flatMap { _ in project.runs }
    _ = project.batch.judge(runs, vocabulary: project.vocabulary, done: { _ in })
  }

  private func frames(_ project: Project) -> [Frame] {
    let claims = project.batch.claims(project.vocabulary)
    return project.runs.map { Frame($0, vocabulary: project.vocabulary, claims: claims) }
  }
}
