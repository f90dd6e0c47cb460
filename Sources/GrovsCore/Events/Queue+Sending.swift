import JSON

extension Queue {
  var alarm: Alarm? { sender.alarm }

  // MARK: - When

  /// Events are sent from here on, behind the lookup that is awaited if one is.
  mutating func authenticate(isAwaited: Bool, _ standing: Standing, _ turn: inout Turn) {
    sender.heldUntil = isAwaited ? standing.now + Sender.patience : nil
    sender.holdAlarm = nil
    resume(isAwaited: isAwaited, standing, &turn)
  }

  /// Sends at a foreground or an enabling what waits, a batch that was to wait longer too.
  mutating func resume(isAwaited: Bool, _ standing: Standing, _ turn: inout Turn) {
    if let limit = sender.heldUntil {
      if !isAwaited || limit <= standing.now {
        release()
      } else if sender.holdAlarm == nil {
        sender.holdAlarm = turn.alarm(at: limit)
      }
    }
    guard sender.state != .asked else { return }
    sender.retry = Retry()
    sender.state = .idle
    flush(standing, &turn)
  }

  /// The awaited lookup was answered, or has failed.
  mutating func lookedUp(_ standing: Standing, _ turn: inout Turn) {
    guard sender.isHeld else { return }
    release()
    flush(standing, &turn)
  }

  mutating func configure(projectChanged: Bool) {
    sender.delayAlarm = nil
    sender.retry = Retry()
    sender.holdAlarm = nil
    guard sender.state != .asked else { return }
    sender.state = .idle
    if projectChanged { sender.batches = [] }
  }

  mutating func disable() {
    sender.delayAlarm = nil
    sender.holdAlarm = nil
    sender.retry = Retry()
    sender.state = .idle
  }

  /// Fires the timer that is due.
  mutating func fire(_ alarm: Alarm, _ standing: Standing, _ turn: inout Turn) {
    if alarm == sender.holdAlarm {
      lookedUp(standing, &turn)
    } else if alarm == sender.retry.alarm {
      sender.retry.fire()
      sender.state = .idle
      flush(standing, &turn)
    } else {
      sender.delayAlarm = nil
      flush(standing, &turn)
    }
  }

  /// Sets the timer behind an event that was added, or sends at once when a batch is full.
  mutating func schedule(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady, !sender.isHeld, sender.state == .idle, let project = standing.project
    else { return }
    if pending.count >= Sender.batchSize,
      pending.count(where: { $0.project.isSame(as: project.id) }) >= Sender.batchSize
    {
      flush(standing, &turn)
    } else if sender.delayAlarm == nil {
      sender.delayAlarm = turn.alarm(at: standing.now + Sender.delay)
    }
  }

  /// Sends the next batch, unless one is on its way.
  mutating func flush(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady, !sender.isHeld, sender.state == .idle, let project = standing.project
    else { return }
    sender.delayAlarm = nil
    dropOld(project, standing, &turn)
    if sender.batches.isEmpty {
      guard let batch = batch(nextNumbers(of: project), project) else { return }
      sender.batches = [batch]
    }
    sender.state = .asked
    turn.ask(.events, sender.batches[0].body)
  }

  private mutating func release() {
    sender.heldUntil = nil
    sender.holdAlarm = nil
  }

  // MARK: - Answers

  mutating func answer(_ outcome: Outcome, _ standing: Standing, _ turn: inout Turn) {
    guard sender.state == .asked, let batch = sender.batches.first else { return }
    sender.state = .idle
    if case .success(let object) = outcome {
      logRejected(object, &turn)
      sender.batches.removeFirst()
      remove(batch.numbers, &turn)
      goOn(standing, &turn)
      return
    }
    guard let project = standing.project, project.id.isSame(as: batch.project) else {
      sender.batches = []
      goOn(standing, &turn)
      return
    }
    switch outcome {
    case .refusal(status: 400), .refusal(status: 413): halve(batch, project, standing, &turn)
    case .failure(let least) where standing.isReady:
      sender.state = .waiting
      if !sender.retry.wait(atLeast: least, standing, &turn) { giveUp(standing, &turn) }
    case .failure: break
    default: giveUp(standing, &turn)
    }
  }

  private mutating func goOn(_ standing: Standing, _ turn: inout Turn) {
    sender.retry = Retry()
    if let project = standing.project, sender.batches.first?.project.isSame(as: project.id) == false
    {
      sender.batches = []
    }
    flush(standing, &turn)
  }

  private mutating func giveUp(_ standing: Standing, _ turn: inout Turn) {
    sender.retry = Retry()
    sender.state = .stuck
    turn.report(.eventDispatchFailed, "A batch of events could not be sent.", standing)
  }

  private mutating func halve(
    _ batch: Sender.Batch, _ project: Project, _ standing: Standing, _ turn: inout Turn
  ) {
    sender.batches.removeFirst()
    if batch.numbers.count == 1 {
      turn.log(.error, "The backend refuses an event; it is dropped.")
      remove(batch.numbers, &turn)
    } else {
      let middle = batch.numbers.count / 2
      let halves = [batch.numbers[..<middle], batch.numbers[middle...]]
      sender.batches.insert(
        contentsOf: halves.compactMap { self.batch(Array($0), project) }, at: 0)
    }
    goOn(standing, &turn)
  }

  private func logRejected(_ object: Object, _ turn: inout Turn) {
    guard let count = object["rejected"]?.int, count > 0 else { return }
    let errors = (object["errors"] ?? []).canonicalText
    turn.log(.warn, "The backend rejects \(count) events: \(errors)")
  }

  // MARK: - Batches

  private func nextNumbers(of project: Project) -> [Int] {
    var numbers: [Int] = []
    for place in pending.indices where pending[place].project.isSame(as: project.id) {
      numbers.append(pending[place].number)
      if numbers.count == Sender.batchSize { break }
    }
    return numbers
  }

  private func batch(_ numbers: [Int], _ project: Project) -> Sender.Batch? {
    var body = #"{"events":["#
    var found: [Int] = []
    for place in pending.indices where numbers.contains(pending[place].number) {
      if !found.isEmpty { body += "," }
      body += pending[place].text
      found.append(pending[place].number)
    }
    guard !found.isEmpty else { return nil }
    return Sender.Batch(project: project.id, numbers: found, body: body + "]}")
  }

  private mutating func dropOld(_ project: Project, _ standing: Standing, _ turn: inout Turn) {
    var old: [Int] = []
    for place in pending.indices
    where standing.wall.since(pending[place].created) > Self.age
      && pending[place].project.isSame(as: project.id)
    {
      old.append(pending[place].number)
    }
    guard !old.isEmpty else { return }
    turn.log(.info, "\(old.count) events are older than 7 days; they are dropped.")
    remove(old, &turn)
    sender.batches = sender.batches.compactMap { batch in
      let isWhole = !batch.numbers.contains { old.contains($0) }
      return isWhole ? batch : self.batch(batch.numbers, project)
    }
  }
}
