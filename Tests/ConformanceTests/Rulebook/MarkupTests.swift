import Testing

@testable import Conformance

@Suite struct MarkupTests {
  @Test(arguments: [
    ("held **weakly**, *always*", "held weakly, always"),
    ("a _word_, user_id and __both__", "a word, user_id and both"),
    ("`nil` and `scene(_:continue:)`", "nil and scene(_:continue:)"),
    ("the ``a ` b`` span", "the a ` b span"),
    ("an `open span", "an open span"),
    ("all `aria-*` attributes", "all aria-* attributes"),
    (
      "see [`track`](#track) and [the (other) page](https://a.b/c_(d))",
      "see track and the (other) page"
    ),
    ("a ![picture](x.png) of [1, 2] and [x]", "a picture of [1, 2] and [x]"),
    ("<img src=\"a.png\"/> a <b>bold</b> `<private>` Set<Int>", "a bold <private> Set<Int>"),
    ("a \\* and \\| b", "a * and | b"),
    ("it\u{2019}s \u{201C}so\u{201D}", "it's \"so\""),
    ("  many   spaces\t here ", "many spaces here"),
  ])
  func `marks say nothing`(text: String, plain: String) {
    #expect(Markup.plain(text) == plain)
  }

  @Test(arguments: [
    ("Hold messages back", "hold-messages-back"),
    ("handleSceneDelegate (openURLContexts)", "handlescenedelegate-openurlcontexts"),
    ("4. Images (optional)", "4-images-optional"),
    ("`user_id`, and [more](#more)", "user_id-and-more"),
    ("Événements", "événements"),
  ])
  func `a heading has the anchor that GitHub gives it`(heading: String, anchor: String) {
    #expect(Markup.anchor(of: heading) == anchor)
  }
}
