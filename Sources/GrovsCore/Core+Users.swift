extension Core {
  /// Whether `configure` has run, or waits for the device's unlock.
  var isConfigured: Bool { standing.setup != nil || deferred != nil }

  mutating func answerUsers(_ call: Call, _ turn: inout Turn) -> Answer {
    switch call {
    case .userIdentifier: return .text(visitor.identifier)
    case .userAttributes: return .attributes(visitor.attributes)
    case .setUserIdentifier(let identifier):
      if isConfigured {
        visitor.setIdentifier(identifier, standing, &turn)
      } else {
        turn.log(.error, "userIdentifier was set before configure; it is ignored.")
      }
    case .setUserAttributes(let attributes):
      if isConfigured {
        visitor.setAttributes(attributes, standing, &turn)
      } else {
        turn.log(.error, "userAttributes were set before configure; they are ignored.")
      }
    default: break
    }
    return .nothing
  }

  mutating func answerScreens(_ call: Call, _ turn: inout Turn) -> Answer {
    switch call {
    case .screenNameProvider: return .object(screens.provider?.object)
    case .setScreenNameProvider(let provider): screens.provider = provider
    case .setScreenAliases(let aliases):
      if isConfigured { screens.aliases.set(aliases, standing, &turn) }
    case .grovsScreen(let name, let fileID, let properties):
      events.trackScreenView(
        name ?? ScreenNames.name(ofFile: fileID), properties, by: "grovsScreen", standing, &turn)
    default: break
    }
    return .nothing
  }
}
