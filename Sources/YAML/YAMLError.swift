/// One thing that is wrong with a YAML file.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  public var mark: Mark
  /// What is wrong, and what to write instead.
  public var message: String

  public init(mark: Mark, message: String) {
    self.mark = mark
    self.message = message
  }

  init(_ mark: Mark, _ problem: Problem) {
    self.init(mark: mark, message: problem.message)
  }

  public var description: String { "\(mark): error: \(message)" }
}

/// All that is wrong with a YAML file, in the order of its lines; never empty.
public struct YAMLErrors: Error, Hashable, Sendable, CustomStringConvertible {
  public let errors: [YAMLError]

  public var description: String { errors.map(\.description).joined(separator: "\n") }
}
