import Conformance

/// How a commit becomes a testee, and where.
struct WorkshopOptions {
  var build: String?
  var testee: String?
  var turnLimit: Int?
  var buildLimit: Int
  var work: String?
  var isClean: Bool
  var isFresh: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    build = try arguments.value(of: "--build")
    testee = try arguments.value(of: "--testee")
    let turn = try arguments.number(of: "--turn-limit", in: 0...86_400) ?? 5
    turnLimit = turn == 0 ? nil : turn
    buildLimit = try arguments.number(of: "--build-limit", in: 1...86_400) ?? 600
    work = try arguments.value(of: "--work")
    isClean = arguments.flag("--clean")
    isFresh = arguments.flag("--fresh")
  }

  static let help = """
      --build CMD       builds a commit, run in its tree (default: swift build of grovs-testee)
      --testee CMD      starts its testee, run there as well (default: what that built)
      --turn-limit S    seconds that a turn of it may take (default: 5; 0: no limit)
      --build-limit S   seconds that a build may take (default: 600); one that takes longer is skipped
      --clean           remove what the build before left, ignored files included
      --fresh           forget what earlier searches found out
      --work DIR        where to build (default: a folder in the cache, one for each repository)
    """

  /// The own package's commands, where a repository is the own package and none is given.
  func recipe(_ repository: Repository) throws(UsageError) -> GitWorkshop.Recipe {
    let manifest = (try? Files.text(of: repository.top + "/Package.swift")) ?? nil
    let isOwn = manifest?.contains("\"grovs-testee\"") == true
    guard let build = build ?? (isOwn ? "swift build -c release --product grovs-testee" : nil),
      let testee = testee ?? (isOwn ? ".build/release/grovs-testee" : nil)
    else {
      throw UsageError("--build and --testee say how a commit of this repository is tested")
    }
    return .init(build: build, testee: testee, limit: buildLimit, isClean: isClean)
  }

  func workshop(
    _ repository: Repository, specs: String
  ) throws(WorkshopTrouble) -> GitWorkshop {
    do {
      let folder = work ?? Self.cache(of: repository.top)
      if isFresh { try? Files.empty(folder + "/found") }
      return try GitWorkshop(
        repository, recipe(repository), specsPath: repository.path(specs), in: Self.whole(folder))
    } catch let error as UsageError {
      throw .usage(error)
    } catch let error as BisectProblem {
      throw .problem(error)
    } catch {
      throw .problem(BisectProblem("error: \(error)"))
    }
  }

  // A build runs elsewhere: what is relative would mean another place there.
  private static func whole(_ folder: String) -> String {
    if folder.hasPrefix("/") { return folder }
    return (Files.wholePath(".") ?? ".") + "/" + folder
  }

  private static func cache(of top: String) -> String {
    let cache =
      Environment.value("XDG_CACHE_HOME") ?? (Environment.value("HOME") ?? "/tmp") + "/.cache"
    return "\(cache)/conformance/bisect/\(Records.key([top]))"
  }
}

/// Why nothing can be built.
enum WorkshopTrouble: Error {
  case usage(UsageError)
  case problem(BisectProblem)

  var refusal: Project.Refusal {
    switch self {
    case .usage(let error): .init(lines: ["error: \(error.message)"], code: .usage)
    case .problem(let problem): .init(lines: problem.lines)
    }
  }
}
