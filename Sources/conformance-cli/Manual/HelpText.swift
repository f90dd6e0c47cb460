import JSON

/// A command's help, taken apart: what completions and the manual are made of.
struct HelpText: Hashable {
  struct Option: Hashable {
    /// With its dashes.
    var name: String
    /// What stands for its value, such as `FILE`; nil for a switch.
    var value: String?
    var text: String
  }

  /// What stands before the usage.
  private(set) var about: [String] = []
  /// Each way to call the command, without the command's own name.
  private(set) var usage: [String] = []
  private(set) var options: [Option] = []
  /// What stands behind the options.
  private(set) var notes: [String] = []

  init(_ help: String) {
    var paragraph = ""
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      let words = String(line.dropFirst(indent))
      if words.isEmpty {
        close(&paragraph)
      } else if words.hasPrefix("usage: ")
        || indent > 0 && options.isEmpty && !usage.isEmpty
          && !words.hasPrefix("--")
      {
        let way = words.hasPrefix("usage: ") ? String(words.dropFirst(7)) : words
        usage.append(way)
      } else if indent > 0, words.hasPrefix("--") {
        options.append(Self.option(words))
      } else if indent > 0, !options.isEmpty, paragraph.isEmpty {
        options[options.count - 1].text += " " + words
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + words
      }
    }
    close(&paragraph)
  }

  private mutating func close(_ paragraph: inout String) {
    guard !paragraph.isEmpty else { return }
    if usage.isEmpty { about.append(paragraph) } else { notes.append(paragraph) }
    paragraph = ""
  }

  // `--jobs N          runs side by side`: a value stands one space behind the name.
  private static func option(_ line: String) -> Option {
    let name = line.prefix { $0 != " " }
    var rest = line.dropFirst(name.count)
    var value: String?
    let word = rest.dropFirst().prefix { $0 != " " }
    if rest.prefix(while: { $0 == " " }).count == 1, word.first?.isUppercase ?? false {
      value = String(word)
      rest = rest.dropFirst(1 + word.count)
    }
    return Option(
      name: String(name), value: value, text: String(rest.drop { $0 == " " }))
  }

  func option(named name: String) -> Option? { options.first { $0.name.isSame(as: name) } }

  /// The words behind the options in every way to call the command, such as `FILTER…`.
  var operands: [String] {
    usage.flatMap { way in
      way.split(separator: " ").map(String.init).filter { word in
        !word.contains("-") && !word.contains("OPTION") && word != "|"
      }.dropFirst(2)
    }
  }
}
