import JSON

extension HTMLScanner {
  /// The tag whose name begins at a place, or what is left of it before the page's end.
  func tag(at start: Int, name: Int) -> HTMLToken {
    var place = name
    while place < bytes.count, !bytes[place].endsTagName { place += 1 }
    var tag = HTMLTag(
      range: start..<start, name: lowered(name..<place), attributes: [], isSelfClosing: false)
    while true {
      while place < bytes.count, bytes[place].isHTMLSpace { place += 1 }
      guard place < bytes.count else { return .other(.cut, start..<bytes.count) }
      switch bytes[place] {
      case UInt8(ascii: ">"):
        tag.range = start..<(place + 1)
        return name == start + 2 ? .endTag(tag) : .startTag(tag)
      case UInt8(ascii: "/"):
        // A slash counts only right before the end.
        tag.isSelfClosing = holds(">", at: place + 1)
        place += 1
      default:
        guard var attribute = attribute(at: &place) else {
          return .other(.cut, start..<bytes.count)
        }
        attribute.isDuplicate = tag.attributes.contains { isSame($0.name, attribute.name) }
        tag.attributes.append(attribute)
      }
    }
  }

  // An attribute and the place behind it, or nil where the page ends first. A name may begin with
  // an equals sign.
  private func attribute(at place: inout Int) -> HTMLAttribute? {
    let start = place
    place += 1
    while place < bytes.count, !bytes[place].endsTagName, bytes[place] != UInt8(ascii: "=") {
      place += 1
    }
    let name = start..<place
    var next = place
    while next < bytes.count, bytes[next].isHTMLSpace { next += 1 }
    guard next < bytes.count else { return nil }
    var attribute = HTMLAttribute(
      name: name, value: place..<place, quoting: .none, isDuplicate: false)
    guard bytes[next] == UInt8(ascii: "=") else { return attribute }
    place = next + 1
    while place < bytes.count, bytes[place].isHTMLSpace { place += 1 }
    guard place < bytes.count else { return nil }
    attribute.value = place..<place
    let first = bytes[place]
    if first == UInt8(ascii: ">") { return attribute }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let begin = place + 1
      guard let end = bytes[begin...].firstIndex(of: first) else { return nil }
      attribute.value = begin..<end
      attribute.quoting = first == UInt8(ascii: "'") ? .single : .double
      place = end + 1
      return attribute
    }
    while place < bytes.count, !bytes[place].isHTMLSpace, bytes[place] != UInt8(ascii: ">") {
      place += 1
    }
    guard place < bytes.count else { return nil }
    attribute.value = attribute.value.lowerBound..<place
    attribute.quoting = .unquoted
    return attribute
  }

  private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(bytes[left], bytes[right]).allSatisfy { $0.lowered == $1.lowered }
  }

  private func lowered(_ range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { buffer in
      var count = 0
      for byte in bytes[range] {
        buffer[count] = byte.lowered
        count += 1
      }
      return count
    }
  }
}
