import JSON

/// What was found out, kept so that a search that was stopped goes on where it was.
package struct Records: Sendable {
  private let folder: String?

  /// `folder`: where it is kept; with nil nothing is.
  package init(folder: String?) { self.folder = folder }

  /// What is kept under a key.
  func read(_ key: String) -> Value? {
    guard let folder, let text = (try? Files.text(of: "\(folder)/\(key).json")) ?? nil else {
      return nil
    }
    return try? Value(json: text)
  }

  /// Keeps something; what cannot be kept is found out again.
  func write(_ value: Value, _ key: String) {
    guard let folder else { return }
    try? Files.makeFolder(folder)
    try? Files.write(value.canonicalText + "\n", to: "\(folder)/\(key).json")
  }

  /// A key of everything that a finding hangs on.
  package static func key(_ parts: [String]) -> String {
    var print = Fingerprint()
    for part in parts { print.feed(part) }
    return print.text
  }
}
