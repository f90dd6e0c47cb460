import JSON

/// One spec file's runs, by what a recording is held against.
package struct RecordedSpec: Sendable {
  /// The spec's path under its folder.
  package var name: String
  /// Its path as a reader is told it.
  package var path: String
  /// The runs that must be recorded.
  package var runs: [Run]

  package init(name: String, path: String, runs: [Run]) {
    self.name = name
    self.path = path
    self.runs = runs
  }
}

extension Archive {
  /// Plays the recording of one spec file and tells all that is wrong with it.
  ///
  /// `chosen` says which runs are asked for; orphans are told when all are.
  package func faults(
    of spec: RecordedSpec, starts: RecordingFile, against testee: any Testee,
    chosen: (Run) -> Bool, all: Bool
  ) -> [RecordingFault] {
    let name = Archive.name(ofSpec: spec.name)
    let wanted = spec.runs.count(where: chosen)
    let file: RecordingFile
    do throws(RecordingFault) {
      guard let read = try read(name) else {
        guard wanted > 0 else { return [] }
        return [
          RecordingFault(
            path: path(name), line: 1,
            message: "missing: \(spec.path) has no recording; run conformance record",
            runs: wanted)
        ]
      }
      file = read
    } catch {
      var fault = error
      fault.runs = wanted
      return [fault]
    }
    var faults: [RecordingFault] = []
    let recorded = file.runs
    for run in spec.runs where chosen(run) {
      guard let (head, block) = recorded.first(where: { $0.head.name.isSame(as: run.name) }) else {
        faults.append(
          RecordingFault(
            path: path(name), line: 1,
            message: "missing: the run '\(run.name)' is not recorded; run conformance record",
            runs: 1))
        continue
      }
      let found = RunGuard.during(run) { fault(run, head, block, starts, testee, name) }
      if let found { faults.append(found) }
    }
    guard all else { return faults }
    for (head, block) in recorded
    where !spec.runs.contains(where: { $0.name.isSame(as: head.name) }) {
      faults.append(
        RecordingFault(
          path: path(name), line: block.line,
          message: "orphan: no run '\(head.name)' is in \(spec.path); run conformance record",
          runs: 0))
    }
    return faults
  }

  private func fault(
    _ run: Run, _ head: RecordingFile.RunHead, _ block: RecordingFile.Block,
    _ starts: RecordingFile, _ testee: any Testee, _ name: String
  ) -> RecordingFault? {
    guard head.inputs == run.inputsHash, head.rule.isSame(as: run.rule) else {
      return RecordingFault(
        path: path(name), line: block.line,
        message: "stale: the inputs or the rule of '\(run.name)' changed since it was recorded; "
          + "run conformance record", runs: 1)
    }
    var startLines: [String] = []
    if let start = head.start {
      guard let lines = starts.start(start) else {
        return RecordingFault(
          path: path(name), line: block.line,
          message: "stale: the start '\(start.name)' of '\(run.name)' is not recorded; "
            + "run conformance record", runs: 1)
      }
      startLines = lines
    }
    do throws(TesteeError) {
      let played = try Playback.lines(of: startLines + block.lines, against: testee)
      return drift(run, startLines, block, played, head.start?.name, name)
    } catch {
      return RecordingFault(
        path: path(name), line: block.line, message: "'\(run.name)': \(error.message)", runs: 1)
    }
  }

  private func drift(
    _ run: Run, _ startLines: [String], _ block: RecordingFile.Block, _ played: [String],
    _ start: String?, _ name: String
  ) -> RecordingFault? {
    let recorded = startLines + block.lines
    guard
      let place = (0..<max(recorded.count, played.count)).first(where: {
        $0 >= recorded.count || $0 >= played.count || !recorded[$0].isSame(as: played[$0])
      })
    else { return nil }
    let isStart = place < startLines.count
    return RecordingFault(
      path: isStart ? path(Archive.starts) : path(name),
      line: isStart ? 1 : block.line + 1 + place - startLines.count,
      message: "drift: "
        + (isStart ? "the start '\(start ?? "")' of '\(run.name)'" : "'\(run.name)'")
        + " does something else than was recorded", runs: 1,
      recorded: place < recorded.count ? recorded[place] : nil,
      played: place < played.count ? played[place] : nil)
  }

  /// Recordings that no spec file asks for.
  package func orphans(specs: [RecordedSpec]) -> [RecordingFault] {
    let wanted = specs.map { Archive.name(ofSpec: $0.name) } + [Archive.starts]
    let names = (try? names()) ?? []
    return names.filter { name in !wanted.contains { $0.isSame(as: name) } }.map {
      RecordingFault(
        path: path($0), line: 1,
        message: "orphan: no spec has this recording; run conformance record", runs: 0)
    }
  }

  /// Recorded starts on which no recorded run begins.
  package func orphans(starts: RecordingFile, specs: [RecordedSpec]) -> [RecordingFault] {
    let used = specs.flatMap { spec in
      ((try? read(Archive.name(ofSpec: spec.name))) ?? nil)?.runs.compactMap(\.head.start) ?? []
    }
    return starts.blocks.compactMap { block in
      guard case .start(let name, let hash) = block.head,
        !used.contains(.init(name: name, hash: hash))
      else { return nil }
      return RecordingFault(
        path: path(Archive.starts), line: block.line,
        message: "orphan: no run begins on this start '\(name)'; run conformance record", runs: 0)
    }
  }
}
