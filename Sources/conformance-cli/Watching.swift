import Conformance
import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Judges again whatever a change of a file touches: `conformance run --watch`.
struct Watching {
  private let options: Project.Options
  private let testee: TesteeOptions
  private let shared = ["vocabulary.yaml", "replies.yaml", "starts.yaml", "rulebook.yaml"]

  init(_ options: Project.Options, _ testee: TesteeOptions) {
    self.options = options
    self.testee = testee
  }

  /// Runs until a signal asks to stop; gives what the last judging gave.
  func run(_ terminal: inout Terminal) -> ExitCode {
    let folders: [String]
    do throws(Project.Refusal) {
      folders = try Suites.folders(options)
    } catch {
      return terminal.refuse(error)
    }
    var stamps = Stamps(of: folders)
    var code = judge(nil, &terminal)
    while !StopSign.isUp {
      terminal.flush()
      usleep(200_000)
      let now = Stamps(of: folders)
      guard now != stamps else { continue }
      // An editor may be half way: it is judged once nothing more changes.
      usleep(50_000)
      guard Stamps(of: folders) == now, !StopSign.isUp else { continue }
      let changed = now.paths(otherThan: stamps)
      stamps = now
      terminal.print("\n" + changed.joined(separator: ", "))
      let isShared = changed.contains { path in
        folders.contains { folder in
          shared.contains { path.isSame(as: "\(folder)/\($0)") }
        }
      }
      code = judge(isShared ? nil : changed, &terminal)
    }
    return code
  }

  /// Judges what the filters choose, of changed specs their runs alone.
  private func judge(
    _ changed: [String]?, _ terminal: inout Terminal
  ) -> ExitCode {
    do throws(Project.Refusal) {
      var narrowed = options
      if let changed {
        let left = changed.filter { Files.exists($0) }
        guard !left.isEmpty else {
          terminal.print("gone, so there is nothing to judge")
          return .holds
        }
        narrowed.filters = left
      }
      let projects = try Projects(narrowed, Projects.Use(testee: testee))
      let chosen = projects.all.map { project in
        (project: project, runs: changed == nil ? project.chosen : wanted(of: project))
      }
      let judged = try Judging.judge(projects.plans(chosen, nil), terminal)
      guard !StopSign.isUp else { return .incomplete }
      return try Judging.tell(judged, nil, .none, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }

  /// What the filters of the command line choose of the changed specs.
  private func wanted(of project: Project) -> [(run: Run, file: SpecFile)] {
    let selection = Site(project.folder, options).selection
    return project.chosen.filter { run, file in
      let path = Files.wholePath(file.path) ?? file.path
      return selection.includes(run, path: path, area: file.area)
    }
  }
}

/// When each file of some folders was changed last.
private struct Stamps: Equatable {
  private var files: [(path: String, stamp: Files.Stamp)]

  init(of folders: [String]) {
    files = folders.flatMap { folder in
      let names = (try? Files.below(folder, endings: [".yaml", ".yml"])) ?? []
      return names.compactMap { name in
        let path = "\(folder)/\(name)"
        return Files.Stamp(of: path).map { (path, $0) }
      }
    }
  }

  static func == (left: Stamps, right: Stamps) -> Bool { left.paths(otherThan: right).isEmpty }

  /// The files that are other, new or gone, each once.
  func paths(otherThan old: Stamps) -> [String] {
    var known: [[UInt8]: Files.Stamp] = [:]
    for (path, stamp) in old.files { known[Array(path.utf8)] = stamp }
    let changed = files.filter { known[Array($0.path.utf8)] != $0.stamp }.map(\.path)
    let here = Set(files.map { Array($0.path.utf8) })
    return changed + old.files.map(\.path).filter { !here.contains(Array($0.utf8)) }
  }
}
