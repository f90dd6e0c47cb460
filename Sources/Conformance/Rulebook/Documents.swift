import JSON
package import YAML

/// A suite's `documents.yaml`: what its rulebook restates, and what in it is no rule.
package struct Documents: Sendable {
  /// The names of the documents, each a file `NAME.md`.
  package var names: [String] = []
  /// The sections in which sentences are exempt.
  package var exemptPlaces: [String] = []
  /// The sentences that no rule has to restate.
  package var exempt: [Exempt] = []
  /// What is wrong with the file, sorted by place.
  package var errors: [SpecError] = []

  /// A sentence that is no rule.
  package struct Exempt: Sendable {
    package var pin: Pin
    /// `document#section`.
    package var place: String
    /// The name of the reason.
    package var reason: String
    package var mark: Mark
  }

  private static let keys = ["documents", "names", "reasons", "not-rules"]

  /// Reads the file of a suite's folder; without one there are no documents.
  package static func load(
    folder: String, exists: (String) -> Bool = Files.exists,
    read: (String) -> YAMLFile = { YAMLFile(path: $0) }
  ) -> Documents {
    let path = folder + "/documents.yaml"
    var documents = Documents()
    guard exists(path) else { return documents }
    let problems = Problems()
    let file = read(path)
    problems.add(file.errors.map { SpecError($0.mark, $0.message) })
    if let root = file.root {
      problems.version(root, "documents")
      if let fields = problems.fields(root, of: "the documents", keys) {
        documents.read(fields, problems)
      }
    }
    documents.errors = problems.sorted
    return documents
  }

  /// Every place that rules and exempt sentences name.
  package func places(and rulebook: Rulebook) -> [String] {
    rulebook.rules.flatMap(\.sources) + exemptPlaces
  }

  /// Whether a source stands in one of the documents, and not in another paper.
  func include(_ place: String) -> Bool {
    names.contains { place.isSame(as: $0) || place.hasPrefix($0 + "#") }
  }

  /// What is wrong between these lists and the rulebook: a sentence cannot be a rule and none.
  package func lint(_ rulebook: Rulebook) -> [SpecError] {
    var rules: [Pin: String] = [:]
    for rule in rulebook.rules {
      for pinned in rule.pins where rules[pinned.pin] == nil { rules[pinned.pin] = rule.id }
    }
    return exempt.compactMap { sentence in
      rules[sentence.pin].map { rule in
        SpecError(sentence.mark, "rule '\(rule)' restates \(sentence.pin), so it is no 'not-rules'")
      }
    }
  }

  private mutating func read(_ fields: Fields, _ problems: Problems) {
    for node in fields.required("names").flatMap({ problems.list($0, "a list of names") }) ?? [] {
      guard let name = problems.text(node, "the name of a document, without .md") else { continue }
      if name.isSlug {
        names.append(name)
      } else {
        problems.add(
          node.mark,
          "'\(name.printable)' is no name of a document: small letters, digits and '-', without .md"
        )
      }
    }
    var used: [String] = []
    let reasons = fields["reasons"].flatMap { problems.map($0, "a map of name to reason") } ?? []
    for reason in reasons { _ = problems.text(reason.value, "a reason in words") }
    for place in fields["not-rules"].flatMap({ problems.map($0, "a map of places") }) ?? [] {
      if !include(place.key) {
        problems.add(
          place.mark,
          "'\(place.key.printable)' is no place as document#section in one of the documents")
      }
      exemptPlaces.append(place.key)
      for entry in problems.map(place.value, "a map of reason to hashes") ?? [] {
        used.append(entry.key)
        read(entry, at: place.key, reasons.map(\.key), problems)
      }
    }
    for reason in reasons where !used.contains(where: { $0.isSame(as: reason.key) }) {
      problems.add(reason.mark, "no sentence has the reason '\(reason.key.printable)'")
    }
  }

  private mutating func read(
    _ entry: Node.Entry, at place: String, _ reasons: [String], _ problems: Problems
  ) {
    if !reasons.contains(where: { $0.isSame(as: entry.key) }) {
      problems.add(
        entry.mark,
        "unknown reason '\(entry.key.printable)'" + suggestion(for: entry.key, among: reasons))
    }
    for pinned in problems.pins(entry.value, at: [place]) {
      if let first = exempt.first(where: { $0.pin == pinned.pin }) {
        problems.add(
          pinned.mark, "\(pinned.pin) is given twice; the first is at line \(first.mark.line)")
      } else {
        exempt.append(
          Exempt(pin: pinned.pin, place: place, reason: entry.key, mark: pinned.mark))
      }
    }
  }
}

extension Problems {
  /// A list of the hashes of sentences, each of one of these places.
  func pins(_ node: Node, at places: [String]) -> [Rule.Pinned] {
    var pins: [Rule.Pinned] = []
    for item in list(node, "a list of hashes, such as [3f0a/91c2d4e8]") ?? [] {
      guard let text = text(item, orQuote: "a hash such as 3f0a/91c2d4e8") else { continue }
      guard let pin = Pin(text) else {
        add(
          item.mark,
          "'\(text.printable)' is no hash of a sentence; one has four and eight hex digits "
            + "around a slash, such as 3f0a/91c2d4e8")
        continue
      }
      if pins.contains(where: { $0.pin == pin }) {
        add(item.mark, "\(pin) is given twice")
      } else if places.contains(where: { Pin.hash(ofPlace: $0) == pin.place }) {
        pins.append(Rule.Pinned(pin: pin, mark: item.mark))
      } else {
        add(item.mark, "\(pin) is of another place than \(places.joined(separator: ", "))")
      }
    }
    return pins
  }
}
