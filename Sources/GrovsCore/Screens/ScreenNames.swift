import JSON

/// What a screen is called after its class or its file.
enum ScreenNames {
  /// What UIKit itself puts on screen around and above the app's own controllers.
  private static let system = [
    "UIActivityViewController", "UIAlertController", "UICompatibilityInputViewController",
    "UIEditingOverlayViewController", "UIInputViewController", "UIInputWindowController",
    "UINavigationController", "UIPageViewController", "UISplitViewController",
    "UISystemInputAssistantViewController", "UITabBarController",
  ]

  /// Whether a class is one of UIKit's containers, alerts or inputs.
  static func isSystem(_ bare: String) -> Bool { system.contains { $0.isSame(as: bare) } }

  /// A class's name without module and generic part.
  static func bare(_ name: String) -> String {
    var part: [UInt8] = []
    var depth = 0
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      case _ where depth > 0: break
      case UInt8(ascii: "."): part = []
      default: part.append(byte)
      }
    }
    return String(decoding: part, as: UTF8.self)
  }

  /// The name for a class that is given bare: without its ending, unless that is all of it.
  static func name(ofClass bare: String) -> String {
    for ending in ["ViewController", "Controller"] where bare.utf8.ends(with: ending) {
      return bare.without(ending)
    }
    return bare
  }

  /// The name for the file that a view is written in.
  static func name(ofFile id: String) -> String {
    let file = id.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    return file.without(".swift").without("View")
  }
}

extension String {
  /// The text without this ending, unless nothing would be left.
  fileprivate func without(_ ending: String) -> String {
    guard utf8.ends(with: ending), utf8.count > ending.utf8.count else { return self }
    return String(decoding: utf8.dropLast(ending.utf8.count), as: UTF8.self)
  }
}

extension String.UTF8View {
  fileprivate func ends(with ending: String) -> Bool {
    suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
