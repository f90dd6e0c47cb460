import JSON

/// Hashes of a run: what makes a recording stale, and what has to be sharpened again.
struct RunHasher {
  /// Of what the vocabulary gives by itself.
  let world: UInt64
  /// Of each act with all that stands under it.
  let acts: [(inputs: UInt64, whole: UInt64)]

  func inputs(of run: Run) -> String {
    var print = ground(run)
    for chance in run.chances { print.feed(chance.bitPattern) }
    for act in acts { print.feed(act.inputs) }
    for ignore in run.ignores {
      print.feed(ignore.request.name)
      print.feed(ignore.reply)
    }
    return print.text
  }

  func steps(of run: Run) -> String {
    var print = ground(run)
    for chance in run.chances { print.feed(chance.bitPattern) }
    for act in acts { print.feed(act.whole) }
    for ignore in run.ignores {
      print.feed(ignore.request)
      print.feed(ignore.reply)
    }
    for level in LogLevel.allCases where run.observed.contains(level) { print.feed(level.rawValue) }
    return print.text
  }

  /// The first acts alone: two runs that begin alike share the recording of their start.
  func start(of run: Run, acts count: Int) -> String {
    var print = ground(run)
    for act in acts.prefix(count) { print.feed(act.inputs) }
    return print.text
  }

  // What is judged is an input: of a start it decides which answers are the steps' own.
  private func ground(_ run: Run) -> Fingerprint {
    var print = Fingerprint()
    print.feed(run.judged.rawValue)
    print.feed(world)
    return print
  }
}

extension Vocabulary {
  /// Hash of what a run gets without saying so: the device, and the answers that stand.
  var worldHash: UInt64 {
    var print = Fingerprint()
    print.feed(.object(deviceDefaults))
    for path in endpoints.keys.sorted(by: { $0.precedes($1) }) {
      guard let reply = endpoints[path]?.reply else { continue }
      print.feed(path)
      print.feed(reply)
    }
    for kind in effects.keys.sorted(by: { $0.precedes($1) }) {
      guard let effect = effects[kind] else { continue }
      print.feed(kind)
      if let reply = effect.standingReply { print.feed(reply.value) }
      for name in effect.nameReplies.keys.sorted(by: { $0.precedes($1) }) {
        print.feed(name)
        if let reply = effect.nameReplies[name] { print.feed(reply.value) }
      }
    }
    return print.hash
  }
}
