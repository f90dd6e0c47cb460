extension String {
  /// Whether both texts have the same UTF-8 bytes; `==` also takes other spellings for equal.
  public func isSame(as other: String) -> Bool {
    // Most texts that differ do so in length, which is known without looking.
    guard utf8.count == other.utf8.count else { return false }
    var left = self
    var right = other
    return left.withUTF8 { a in
      right.withUTF8 { b in
        for index in 0..<a.count where a[index] != b[index] { return false }
        return true
      }
    }
  }

  /// Whether both texts have the same bytes once ASCII letters are taken in lower case.
  public func isSameIgnoringCase(as other: String) -> Bool {
    var left = self
    var right = other
    return left.withUTF8 { a in
      right.withUTF8 { b in
        guard a.count == b.count else { return false }
        for index in 0..<a.count where a[index] != b[index] {
          guard a[index].loweredASCII == b[index].loweredASCII else { return false }
        }
        return true
      }
    }
  }

  /// Whether this text comes before another by their UTF-8 bytes.
  public func precedes(_ other: String) -> Bool {
    var left = self
    var right = other
    return left.withUTF8 { a in
      right.withUTF8 { b in
        for index in 0..<min(a.count, b.count) where a[index] != b[index] {
          return a[index] < b[index]
        }
        return a.count < b.count
      }
    }
  }

  /// Feeds the UTF-8 bytes, so that texts that are the same hash alike and others do not.
  public func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}

extension UInt8 {
  fileprivate var loweredASCII: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}
