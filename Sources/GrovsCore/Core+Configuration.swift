import JSON

extension Core {
  /// Takes a configuration, puts it off while the device is locked, or refuses it.
  mutating func configure(
    _ configuration: Configuration, _ completion: Completion?, _ turn: inout Turn
  ) {
    guard !isExtension else {
      turn.log(.error, "configure was called in an extension; it is ignored.")
      if let completion { turn.complete(completion, with: .bool(false)) }
      return
    }
    guard address(of: configuration) != nil else {
      turn.log(.error, "configure was called with an invalid baseURL; it is refused.")
      if let completion { turn.complete(completion, with: .bool(false)) }
      return
    }
    let completions = completion.map { [$0] } ?? []
    guard isLocked else {
      apply(configuration, completions, &turn)
      return
    }
    let earlier = deferred?.completions ?? []
    deferred = Deferred(configuration: configuration, completions: earlier + completions)
    turn.log(.info, "The device is locked; configure waits for its unlock.")
  }

  /// Runs the configuration that was put off.
  mutating func runDeferred(_ turn: inout Turn) {
    guard !isLocked, let deferred else { return }
    self.deferred = nil
    apply(deferred.configuration, deferred.completions, &turn)
  }

  mutating func setEnabled(_ isEnabled: Bool, _ turn: inout Turn) {
    if deferred != nil {
      deferred?.configuration.enabled = isEnabled
    } else if standing.setup == nil {
      turn.log(.error, "setSDK was called before configure; it is ignored.")
    } else if isEnabled, !standing.isEnabled {
      standing.isEnabled = true
      standing.wasCollecting = true
      turn.signal(.collecting)
      if standing.isAuthenticated {
        turn.signal(.resumed)
      } else {
        authentication.resume(standing, &turn)
      }
    } else if !isEnabled {
      disable(&turn)
    }
  }

  mutating func setDelegate(_ delegate: AppObject?, _ turn: inout Turn) {
    if deferred != nil {
      deferred?.configuration.delegate = delegate
    } else if standing.setup != nil {
      standing.delegate = delegate
    } else {
      turn.log(.info, "A delegate was assigned before configure; it is not used.")
    }
  }

  var delegate: AppObject? { deferred?.configuration.delegate ?? standing.delegate }

  private mutating func apply(
    _ configuration: Configuration, _ completions: [Completion], _ turn: inout Turn
  ) {
    guard let address = address(of: configuration) else { return }
    let project = Project(
      apiKey: configuration.apiKey, isTest: configuration.useTestEnvironment)
    let hasChanged = standing.project.map { $0 != project } ?? false
    if !configuration.enabled {
      disable(&turn)
    } else if hasChanged {
      // Its reports belong to the project that is left.
      inApp.leaveProject(&turn)
      settle(&turn)
    }
    let isFirst = standing.setup == nil
    standing.setup = Setup(
      project: project, address: address, tracksScreens: configuration.autoTrackScreenViews)
    standing.isEnabled = configuration.enabled
    standing.isAuthenticated = false
    standing.deviceID = projects.deviceID(in: project)
    standing.scheme = projects.scheme(of: project)
    standing.store = projects.store(of: project)
    standing.delegate = configuration.delegate
    visitor.configure(projectChanged: hasChanged)
    screens.aliases.configure(projectChanged: hasChanged)
    events.queue.configure(projectChanged: hasChanged)
    inApp.configure(project, projectChanged: hasChanged, isFirst: isFirst)
    links.configure()
    purchases.configure(project, &turn)
    clipboard.configure(configuration.clipboardDomains, &turn)
    if configuration.enabled {
      standing.wasCollecting = true
      authentication.configure(completions, standing, &turn)
      turn.signal(.collecting)
    } else {
      for completion in completions { turn.complete(completion, with: .bool(false)) }
    }
  }

  private mutating func disable(_ turn: inout Turn) {
    guard standing.isCollecting else { return }
    for id in exchange.closeAll() { turn.cancelled(id) }
    authentication.disable(&turn)
    standing.isEnabled = false
    turn.signal(.disabled)
  }

  private func address(of configuration: Configuration) -> String? {
    guard let base = configuration.baseURL else { return BaseURL.cloud }
    return BaseURL(base)?.text
  }
}
