import Testing
import YAML

/// A text that is refused: a `▸` stands in it wherever an error must point, in order.
struct Refusal: Sendable, CustomTestStringConvertible {
  var text: String
  var messages: [String]

  init(_ text: String, _ messages: String...) {
    self.text = text
    self.messages = messages
  }

  var testDescription: String { "\(text.prefix(50).debugDescription) → \(messages)" }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    var plain = String.UnicodeScalarView()
    var places: [Mark] = []
    var place = Mark(file: "a.yaml", line: 1, column: 1)
    for scalar in text.unicodeScalars {
      if scalar == "▸" {
        places.append(place)
        continue
      }
      plain.append(scalar)
      place.column += 1
      if scalar == "\n" {
        place.line += 1
        place.column = 1
      }
    }

    let errors = YAMLFile(String(plain), path: "a.yaml").errors.map(\.description)

    #expect(places.count == messages.count, sourceLocation: sourceLocation)
    #expect(
      errors == zip(places, messages).map { "\($0): error: \($1)" }, sourceLocation: sourceLocation)
  }
}
