import JSON
import YAML

/// A label that a step speaks of, to be looked up once the whole run is known.
struct LabelUse: Hashable {
  enum Purpose: Hashable {
    /// `$time`, or the device's `clock`.
    case instant
    /// `$same`: the body of a request.
    case body
  }

  var name: String
  var mark: Mark
  var purpose: Purpose
}

/// Reads values and patterns out of nodes whose names are filled in.
///
/// It also notes what a step has to know about them: the labels used, and whether anything in the
/// spec's own words is loose or a range.
final class Terms {
  /// Where a term stands.
  enum Place: Hashable {
    /// Among the app's values, which travel with tags for what is no JSON.
    case app
    /// In a body, which is JSON and nothing else.
    case body
  }

  let problems: Problems
  let shapes: Shapes
  let replies: Replies
  var place = Place.app
  var uses: [LabelUse] = []
  /// `$open` or `$any`, when one stands in what the spec itself wrote.
  var loose: String?
  /// Whether a `$range` was met.
  var ranged = false
  /// Whether a `$time` was met in a value.
  var timed = false
  /// Set while the words of a shape are read: mistakes are told at the shape's use.
  var shapeUse: Mark?

  init(_ problems: Problems, _ shapes: Shapes, _ replies: Replies) {
    self.problems = problems
    self.shapes = shapes
    self.replies = replies
  }

  /// Forgets what was noted, for the next step.
  func reset() {
    uses = []
    loose = nil
    ranged = false
  }

  /// Reads with terms standing at another place.
  func at<Result>(_ place: Place, _ read: () -> Result) -> Result {
    let old = self.place
    self.place = place
    defer { self.place = old }
    return read()
  }

  func fail(_ mark: Mark, _ message: String) {
    problems.add(shapeUse ?? mark, message)
  }

  /// Tells a `$` key among others, and gives the entries of a plain map.
  func plain(_ node: Node) -> [Node.Entry]? {
    let entries = node.entries ?? []
    for entry in entries where entry.key.utf8.first == UInt8(ascii: "$") {
      fail(
        entry.mark,
        "'\(entry.key.printable)' stands beside other keys; a key with '$' stands alone, and '$literal' holds data that looks so"
      )
      return nil
    }
    return entries
  }

  /// An INSTANT whose label is looked up later.
  func instant(_ text: String, _ mark: Mark) -> InstantName? {
    guard let instant = problems.instant(text, mark) else { return nil }
    if case .label(let name) = instant.base {
      uses.append(LabelUse(name: name, mark: mark, purpose: .instant))
    }
    return instant
  }

  /// `{ text: T, times: N }`, written out.
  func repeated(_ node: Node) -> String? {
    guard let fields = problems.fields(node, of: "'$repeat'", ["text", "times"]),
      let text = fields.required("text").flatMap({ problems.text($0) }),
      let times = fields.required("times").flatMap({ problems.integer($0, 0...8_388_608) })
    else { return nil }
    guard text.utf8.count * times <= 8_388_608 else {
      fail(node.mark, "longer than 8 MiB once repeated")
      return nil
    }
    return text.repeated(times)
  }

  /// Tells a `$` key that is not known, or does not belong here.
  func unknown(_ entry: Node.Entry, in what: String) {
    if Terms.patterns.contains(entry.key) {
      fail(entry.mark, "'\(entry.key)' is a pattern, and \(what) can hold none")
    } else if Terms.tags.contains(entry.key) {
      fail(entry.mark, "'\(entry.key)' is no JSON, and \(what) can hold nothing else")
    } else if entry.key == "$each" {
      fail(entry.mark, "'$each' stands in a list")
    } else {
      let known =
        Terms.patterns + Terms.tags + ["$each", "$repeat"] + shapes.names.map { "$" + $0 }
      fail(
        entry.mark,
        "unknown pattern or shape '\(entry.key.printable)'"
          + suggestion(for: entry.key, among: known))
    }
  }

  static let patterns = [
    "$any", "$like", "$open", "$absent", "$optional", "$bind", "$new", "$time", "$range", "$set",
    "$all", "$json", "$same", "$literal",
  ]
  static let tags = ["$data", "$date", "$url", "$uuid", "$number", "$opaque", "$object"]
}

extension String {
  /// The text so many times; by bytes, for character by character a long one takes milliseconds.
  func repeated(_ times: Int) -> String {
    let part = Array(utf8)
    return String(unsafeUninitializedCapacity: part.count * times) { bytes in
      var end = 0
      for _ in 0..<times {
        for byte in part {
          bytes[end] = byte
          end += 1
        }
      }
      return end
    }
  }
}

/// The vocabulary's shapes, each read once.
final class Shapes {
  struct Key: Hashable {
    var name: String
    var place: Terms.Place
  }

  struct Base {
    var fields: [Pattern.Field]
    var ranged: Bool
  }

  let nodes: [String: Node]
  /// In byte order.
  let names: [String]
  var bases: [Key: Base] = [:]
  /// The shapes that are being read: none may rest on itself.
  var open: [String] = []

  init(_ nodes: [String: Node]) {
    self.nodes = nodes
    names = nodes.keys.sorted { $0.precedes($1) }
  }
}
