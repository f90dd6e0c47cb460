import Testing

@testable import Conformance

@Suite struct DocumentTests {
  /// Each sentence with its section and line.
  private func sentences(_ text: String, _ places: [String] = []) -> [String] {
    Document(name: "page", text: text, places: places).sentences.map {
      "\($0.place):\($0.line) \($0.description)"
    }
  }

  @Test(arguments: [
    ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
    ("It is so (see there). Then `nil`. So.", ["It is so (see there).", "Then nil.", "So."]),
    ("Use 3.1, e.g. here, i.e. now. Or not.", ["Use 3.1, e.g. here, i.e. now.", "Or not."]),
    ("That is Grovs. And this.", ["That is Grovs.", "And this."]),
    (
      "**Note.** It is held **weakly**. `buttonID` is nil.",
      ["Note. It is held weakly.", "buttonID is nil."]
    ),
    (
      "Write `a. b` here. See [One. Two](x). Done.", ["Write a. b here.", "See One. Two.", "Done."]
    ),
    ("He said \"no.\" And left.", ["He said \"no.\"", "And left."]),
    ("It is `so`.\\\nAnd so.", ["It is so.", "And so."]),
    ("...", []),
  ])
  func `prose is cut where its sentences end`(text: String, expected: [String]) {
    #expect(Document(name: "page", text: text).sentences.map(\.text) == expected)
  }

  @Test func `headings make sections and a second one of a name gets a number`() {
    let document = Document(
      name: "page", text: "Before.\n# Page\nOne.\n## Part\nTwo.\n## Part\nThree.")

    #expect(document.sentences.map(\.place) == ["page", "page#page", "page#part", "page#part-1"])
    #expect(document.places == ["page#page", "page#part", "page#part-1"])
  }

  @Test func `items, quotes and paragraphs end a sentence`() {
    let text = """
      # Page
      A list of
      things:
      - one
        and more
      * two
      1. three

      ---
      > **Warning:** Never do
      > that.
      """
    #expect(
      sentences(text) == [
        "page#page:2 A list of things:", "page#page:4 one and more", "page#page:6 two",
        "page#page:7 three", "page#page:10 Warning: Never do that.",
      ])
  }

  @Test func `a number that was wrapped to the front of a line begins no item`() {
    #expect(
      sentences("It needs 3 (version\n15) of it.\n> - a\n> - b") == [
        "page:1 It needs 3 (version 15) of it.", "page:3 a", "page:4 b",
      ])
  }

  @Test func `a sentence of a table belongs to its row`() {
    let text = """
      | Name | Type | Says |
      | --- | :-: | --- |
      | `a` | `A\\|B` | First. Default `x | y`. |
      |  | only | |
      | | `b` | It. |
      """
    #expect(
      sentences(text) == [
        "page:1 Name | Type | Says", "page:3 a: A|B", "page:3 a: First.",
        "page:3 a: Default x | y.",
        "page:4 only", "page:5 b: It.",
      ])
  }

  @Test func `each line of code stands for itself`() {
    let text = """
      # Page
      ```swift
      static func track(
          _ name: String,  // Never empty. Never reserved.
          tags: [String]? = nil
      )
      ```
      After.
      """
    #expect(
      sentences(text) == [
        "page#page:3 static func track(", "page#page:4 _ name: String,",
        "page#page:4 // Never empty.", "page#page:4 Never reserved.",
        "page#page:5 tags: [String]? = nil", "page#page:8 After.",
      ])
  }

  @Test func `a text whose lines ran together is read by the marks in it`() {
    let text = """
      # Page > A page. Source: https://a.b/c It goes on. ## The first part One. - **Lead.**
      Two. - Three ```swift // Wait. Pass `true` for more. page.wait(a: x ?? y) { more() } ``` | Name |
      Says | | --- | ---
      ---- | | `a` | A. B. | | `b` | With `x | y`. | After `{{a | b}}`. ## Unknown heading
      """
    #expect(
      sentences(text, ["page#page", "page#the-first-part", "other#one"]) == [
        "page#page:1 A page.", "page#page:1 Source: https://a.b/c", "page#page:1 It goes on.",
        "page#the-first-part:1 One.", "page#the-first-part:1 Lead. Two.",
        "page#the-first-part:2 Three", "page#the-first-part:2 // Wait.",
        "page#the-first-part:2 Pass `true` for more.",
        "page#the-first-part:2 page.wait(a: x ?? y) {", "page#the-first-part:2 more() }",
        "page#the-first-part:2 Name | Says", "page#the-first-part:4 a: A.",
        "page#the-first-part:4 a: B.", "page#the-first-part:4 b: With x | y.",
        "page#the-first-part:4 After {{a | b}}.", "page#the-first-part:4 ## Unknown heading",
      ])
  }

  @Test func `a text without marks has the headings that are known`() {
    let text = """
      Page

      It says so.

      1. Set it up

      1. Do this.
      2. Do that.

      class A {
          func b()

          // So it is. Really.
      }

      Unknown

      End.
      """
    #expect(
      sentences(text, ["page#page", "page#1-set-it-up"]) == [
        "page#page:3 It says so.", "page#1-set-it-up:7 Do this.", "page#1-set-it-up:8 Do that.",
        "page#1-set-it-up:10 class A {", "page#1-set-it-up:11 func b()",
        "page#1-set-it-up:13 // So it is.", "page#1-set-it-up:13 Really.",
        "page#1-set-it-up:16 Unknown", "page#1-set-it-up:18 End.",
      ])
  }

  private func pins(_ text: String) -> [String] {
    Document(name: "page", text: text).sentences.map(\.pin.description)
  }

  @Test(arguments: [
    "# A\nOne two three. Four *five*.\n",
    "# A\r\n\r\nOne two\r\nthree. Four\r\n  _five_.",
    "# A\n- One [two](https://x.y) `three`.\n- Four five.",
    "#   A\nOne two three.\n\n\nFour **five**.",
  ])
  func `wrapping, emphasis and link targets change no hash`(text: String) {
    #expect(pins(text) == pins("# A\nOne two three. Four five."))
  }

  @Test(arguments: [
    "# A\nOne two four.", "# B\nOne two three.", "# A\n| x | One two three. |",
    "# A\none two three.",
    "# A\nOne two three",
  ])
  func `another word, section or row is another hash`(text: String) {
    #expect(!pins(text).contains(pins("# A\nOne two three.")[0]))
  }

  @Test func `the same sentence twice in a section has two hashes`() {
    #expect(Set(pins("# A\nOne. One.\n# B\nOne.\n")).count == 3)
  }

  @Test(arguments: ["3f0a/91c2d4e8", "0000/00000000", "111e/22222222"])
  func `a pin is read as it is written`(text: String) {
    #expect(Pin(text)?.description == text)
  }

  @Test(arguments: [
    "", "/", "3f0a", "3f0/91c2d4e8", "3f0a/91c2d4e", "3F0A/91c2d4e8", "3f0a/91c2/d4e8",
    "+f0a/91c2d4e8",
  ])
  func `what is no pin is refused`(text: String) {
    #expect(Pin(text) == nil)
  }
}
