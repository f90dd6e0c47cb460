import JSON
import Testing

@testable import Conformance

@Suite struct MemberStubsTests {
  private func stubs(_ language: MemberStubs.Language, _ claims: String) throws -> String {
    let vocabulary = Demo.load(Demo.steps("- quiet: 0ms")).vocabulary
    let set = try #require(vocabulary.capability(named: claims))
    return MemberStubs(vocabulary, suite: "demo", claims: set, language).lines.joined(
      separator: "\n")
  }

  private static let pythonPort = """
    # A port of the SDK in which nothing is built yet. It runs where adapter.py is beside it, or
    # where PYTHONPATH names the adapter's folder: conformance next --testee 'python3 port.py'
    #
    # The members of base, events.
    # A ? marks what may be left out or null; what is left out has the SDK's own default.

    from adapter import serve


    class Port:
        \"""One launch of the SDK, on a world that is its device.\"""

        def __init__(self, world):
            self.world = world
            self.members = {
                "configure": self.configure,
                "ready": self.ready,
                "delegate": (self.delegate, self.set_delegate),
                "track": self.track,
                "token": (self.token, self.set_token),
            }
            # What the app does to the SDK; all rules take it for granted:
            # foreground(), background(), terminate(), unlock()
            self.app = {}
            self.user = {}

        # base: Signs in.

        # configure(key: string, delegate: object?, enabled: bool?, completion: (bool))
        def configure(self, *, key, delegate=None, enabled=None, completion=None):
            raise NotImplementedError("configure")

        # ready(completion: ())
        def ready(self, *, completion=None):
            raise NotImplementedError("ready")

        # delegate: object?, a property: set with newValue, or read
        def delegate(self):
            raise NotImplementedError("delegate")

        def set_delegate(self, value):
            raise NotImplementedError("delegate")

        # events: Sends events. Rests on base.

        # track(name: string, properties: map?, id: uint64?)
        def track(self, *, name, properties=None, id=None):
            raise NotImplementedError("track")

        # token: string?, a property: set with newValue, or read
        def token(self):
            raise NotImplementedError("token")

        def set_token(self, value):
            raise NotImplementedError("token")


    if __name__ == "__main__":
        serve("new-port", "0.1", {"demo": ["base", "events"]}, Port)
    """

  @Test func `for python a whole port comes out`() throws {
    #expect(try stubs(.python, "events") == Self.pythonPort)
  }

  private static let nodePort = """
    // A port of the SDK in which nothing is built yet. It runs where adapter.mjs is beside it:
    // conformance next --testee 'node port.mjs'
    //
    // The members of base.
    // A ? marks what may be left out or null; what is left out has the SDK's own default.

    import { serve, Unsupported } from "./adapter.mjs"

    // One launch of the SDK, on a world that is its device.
    const launch = world => ({
      members: {
        // base: Signs in.

        // configure(key: string, delegate: object?, enabled: bool?, completion: (bool))
        configure({ key, delegate, enabled, completion }) {
          throw new Unsupported("configure")
        },

        // ready(completion: ())
        ready({ completion }) {
          throw new Unsupported("ready")
        },

        // delegate: object?, a property: set with newValue, or read
        delegate: {
          get() { throw new Unsupported("delegate") },
          set(value) { throw new Unsupported("delegate") },
        },
      },
      // What the app does to the SDK; all rules take it for granted:
      // foreground(), background(), terminate(), unlock()
      app: {},
      user: {},
    })

    serve({ name: "new-port", sdk: "0.1", claims: { "demo": ["base"] }, launch })
    """

  @Test func `for node a whole port comes out`() throws {
    #expect(try stubs(.node, "base") == Self.nodePort)
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
