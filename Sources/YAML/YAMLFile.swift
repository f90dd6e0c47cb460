/// A YAML file as it was read: its tree, and all that is wrong with it.
///
/// The YAML is a strict subset: one document of block and flow collections, plain, quoted and
/// block scalars, and comments. A plain scalar is typed only when it is a literal of JSON.
public struct YAMLFile: Sendable {
  /// The levels of lists and maps that may stand inside each other.
  public static let maximumDepth = 64
  /// The bytes that a file may have.
  public static let maximumSize = 1 << 20

  /// The tree, or `nil` when the file cannot be read to its end.
  ///
  /// What `errors` refuses stands in it as if it had been mended: without a second key of the same
  /// name, an anchor or a tag.
  public let root: Node?
  /// All that is wrong, in the order of the places; a file with errors is not to be used.
  public let errors: [YAMLError]

  /// Reads a file.
  public init(path: String) {
    do throws(YAMLError) {
      let bytes = try readFile(path)
      self = bytes.withUnsafeBufferPointer { YAMLFile($0, path: path) }
    } catch {
      root = nil
      errors = [error]
    }
  }

  /// Reads a text as if it were the file of that path.
  public init(_ text: String, path: String) {
    var text = text
    self = text.withUTF8 { YAMLFile($0, path: path) }
  }

  /// Reads bytes that are in memory already as if they were the file of that path.
  public init(bytes: [UInt8], path: String) {
    self = bytes.withUnsafeBufferPointer { YAMLFile($0, path: path) }
  }

  /// Reads bytes as if they were the file of that path; nothing keeps them afterwards.
  public init(_ bytes: UnsafeBufferPointer<UInt8>, path: String) {
    var composer: Composer
    do throws(YAMLError) {
      composer = Composer(try Source(bytes, file: path))
    } catch {
      root = nil
      errors = [error]
      return
    }
    root = composer.document()
    errors = composer.errors.sorted {
      ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column)
    }
  }

  /// Gives the tree of a file with which nothing is wrong.
  public func node() throws(YAMLErrors) -> Node {
    guard let root, errors.isEmpty else { throw YAMLErrors(errors: errors) }
    return root
  }
}
