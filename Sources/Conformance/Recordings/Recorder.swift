import JSON

/// Writes recordings: whole files by rename, in which runs that were not played keep their lines.
package struct Recorder {
  package let archive: Archive

  package init(archive: Archive) { self.archive = archive }

  /// Records takes of passing runs; gives the paths that changed, in order.
  ///
  /// `specs` are the loaded spec files. When they are the whole suite, recordings without a spec
  /// are removed and starts that nobody uses any more are dropped.
  package func record(
    _ takes: [Take], specs: [RecordedSpec], whole: Bool
  ) throws(RecordingFault) -> [String] {
    var changed: [String] = []
    var starts = try readable(Archive.starts) ?? RecordingFile()
    for take in takes {
      guard let start = take.head.start else { continue }
      let head = RecordingFile.Head.start(name: start.name, hash: start.hash)
      if let place = starts.blocks.firstIndex(where: { $0.head == head }) {
        starts.blocks[place].lines = take.startLines
      } else {
        starts.blocks.append(RecordingFile.Block(head: head, lines: take.startLines))
      }
    }
    for spec in specs {
      let mine = takes.filter { $0.verdict.run.file.isSame(as: spec.path) }
      guard whole || !mine.isEmpty else { continue }
      let name = Archive.name(ofSpec: spec.name)
      let old = try readable(name)
      let file = RecordingFile(blocks: spec.runs.compactMap { run in block(run, mine, old) })
      if file.blocks.isEmpty {
        if old != nil { changed.append(try remove(archive.path(name))) }
        continue
      }
      if try write(file, name) { changed.append(archive.path(name)) }
    }
    if whole {
      for orphan in archive.orphans(specs: specs) { changed.append(try remove(orphan.path)) }
    }
    let used = try usedStarts()
    starts.blocks = starts.blocks.filter { block in
      if case .start(let name, let hash) = block.head {
        used.contains(.init(name: name, hash: hash))
      } else {
        false
      }
    }
    starts.blocks.sort { $0.key.precedes($1.key) }
    if try write(starts, Archive.starts) { changed.append(archive.path(Archive.starts)) }
    return changed
  }

  private func remove(_ path: String) throws(RecordingFault) -> String {
    try reporting(path) { () throws(Files.Problem) in try Files.remove(path) }
    return path
  }

  // A take where there is one, else what stands there, as long as the spec still has the run.
  private func block(
    _ run: Run, _ takes: [Take], _ old: RecordingFile?
  ) -> RecordingFile.Block? {
    if let take = takes.first(where: { $0.head.name.isSame(as: run.name) }) {
      return RecordingFile.Block(head: .run(take.head), lines: take.lines)
    }
    return old?.runs.first { $0.head.name.isSame(as: run.name) }?.block
  }

  // A recording that cannot be read is made anew.
  private func readable(_ name: String) throws(RecordingFault) -> RecordingFile? {
    do throws(RecordingFault) {
      return try archive.read(name)
    } catch {
      return nil
    }
  }

  private func usedStarts() throws(RecordingFault) -> Set<RecordingFile.RunHead.StartHead> {
    var used: Set<RecordingFile.RunHead.StartHead> = []
    let names = try reporting(archive.folder) { () throws(Files.Problem) in try archive.names() }
    for name in names where !name.isSame(as: Archive.starts) {
      for run in try readable(name)?.runs ?? [] {
        if let start = run.head.start { used.insert(start) }
      }
    }
    return used
  }

  private func write(_ file: RecordingFile, _ name: String) throws(RecordingFault) -> Bool {
    try reporting(archive.path(name)) { () throws(Files.Problem) in try archive.write(file, name) }
  }

  private func reporting<Result>(
    _ path: String, _ work: () throws(Files.Problem) -> Result
  ) throws(RecordingFault) -> Result {
    do throws(Files.Problem) {
      return try work()
    } catch {
      throw RecordingFault(path: path, line: 1, message: error.description)
    }
  }
}

extension RecordingFile.Block {
  // Starts stand by name and hash, so that the file does not depend on who was recorded first.
  fileprivate var key: String {
    if case .start(let name, let hash) = head { "\(name) \(hash)" } else { "" }
  }
}
