import JSON

/// A command's help, taken apart: what completions and the manual are made of.
struct HelpText: Hashable {
  /// A line that explains a word: an option, or what else may stand on the command line.
  struct Term: Hashable {
    /// An option's has its dashes.
    var name: String
    /// What stands for an option's value, such as `FILE`; nil for a switch.
    var value: String?
    var text: String
  }

  enum Block: Hashable {
    case paragraph(String)
    case terms([Term])
  }

  /// What stands before the usage.
  private(set) var about: [String] = []
  /// Each way to call the command.
  private(set) var usage: [String] = []
  /// What stands behind the usage.
  private(set) var blocks: [Block] = []

  init(_ help: String) {
    var paragraph = ""
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent).split(separator: " ").joined(separator: " ")
      if words.isEmpty {
        close(&paragraph)
      } else if words.hasPrefix("usage: ") {
        usage.append(String(words.dropFirst(7)))
      } else if indent == 7, words.hasPrefix("conformance ") {
        usage.append(words)
      } else if indent == 2 {
        close(&paragraph)
        add(Self.term(line.dropFirst(indent)))
      } else if indent > 2, case .terms(var terms)? = blocks.last, paragraph.isEmpty {
        terms[terms.count - 1].text += " " + words
        blocks[blocks.count - 1] = .terms(terms)
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + words
      }
    }
    close(&paragraph)
  }

  private mutating func close(_ paragraph: inout String) {
    guard !paragraph.isEmpty else { return }
    if usage.isEmpty { about.append(paragraph) } else { blocks.append(.paragraph(paragraph)) }
    paragraph = ""
  }

  private mutating func add(_ term: Term) {
    if case .terms(let terms)? = blocks.last {
      blocks[blocks.count - 1] = .terms(terms + [term])
    } else {
      blocks.append(.terms([term]))
    }
  }

  // `--jobs N          runs side by side`: a value stands one space behind the name.
  private static func term(_ line: Substring) -> Term {
    let name = line.prefix { $0 != " " }
    var rest = line.dropFirst(name.count)
    var value: String?
    let word = rest.dropFirst().prefix { $0 != " " }
    if name.hasPrefix("--"), rest.prefix(while: { $0 == " " }).count == 1,
      word.first?.isUppercase ?? false
    {
      value = String(word)
      rest = rest.dropFirst(1 + word.count)
    }
    return Term(
      name: String(name), value: value, text: rest.split(separator: " ").joined(separator: " "))
  }

  var options: [Term] {
    blocks.flatMap { block -> [Term] in
      guard case .terms(let terms) = block else { return [] }
      return terms.filter { $0.name.hasPrefix("--") }
    }
  }

  func option(named name: String) -> Term? { options.first { $0.name.isSame(as: name) } }

  /// The words behind the options in every way to call the command, such as `FILTER…`.
  var operands: [String] {
    usage.flatMap { way in
      way.split(separator: " ").map(String.init).filter { word in
        !word.contains("-") && !word.contains("OPTION") && word != "|"
      }.dropFirst(2)
    }
  }
}
