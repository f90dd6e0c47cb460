/// A place in a file.
public struct Mark: Hashable, Sendable, CustomStringConvertible {
  /// The path, as given to the reader.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, counted in Unicode scalars.
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { "\(file):\(line):\(column)" }
}
