import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether somebody asked this process to stop; what is finished by then is still told.
package enum StopSign {
  private static let received = Atomic<Int32>(0)
  private static let signals: [(number: Int32, name: String)] = [
    (SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP"),
  ]

  /// Whether a signal came that asks to stop.
  package static var isUp: Bool { received.load(ordering: .relaxed) != 0 }

  /// The name of the signal that came, such as `SIGTERM`; nil while none has.
  package static var name: String? {
    let number = received.load(ordering: .relaxed)
    return signals.first { $0.number == number }?.name
  }

  /// From now on the first signal puts the sign up; a second of its kind ends the process at once.
  package static func listen() {
    received.store(0, ordering: .relaxed)
    unblock()
    for (number, _) in signals {
      if isIgnored(number) { continue }
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_handler = { StopSign.received.store($0, ordering: .relaxed) }
      #else
        action.__sigaction_u.__sa_handler = { StopSign.received.store($0, ordering: .relaxed) }
      #endif
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// Lets the signals through that ask to stop.
  ///
  /// A parent that has them blocked, as any thread of a pool has, hands that down.
  package static func unblock() {
    var set = sigset_t()
    sigemptyset(&set)
    for (number, _) in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Whether the parent had us ignore a signal, as `nohup` does: then it stays ignored.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
