import JSON
import Synchronization

/// A place in a file.
///
/// Every piece of a file holds one, so it is small and plain: a file is known by a number, and its
/// path is looked up when somebody reads it.
public struct Mark: Hashable, Sendable, CustomStringConvertible {
  private let path: Int32
  private var row: UInt32
  private var place: UInt32

  public init(file: String, line: Int, column: Int) {
    self.init(path: Mark.number(of: file), line: line, column: column)
  }

  private init(path: Int32, line: Int, column: Int) {
    self.path = path
    row = UInt32(clamping: line)
    place = UInt32(clamping: column)
  }

  /// The path, as given to the reader.
  public var file: String { Mark.paths.withLock { $0[Int(path)] } }
  /// From 1.
  public var line: Int {
    get { Int(row) }
    set { row = UInt32(clamping: newValue) }
  }
  /// From 1, counted in Unicode scalars.
  public var column: Int {
    get { Int(place) }
    set { place = UInt32(clamping: newValue) }
  }

  public var description: String { "\(file):\(line):\(column)" }

  /// Another place in the same file.
  public func at(line: Int, column: Int) -> Mark { Mark(path: path, line: line, column: column) }

  /// Whether both stand in one file.
  public func isInSameFile(as other: Mark) -> Bool { path == other.path }

  // Paths are only ever added, so a number stays good for the whole process.
  private static let paths = Mutex<[String]>([])

  private static func number(of file: String) -> Int32 {
    paths.withLock { paths in
      if let known = paths.lastIndex(where: { $0.isSame(as: file) }) { return Int32(known) }
      paths.append(file)
      return Int32(paths.count - 1)
    }
  }
}
