import JSON
import Testing

@testable import Conformance

@Suite struct MemberStubsTests {
  private func stubs(_ language: MemberStubs.Language, _ claims: String) throws -> String {
    let vocabulary = Demo.load(Demo.steps("- quiet: 0ms")).vocabulary
    let set = try #require(vocabulary.capability(named: claims))
    return MemberStubs(vocabulary, claims: set, language).lines.joined(separator: "\n")
  }

  @Test func `python stubs are methods of a class and a table of them`() throws {
    #expect(
      try stubs(.python, "events") == """
        # The members of base, events.
        # A ? marks what may be left out or null; what is left out has the SDK's own default.


        class Port:
            # base: Signs in.

            # configure(key: string, delegate: object?, enabled: bool?, completion: (bool))
            def configure(self, key, delegate=None, enabled=None, completion=None):
                raise NotImplementedError("configure")

            # ready(completion: ())
            def ready(self, completion=None):
                raise NotImplementedError("ready")

            # delegate: object?, a property: set with newValue, or read
            def delegate(self, **newValue):
                raise NotImplementedError("delegate")

            # events: Sends events. Rests on base.

            # track(name: string, properties: map?, id: uint64?)
            def track(self, name, properties=None, id=None):
                raise NotImplementedError("track")

            # token: string?, a property: set with newValue, or read
            def token(self, **newValue):
                raise NotImplementedError("token")

        MEMBERS = {
            "configure": Port.configure,
            "ready": Port.ready,
            "delegate": Port.delegate,
            "track": Port.track,
            "token": Port.token,
        }
        """)
  }

  @Test func `node stubs are methods of one object`() throws {
    #expect(
      try stubs(.node, "base") == """
        // The members of base.
        // A ? marks what may be left out or null; what is left out has the SDK's own default.

        export const members = {
          // base: Signs in.

          // configure(key: string, delegate: object?, enabled: bool?, completion: (bool))
          configure({ key, delegate, enabled, completion }) {
            throw new Error("not built: configure");
          },

          // ready(completion: ())
          ready({ completion }) {
            throw new Error("not built: ready");
          },

          // delegate: object?, a property: set with newValue, or read
          delegate({ newValue }) {
            throw new Error("not built: delegate");
          },
        };
        """)
  }

  @Test func `kotlin stubs have types`() throws {
    let text = try stubs(.kotlin, "links")

    #expect(
      text.contains(
        "\n    fun open(url: String, kind: String? = null): Boolean = TODO(\"open\")\n"))
    #expect(
      text.contains(
        "\n    fun last(completion: ((Map<String, Any?>?) -> Unit)? = null): Unit = TODO(\"last\")\n"
      ))
    #expect(text.contains("\n    var delegate: Any?\n        get() = TODO(\"delegate\")\n"))
    #expect(text.contains("\nval members = mapOf(\n    \"configure\" to Port::configure,\n"))
  }

  @Test func `as text a capability is its sentence and its members`() throws {
    #expect(
      try stubs(.text, "screen").hasSuffix(
        "\n\n# screen: Shows messages. Rests on events. It has no members of its own."))
  }

  @Test(
    arguments: [
      ("python", .python), ("javascript", .node), ("node", .node), ("cobol", nil),
    ] as [(String, MemberStubs.Language?)])
  func `a language is found by its name`(name: String, language: MemberStubs.Language?) {
    #expect(MemberStubs.Language(name: name) == language)
  }
}
