import JSON

/// Whole ports, for languages that have an adapter under tools/ports.
extension MemberStubs {
  // MARK: - Python

  var pythonPort: [String] {
    [
      "# A port of the SDK in which nothing is built yet. It runs where adapter.py is beside it, or",
      "# where PYTHONPATH names the adapter's folder: conformance next --testee 'python3 port.py'",
      "#",
    ] + head + [
      "", "from adapter import serve", "", "", "class Port:",
      "    \"\"\"One launch of the SDK, on a world that is its device.\"\"\"", "",
      "    def __init__(self, world):", "        self.world = world", "        self.members = {",
    ] + members.map { "            \(quoted($0.name)): \(pythonEntry($0))," } + [
      "        }", "        # What the app does to the SDK; all rules take it for granted:",
      "        # \(appActs)", "        self.app = {}", "        self.user = {}", "",
    ] + body("    ") + [
      "", "", "if __name__ == \"__main__\":",
      "    serve(\"new-port\", \"0.1\", {\(quoted(suite)): [\(claimedTexts)]}, Port)",
    ]
  }

  private var claimedTexts: String { claimed.map(quoted).joined(separator: ", ") }

  private func pythonEntry(_ stub: Stub) -> String {
    let id = pythonName(stub)
    return stub.isProperty ? "(self.\(id), self.set_\(id))" : "self.\(id)"
  }

  // A method may not be called like the parts of a port.
  private func pythonName(_ stub: Stub) -> String {
    let name = stub.identifier.snakeCase
    let parts = ["world", "members", "app", "user"]
    return parts.contains { $0.isSame(as: name) } ? name + "_" : name.guarded(from: Self.python)
  }

  func python(_ stub: Stub) -> [String] {
    let (id, raise) = (pythonName(stub), "    raise NotImplementedError(\(quoted(stub.name)))")
    switch stub.kind {
    case .member(let member):
      let arguments = member.arguments.map { argument in
        parameter(argument.name) + (argument.type.optional ? "=None" : "")
      }
      let all = arguments + member.allClosures.map { parameter($0) + "=None" }
      let list = (all.isEmpty ? ["self"] : ["self", "*"] + all).joined(separator: ", ")
      return ["def \(id)(\(list)):", raise]
    case .property:
      return ["def \(id)(self):", raise, "", "def set_\(id)(self, value):", raise]
    }
  }

  // As the adapter spells it.
  private func parameter(_ name: String) -> String { name.snakeCase.guarded(from: Self.python) }

  private static let python = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in",
    "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
    "yield",
  ]

  // MARK: - Node

  var nodePort: [String] {
    [
      "// A port of the SDK in which nothing is built yet. It runs where adapter.mjs is beside it:",
      "// conformance next --testee 'node port.mjs'",
      "//",
    ] + head + [
      "", "import { serve, Unsupported } from \"./adapter.mjs\"", "",
      "// One launch of the SDK, on a world that is its device.", "const launch = world => ({",
      "  members: {",
    ] + body("    ") + [
      "  },", "  // What the app does to the SDK; all rules take it for granted:",
      "  // \(appActs)", "  app: {},", "  user: {},", "})", "",
      "serve({ name: \"new-port\", sdk: \"0.1\", claims: { \(quoted(suite)): [\(claimedTexts)] }, launch })",
    ]
  }

  func node(_ stub: Stub) -> [String] {
    let key = stub.identifier.isSame(as: stub.name) ? stub.name : quoted(stub.name)
    let raise = "throw new Unsupported(\(quoted(stub.name)))"
    switch stub.kind {
    case .member(let member):
      let names = (member.arguments.map(\.name) + member.allClosures).map { name in
        let own = name.guarded(from: Self.node)
        return own.isSame(as: name) ? name : "\(name): \(own)"
      }
      let list = names.isEmpty ? "" : "{ \(names.joined(separator: ", ")) }"
      return ["\(key)(\(list)) {", "  \(raise)", "},"]
    case .property:
      return ["\(key): {", "  get() { \(raise) },", "  set(value) { \(raise) },", "},"]
    }
  }

  private static let node = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
    "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally",
    "for", "function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new",
    "null", "package", "private", "protected", "public", "return", "static", "super", "switch",
    "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
  ]
}

extension String {
  /// The name with what no language takes in a name as `_`, such as `open_options`.
  var identifier: String {
    var text = ""
    for byte in utf8 {
      let isLetter = isSmall(byte | 0x20) || isDigit(byte)
      if isLetter {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else if text.utf8.last != UInt8(ascii: "_") {
        text += "_"
      }
    }
    if text.utf8.last == UInt8(ascii: "_") { text.removeLast() }
    return text
  }

  /// `APIKey` as `api_key`, as the adapter for Python spells arguments.
  var snakeCase: String {
    let bytes = Array(utf8)
    var text: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      let before = place > 0 ? bytes[place - 1] : UInt8(ascii: "_")
      let isWord = place + 1 < bytes.count && isSmall(bytes[place + 1])
      if isLarge(byte), isSmall(before) || isDigit(before) || isLarge(before) && isWord {
        text.append(UInt8(ascii: "_"))
      }
      text.append(isLarge(byte) ? byte | 0x20 : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The name, with `_` behind one that means something else.
  fileprivate func guarded(from words: [String]) -> String {
    words.contains { $0.isSame(as: self) } ? self + "_" : self
  }
}

private func isLarge(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
}
