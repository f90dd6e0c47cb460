import JSON

extension InApp {
  // MARK: - What the app calls

  mutating func pause() { hold.isPaused = true }

  mutating func resume(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    hold.isPaused = false
    next(world, standing, &turn)
  }

  mutating func exclude(
    _ screens: [String], _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    hold.exclude(screens)
    next(world, standing, &turn)
  }

  /// Drops what waits, and closes what is on screen where that is wanted.
  mutating func discard(
    dismissCurrent: Bool, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    waiting = nil
    let dropped = tests
    tests = []
    for test in dropped { drop(test: test.id, "the app discards messages", standing, &turn) }
    guard dismissCurrent, let showing = current else { return }
    // What the delegate is being asked about is not there yet, and its answer counts.
    if case .asked = showing.stage { return }
    if let test = showing.test, !showing.isOnScreen {
      drop(test: test, "the app discards messages", standing, &turn)
    }
    end(.dismissal(Ending.closedByApp), &turn)
  }

  // MARK: - What happens to app and device

  mutating func foreground(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    retryPicture(standing, &turn)
    next(world, standing, &turn)
  }

  /// The SDK was disabled: nothing shows, nothing waits.
  mutating func disable(_ turn: inout Turn) {
    disableSync()
    waiting = nil
    tests = []
    end(.unreportedDismissal(Ending.closedByApp), &turn)
  }

  /// The messages of a project go with it.
  mutating func leaveProject(_ turn: inout Turn) { end(.dismissal(Ending.closedByApp), &turn) }

  /// The device has changed: a message may have lost its window or its orientation.
  mutating func deviceChanged(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    if let showing = current, showing.isOnScreen {
      if standing.device.window == nil {
        end(.dismissal(Ending.closedByApp), &turn)
      } else if !showing.fits(world.orientation) {
        end(.unreportedDismissal(Ending.turned), &turn)
      }
    }
    next(world, standing, &turn)
  }
}
