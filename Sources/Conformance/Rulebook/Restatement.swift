package import JSON
package import YAML

/// The rulebook held against the documents that it restates.
package struct Restatement: Sendable {
  /// How many sentences the documents have.
  package private(set) var total = 0
  /// How many of them a rule restates.
  package private(set) var restated = 0
  /// How many of them are listed as no rule.
  package private(set) var exempt = 0
  /// Sentences that no rule restates and no list exempts.
  package private(set) var loose: [Loose] = []
  /// Pins whose sentence changed or is gone, by rule in the rulebook's order.
  package private(set) var stale: [Stale] = []
  /// Rules with a source of which they restate no sentence.
  package private(set) var unpinned: [Unpinned] = []

  /// A sentence that nothing answers for.
  package struct Loose: Sendable {
    package var file: String
    package var sentence: Sentence
  }

  /// A pin that no sentence of its place has any more.
  package struct Stale: Sendable {
    /// The rule, or nil for a sentence that is listed as no rule.
    package var rule: String?
    package var place: String
    package var pin: Pin
    package var mark: Mark
    /// The sentence that most likely stands there instead.
    package var now: Loose?
    /// Whether the place itself is gone.
    package var lostPlace: Bool
  }

  /// A source that a rule names without restating anything of it.
  package struct Unpinned: Sendable {
    package var rule: Rule
    package var place: String
  }

  /// Holds rules and lists against the documents, each given with its file's path.
  package init(
    _ rulebook: Rulebook, _ documents: Documents, _ texts: [(file: String, document: Document)]
  ) {
    let pins = Set(rulebook.rules.flatMap(\.pins).map(\.pin))
    let none = Set(documents.exempt.map(\.pin))
    var found: Set<Pin> = []
    for (file, document) in texts {
      total += document.sentences.count
      for sentence in document.sentences {
        found.insert(sentence.pin)
        if pins.contains(sentence.pin) {
          restated += 1
        } else if none.contains(sentence.pin) {
          exempt += 1
        } else {
          loose.append(Loose(file: file, sentence: sentence))
        }
      }
    }
    let places = texts.flatMap { [$0.document.name] + $0.document.places }
    for rule in rulebook.rules {
      for pinned in rule.pins where !found.contains(pinned.pin) {
        let place = rule.sources.first { Pin.hash(ofPlace: $0) == pinned.pin.place } ?? ""
        add(rule.id, place, pinned, places)
      }
      for place in rule.sources where documents.include(place) {
        let hash = Pin.hash(ofPlace: place)
        guard !rule.pins.contains(where: { $0.pin.place == hash }) else { continue }
        unpinned.append(Unpinned(rule: rule, place: place))
      }
    }
    for sentence in documents.exempt where !found.contains(sentence.pin) {
      add(nil, sentence.place, Rule.Pinned(pin: sentence.pin, mark: sentence.mark), places)
    }
  }

  /// Makes one of those of several suites, one behind the other.
  package init(joining parts: [Restatement]) {
    for part in parts {
      total += part.total
      restated += part.restated
      exempt += part.exempt
      loose += part.loose
      stale += part.stale
      unpinned += part.unpinned
    }
  }

  /// Reads the documents as `NAME.md` of a folder and holds rules and lists against them.
  package init(
    _ rulebook: Rulebook, _ documents: Documents, folder: String,
    read: (String) throws(Files.Problem) -> String = { path throws(Files.Problem) in
      String(decoding: try Files.bytes(of: path), as: UTF8.self)
    }
  ) throws(Files.Problem) {
    let places = documents.places(and: rulebook)
    var texts: [(file: String, document: Document)] = []
    for name in documents.names {
      let file = "\(folder)/\(name).md"
      texts.append((file, Document(name: name, text: try read(file), places: places)))
    }
    self.init(rulebook, documents, texts)
  }

  // With one new sentence alone in the place, it is what became of the old one.
  private mutating func add(
    _ rule: String?, _ place: String, _ pinned: Rule.Pinned, _ places: [String]
  ) {
    let new = loose.filter { $0.sentence.place.isSame(as: place) }
    stale.append(
      Stale(
        rule: rule, place: place, pin: pinned.pin, mark: pinned.mark,
        now: new.count == 1 ? new[0] : nil,
        lostPlace: !places.contains { $0.isSame(as: place) }))
  }

  /// Whether every sentence is answered for and every pin has its sentence.
  package var holds: Bool { loose.isEmpty && stale.isEmpty && unpinned.isEmpty }

  /// The ids of the rules whose sentence changed or is gone, each once.
  package var staleRules: [String] {
    var ids: [String] = []
    for id in stale.compactMap(\.rule) where !(ids.last?.isSame(as: id) ?? false) { ids.append(id) }
    return ids
  }
}

extension Restatement {
  /// Every sentence and rule at fault with its place, then the counts.
  package var lines: [String] {
    var lines = loose.map { loose in
      let sentence = loose.sentence
      return "\(loose.file):\(sentence.line): error: no rule restates "
        + "'\(sentence.description.printable)' of \(sentence.place) (\(sentence.pin))"
    }
    lines += stale.map { "\($0.mark): error: \($0.message)" }
    lines += unpinned.map {
      "\($0.rule.mark): error: rule '\($0.rule.id)' restates no sentence of its source \($0.place)"
    }
    lines.append(
      "\(total) sentences: \(restated) restated by rules, \(exempt) no rules, \(loose.count) "
        + "neither; \(staleRules.count) rules whose sentence changed or is gone")
    return lines
  }

  /// The faults and counts as JSON.
  package var value: Value {
    [
      "sentences": .int(total), "restated": .int(restated), "notRules": .int(exempt),
      "unrestated": .array(loose.map(\.value)), "stale": .array(stale.map(\.value)),
      "unpinned": .array(
        unpinned.map { ["rule": .string($0.rule.id), "place": .string($0.place)] }),
    ]
  }
}

extension Restatement.Stale {
  fileprivate var message: String {
    let who = rule.map { "rule '\($0)' restates" } ?? "'not-rules' lists"
    guard !lostPlace else { return "\(who) a sentence of \(place), a section that is gone" }
    guard let now else { return "\(who) a sentence of \(place) that changed or is gone (\(pin))" }
    return "\(who) a sentence of \(place) that changed; it likely reads now, at "
      + "\(now.file):\(now.sentence.line): '\(now.sentence.description.shortened.printable)' "
      + "(\(pin), now \(now.sentence.pin))"
  }

  fileprivate var value: Value {
    var object: Object = ["place": .string(place), "hash": .string(pin.description)]
    object["rule"] = rule.map { .string($0) }
    object["now"] = now?.value
    return .object(object)
  }
}

extension Restatement.Loose {
  fileprivate var value: Value {
    var object: Object = [
      "file": .string(file), "line": .int(sentence.line), "place": .string(sentence.place),
      "hash": .string(sentence.pin.description), "text": .string(sentence.text),
    ]
    object["row"] = sentence.row.map { .string($0) }
    return .object(object)
  }
}
