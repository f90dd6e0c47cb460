/// Finds the name of each controller that appears.
struct Screens: Sendable {
  /// Held for as long as it is set: it is a closure, not a delegate.
  var provider: ScreenNameProvider?
  var aliases = Aliases()

  /// Tells of a controller that has appeared, where it is a screen.
  mutating func appear(_ controller: Controller, _ standing: Standing, _ turn: inout Turn) {
    guard standing.isCollecting, standing.setup?.tracksScreens == true, !controller.isTracked
    else { return }
    let bare = ScreenNames.bare(controller.className)
    guard !ScreenNames.isSystem(bare) else { return }
    if let name = name(of: controller, bare: bare, &turn), !name.isBlank {
      turn.signal(.screen(name))
    }
  }

  private func name(of controller: Controller, bare: String, _ turn: inout Turn) -> String? {
    if let provider {
      turn.callback(.screenName(className: controller.className), on: provider.object)
      switch provider.answer {
      case .automatic: break
      case .suppress: return nil
      case .name(let name):
        if name.isBlank {
          turn.log(.warn, "The screenNameProvider gave a blank name; the view is not recorded.")
        }
        return name
      }
    }
    if case .given(let name) = controller.ownName { return name }
    return aliases.alias(of: controller.className) ?? aliases.alias(of: bare)
      ?? ScreenNames.name(ofClass: bare)
  }
}
