/// What stands on the command line behind a command's name, taken piece by piece.
struct Arguments {
  private var words: [String]

  init(_ words: [String]) { self.words = words }

  /// Takes a switch, and tells whether it was there.
  mutating func flag(_ name: String) -> Bool {
    var isThere = false
    while let place = place(of: name) {
      words.remove(at: place)
      isThere = true
    }
    return isThere
  }

  /// Takes an option's value, given as `--name VALUE` or `--name=VALUE`; the last one counts.
  mutating func value(of name: String) throws(UsageError) -> String? {
    var value: String?
    while let place = words.prefix(while: { $0 != "--" }).firstIndex(where: {
      $0 == name || $0.hasPrefix(name + "=")
    }) {
      if words[place] != name {
        value = String(words[place].dropFirst(name.count + 1))
        words.remove(at: place)
        continue
      }
      // A name with two dashes is an option that stands where the value was forgotten.
      guard place + 1 < words.count, !words[place + 1].hasPrefix("--") else {
        throw UsageError("\(name) needs a value behind it")
      }
      value = words[place + 1]
      words.removeSubrange(place...place + 1)
    }
    return value
  }

  /// Takes an option's whole number, which must be in the range.
  mutating func number(
    of name: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = try value(of: name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return number
  }

  /// Takes an option that may have a number behind it; nil where it is not there.
  ///
  /// Inside, nil stands for the option without a number: another word behind it is not its own.
  mutating func seed(of name: String) throws(UsageError) -> UInt64?? {
    let options = words.prefix { $0 != "--" }
    guard let place = options.lastIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) else {
      return nil
    }
    let isAlone = words[place] == name
    if isAlone, place + 1 >= words.count || !words[place + 1].isNumber {
      words.remove(at: place)
      return .some(nil)
    }
    let word = words.remove(at: place)
    let text = isAlone ? words.remove(at: place) : String(word.dropFirst(name.count + 1))
    guard text.isNumber, let seed = UInt64(text) else {
      throw UsageError("\(name) takes a whole number of at most 64 bits, not '\(text)'")
    }
    return seed
  }

  /// Takes what is left; an option that nobody took is an error.
  mutating func rest() throws(UsageError) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.count
    if let unknown = words[..<end].first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw UsageError("there is no option '\(unknown)' here")
    }
    defer { words = [] }
    return Array(words[..<end]) + words.dropFirst(end + 1)
  }

  /// Fails unless nothing is left.
  mutating func end() throws(UsageError) {
    if let word = try rest().first { throw UsageError("'\(word)' has no meaning here") }
  }

  private func place(of name: String) -> Int? {
    words.prefix { $0 != "--" }.firstIndex(of: name)
  }
}

extension String {
  fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}

/// A command line that cannot be understood.
struct UsageError: Error, Hashable {
  var message: String

  init(_ message: String) { self.message = message }
}

/// What the process answers its caller.
enum ExitCode: Int32 {
  /// All holds.
  case holds = 0
  /// A verdict fails, lint and survivors included.
  case fails = 1
  /// The command line is wrong.
  case usage = 2
  /// Nothing ran, or a file is refused: the answer is incomplete.
  case incomplete = 3
  /// Nothing could be judged: `git bisect run` skips the commit; only where it is asked for.
  case untestable = 125
  /// The command line is wrong, told to `git bisect run`, which stops: 2 would be a bad commit.
  case stops = 128
}

extension ExitCode {
  /// The code as `git bisect run` reads it.
  var forGit: ExitCode {
    switch self {
    case .incomplete: .untestable
    case .usage: .stops
    case .holds, .fails, .untestable, .stops: self
    }
  }
}
