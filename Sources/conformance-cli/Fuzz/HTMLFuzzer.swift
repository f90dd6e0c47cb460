import GrovsCore
import JSON

/// Checks that no value changes more of a page than the text of its own place.
///
/// A page with nasty values must be cut into the tokens of its template. Texts and open attributes
/// must be those of the page with harmless values, put in place of which the nasty ones stand;
/// all else must be the template's bytes.
struct HTMLFuzzer {
  /// What one sample came to.
  enum Outcome: Equatable {
    case holds
    /// A field is missing, which is right only for a page with such a field.
    case withheld
    case fails(String)
  }

  static func check(_ sample: HTMLGrammar.Sample) -> Outcome {
    let template = Template(sample.html)
    guard let page = try? template.page(user: sample.nasty, event: sample.nasty),
      let plain = try? template.page(user: sample.plain, event: sample.plain)
    else { return .withheld }
    let written = Tokens(sample.html)
    let nasty = Tokens(page)
    let harmless = Tokens(plain)
    if let problem = nasty.difference(from: written) { return .fails(problem) }
    if let problem = harmless.difference(from: written) { return .fails("harmless: " + problem) }
    return compare(written, nasty, harmless, sample).map { .fails($0) } ?? .holds
  }

  private static func compare(
    _ written: Tokens, _ nasty: Tokens, _ harmless: Tokens, _ sample: HTMLGrammar.Sample
  ) -> String? {
    for index in written.parts.indices {
      let part = written.parts[index]
      let text = nasty.bytes[nasty.parts[index].range]
      guard part.isOpen else {
        let isSame = text.elementsEqual(written.bytes[part.range])
        if !isSame { return "part \(index), which is not open, has changed" }
        continue
      }
      let decoded = HTMLDecoding.decode(text, isAttribute: part.isAttribute)
      let expected = HTMLDecoding.decode(
        harmless.bytes[harmless.parts[index].range], isAttribute: part.isAttribute)
      if decoded != replaced(expected, sample) { return "part \(index) reads otherwise" }
    }
    return nil
  }

  // Each harmless value with the nasty one in its place; a parser makes another character of NUL.
  private static func replaced(_ text: [UInt8], _ sample: HTMLGrammar.Sample) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    outer: while let first = rest.first {
      if first == UInt8(ascii: "Q") {
        for pair in sample.plain {
          guard let plain = pair.value.string, rest.starts(with: plain.utf8) else { continue }
          for byte in (sample.nasty[pair.key]?.string ?? "").utf8 {
            if byte == 0 { result += Array("\u{FFFD}".utf8) } else { result.append(byte) }
          }
          rest = rest.dropFirst(plain.utf8.count)
          continue outer
        }
      }
      result.append(first)
      rest = rest.dropFirst()
    }
    return result
  }
}

/// A page's tokens, and of each the ranges that are compared.
private struct Tokens {
  struct Part {
    var range: Range<Int>
    /// Whether placeholders count here.
    var isOpen: Bool
    var isAttribute: Bool
  }

  private(set) var bytes: [UInt8]
  private(set) var parts: [Part] = []
  /// What must be the same in every page of a template.
  private var shape: [String] = []
  private var endsWithText = false

  init(_ page: String) {
    var reader = HTMLReader(page)
    bytes = reader.bytes
    while let token = reader.next() { add(token) }
    addText(bytes.count..<bytes.count)
  }

  func difference(from other: Tokens) -> String? {
    for (index, (left, right)) in zip(shape, other.shape).enumerated() where left != right {
      return "token \(index) is \(left), not \(right)"
    }
    return shape.count == other.shape.count
      ? nil : "\(shape.count) tokens, not \(other.shape.count)"
  }

  // Between any two tokens there is a text, be it empty: an empty fallback can leave none.
  private mutating func addText(_ range: Range<Int>) {
    if !endsWithText { parts.append(Part(range: range, isOpen: true, isAttribute: false)) }
  }

  private mutating func add(_ token: HTMLToken) {
    if case .text(let range, _) = token {
      guard !endsWithText else { return shape.append("two texts in a row") }
      parts.append(Part(range: range, isOpen: true, isAttribute: false))
      endsWithText = true
      return
    }
    addText(token.range.lowerBound..<token.range.lowerBound)
    endsWithText = false
    switch token {
    case .text: break
    case .startTag(let tag): add(tag, "start tag", mayBeOpen: true)
    case .endTag(let tag): add(tag, "end tag", mayBeOpen: false)
    case .other(let kind, let range):
      shape.append("\(kind)")
      parts.append(Part(range: range, isOpen: false, isAttribute: false))
    }
  }

  private mutating func add(_ tag: HTMLTag, _ kind: String, mayBeOpen: Bool) {
    shape.append("\(kind) \(tag.name) \(tag.isSelfClosing)")
    var start = tag.range.lowerBound
    for attribute in tag.attributes {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self)
      shape.append("attribute \(name) \(attribute.quoting) \(attribute.isDuplicate)")
      let isOpen = mayBeOpen && !attribute.isDuplicate && Self.isOpen(name.lowercased())
      // What stands before a value is part of the page, too.
      parts.append(
        Part(range: start..<attribute.value.lowerBound, isOpen: false, isAttribute: true))
      parts.append(Part(range: attribute.value, isOpen: isOpen, isAttribute: true))
      start = attribute.value.upperBound
    }
    parts.append(Part(range: start..<tag.range.upperBound, isOpen: false, isAttribute: false))
  }

  private static func isOpen(_ name: String) -> Bool {
    ["alt", "title", "value", "placeholder"].contains(name) || name.hasPrefix("aria-")
      || name.hasPrefix("data-")
  }
}
