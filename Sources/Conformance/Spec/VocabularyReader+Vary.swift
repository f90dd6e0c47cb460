import JSON
import YAML

extension VocabularyReader {
  /// The words and keys that `run --vary` leaves as they are.
  func readVary(_ node: Node?) -> Vocabulary.Vary {
    var vary = Vocabulary.Vary(keep: [], under: [])
    guard let node, let fields = problems.fields(node, of: "'vary'", ["keep", "under"]) else {
      return vary
    }
    vary.keep = texts(fields["keep"], "a word").map { text in
      text.lowercased().utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        .map {
          String(Substring($0))
        }
    }
    vary.under = texts(fields["under"], "a key")
    return vary
  }

  private func texts(_ node: Node?, _ what: String) -> [String] {
    (node.flatMap { problems.list($0, "a list") } ?? []).compactMap { problems.text($0, what) }
  }
}
