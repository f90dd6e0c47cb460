import JSON

/// What sharpening found, summed up by spec file.
package struct SharpenReport: Sendable {
  /// The files, in the order in which they came.
  package private(set) var files: [File] = []

  package struct File: Sendable {
    package var path: String
    package var mutants = 0
    package var runs: [Sharpness] = []
    package var passes: [(pattern: String, count: Int)] = []
    package var hidden: [(ignore: String, count: Int)] = []

    /// How many changed traces a pattern let through.
    package var passCount: Int { passes.reduce(0) { $0 + $1.count } }
    /// Whether patterns let more than 20% of the changes through.
    package var isLoose: Bool { passCount * 5 > mutants }
    package var survivors: [(run: Run, survivor: Sharpness.Survivor)] {
      runs.flatMap { sharpness in sharpness.survivors.map { (sharpness.run, $0) } }
    }
  }

  package init(_ results: [Sharpness]) {
    for sharpness in results {
      let path = sharpness.run.file
      if files.last.map({ !$0.path.isSame(as: path) }) ?? true { files.append(File(path: path)) }
      files[files.count - 1].add(sharpness)
    }
  }

  package var mutants: Int { files.reduce(0) { $0 + $1.mutants } }
  package var survivorCount: Int { files.reduce(0) { $0 + $1.survivors.count } }
  package var failedCount: Int { files.flatMap(\.runs).count { $0.failure != nil } }

  /// How many survivors, loose files and runs that could not be sharpened there are.
  package var flawCount: Int { survivorCount + failedCount + files.count(where: \.isLoose) }

  /// Whether nothing survived, no file is loose and every run could be sharpened.
  package var holds: Bool { flawCount == 0 }

  /// The report, a closing line last.
  package func lines(listsAll: Bool) -> [String] {
    var lines: [String] = []
    for file in files { lines += told(file, listsAll: listsAll) }
    let passes = files.reduce(0) { $0 + $1.passCount }
    lines.append(
      "\(mutants) changed traces, \(survivorCount) survivors, \(passes) let through by patterns"
        + (failedCount > 0 ? ", \(failedCount) runs failed" : ""))
    return lines
  }

  private func told(_ file: File, listsAll: Bool) -> [String] {
    var lines: [String] = []
    for sharpness in file.runs where sharpness.failure != nil {
      lines.append(
        "\(sharpness.run.mark): error: '\(sharpness.run.name)' fails as it is; mend it first")
    }
    for (run, survivor) in file.survivors {
      lines.append(
        "\(survivor.mark): error: survivor in '\(EntryText.escaped(run.name))': "
          + EntryText.shortened(survivor.change, to: 160))
    }
    let share = file.mutants > 0 ? file.passCount * 100 / file.mutants : 0
    if listsAll || file.isLoose {
      let patterns = file.passes.map { "\($0.pattern) \($0.count)" }.joined(separator: ", ")
      let what = file.isLoose ? "error: over 20%" : "note"
      lines.append(
        "\(file.path):1:1: \(what): patterns let \(file.passCount) of \(file.mutants) changes "
          + "through (\(share)%): \(patterns)")
    }
    for hidden in file.hidden {
      lines.append(
        "\(file.path):1:1: note: ignore '\(hidden.ignore)' hides \(hidden.count) effects")
    }
    return lines
  }
}

extension SharpenReport.File {
  fileprivate mutating func add(_ sharpness: Sharpness) {
    runs.append(sharpness)
    mutants += sharpness.mutants
    for (pattern, count) in sharpness.passes {
      if let place = passes.firstIndex(where: { $0.pattern == pattern }) {
        passes[place].count += count
      } else {
        passes.append((pattern, count))
      }
    }
    for (ignore, count) in sharpness.hidden {
      if let place = hidden.firstIndex(where: { $0.ignore.isSame(as: ignore) }) {
        hidden[place].count += count
      } else {
        hidden.append((ignore, count))
      }
    }
  }
}
