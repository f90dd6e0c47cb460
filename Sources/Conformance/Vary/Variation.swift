import JSON

/// What one run is told otherwise under `--vary`: other words, other ids, another day.
///
/// Words are exchanged in pairs, so the same exchange leads there and back, and a testee that says
/// a word of the spec by heart is heard to say another.
package struct Variation: Sendable {
  /// Texts longer than this, in bytes, stay as they are.
  static let longest = 8192

  /// The words of the run that others stand for, in order.
  package private(set) var words: [String] = []
  /// How far the device's clock is moved, in milliseconds; whole weeks.
  package private(set) var shift: Int64 = 0
  let launchSeed: UInt64
  /// What is hung on the ids that the runner chooses.
  let mark: String
  private var exchanged: [String: String] = [:]
  private var kept: Set<String> = []

  /// What is varied.
  package struct Parts: OptionSet, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The ids of calls and objects.
    package static let ids = Parts(rawValue: 1)
    /// The words of what the app and the backend say.
    package static let words = Parts(rawValue: 2)
    /// The day on which the run begins.
    package static let clock = Parts(rawValue: 4)
    package static let all: Parts = [.ids, .words, .clock]
  }

  init(_ run: Run, _ words: RunWords, seed: UInt64, _ parts: Parts) {
    var print = Fingerprint()
    print.feed(seed)
    print.feed(run.rule)
    print.feed(run.name)
    var random = SplitMix(seed: print.hash)
    launchSeed = random.next() >> 11
    let mark = ".\(Int.random(in: 10...99, using: &random))_"
    self.mark = parts.contains(.ids) ? mark : ""
    if parts.contains(.clock), !run.setsClock, !words.holdsDates {
      // Days of the same week, and of the same half of the year.
      let weeks: [Int64] = [-8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4]
      shift = (weeks.randomElement(using: &random) ?? 1) * 7 * 86_400_000
    }
    if parts.contains(.words) { exchange(words, &random) }
  }

  private mutating func exchange(_ words: RunWords, _ random: inout SplitMix) {
    let free = words.free
    var best: (cipher: Cipher, clashes: [String])?
    for _ in 0..<16 where best?.clashes.isEmpty != true {
      let cipher = Cipher(&random)
      let clashes = free.filter { words.isKept(cipher.turned($0)) }
      if clashes.count < best?.clashes.count ?? .max { best = (cipher, clashes) }
    }
    kept = words.kept
    guard let best else { return }
    for word in free where !best.clashes.contains(word) {
      let turned = best.cipher.turned(word)
      exchanged[word] = turned
      exchanged[turned] = word
      self.words.append(word)
    }
    for word in best.clashes { kept.insert(word.lowercased()) }
  }
}

// MARK: - Texts and values

extension Variation {
  enum Way: Int64 { case there = 1, back = -1 }

  func turned(_ text: String, _ way: Way) -> String {
    guard !exchanged.isEmpty || shift != 0, text.utf8.count <= Self.longest else { return text }
    let bytes = Array(text.utf8)
    let forms = text.formRanges
    var result: [UInt8] = []
    var from = 0
    for (range, replacement) in changes(of: bytes, forms, way) {
      result += bytes[from..<range.lowerBound]
      result += replacement.utf8
      from = range.upperBound
    }
    guard from > 0 else { return text }
    return String(decoding: result + bytes[from...], as: UTF8.self)
  }

  private func changes(
    of bytes: [UInt8], _ forms: [Range<Int>], _ way: Way
  ) -> [(range: Range<Int>, replacement: String)] {
    var changes: [(range: Range<Int>, replacement: String)] = []
    for word in TextWords(bytes, forms: forms).found { changes += self.changes(of: word, bytes) }
    guard shift != 0 else { return changes }
    for form in forms {
      let text = String(decoding: bytes[form], as: UTF8.self)
      guard let instant = InstantText.parse(text) else { continue }
      changes.append((form, InstantText.format(instant + shift * way.rawValue)))
    }
    return changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The whole word, or the longest parts of it that are words themselves.
  private func changes(
    of word: TextWords.Word, _ bytes: [UInt8]
  ) -> [(range: Range<Int>, replacement: String)] {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let whole = text(word.range)
    if let other = exchanged[whole] { return [(word.range, other)] }
    guard word.pieces.count > 1, !kept.contains(whole.lowercased()) else { return [] }
    var changes: [(range: Range<Int>, replacement: String)] = []
    var from = 0
    while from < word.pieces.count {
      let start = word.pieces[from].lowerBound
      let part = (from..<word.pieces.count).reversed().lazy.compactMap {
        last -> (last: Int, range: Range<Int>, other: String)? in
        let range = start..<word.pieces[last].upperBound
        return self.exchanged[text(range)].map { (last, range, $0) }
      }.first
      if let part { changes.append((part.range, part.other)) }
      from = (part?.last ?? from) + 1
    }
    return changes
  }

  func turned(_ value: Value, _ way: Way) -> Value {
    switch value {
    case .string(let text): return .string(turned(text, way))
    case .array(let items): return .array(items.map { turned($0, way) })
    case .object(let object): return .object(turned(object, way))
    default: return value
    }
  }

  func turned(_ object: Object, _ way: Way) -> Object {
    Object(object.map { ($0.key, turned($0.value, way)) })
  }

  /// JSON is changed value by value, so that its keys stay; what is none is left alone.
  func turned(_ body: Body, _ way: Way) -> Body {
    guard case .text(let text) = body, let value = try? Value(json: text) else { return body }
    let other = turned(value, way)
    return other == value ? body : .text(other.canonicalText)
  }
}

extension Run {
  /// Whether the scenario sets the device's clock, or waits so long that its day matters.
  fileprivate var setsClock: Bool {
    var waited: Int64 = 0
    for act in acts {
      switch act.act {
      case .device(_, _?): return true
      case .advance(let milliseconds, _): waited += milliseconds
      default: break
      }
    }
    return waited > 50 * 86_400_000
  }
}

/// The variations of a suite's runs under one seed.
package struct Variations: Sendable {
  package let seed: UInt64
  private let vocabulary: Vocabulary
  private let words: RunWords
  private let parts: Variation.Parts

  package init(_ vocabulary: Vocabulary, seed: UInt64, parts: Variation.Parts = .all) {
    self.vocabulary = vocabulary
    self.seed = seed
    self.parts = parts
    words = RunWords(vocabulary)
  }

  /// How one run is varied; it depends on the run, the vocabulary and the seed alone.
  package func of(_ run: Run) -> Variation {
    Variation(run, words.adding(run, vocabulary), seed: seed, parts)
  }
}
