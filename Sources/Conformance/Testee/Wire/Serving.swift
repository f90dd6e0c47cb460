import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Serves a testee in this process to a runner at the other end of stdin and stdout.
package struct Serving {
  private let kind: TesteeKind
  private let suite: String
  private let testee: any Testee
  private var read: [UInt8] = []
  private var room = [UInt8](repeating: 0, count: 64 << 10)
  private var isOver = false
  /// Where the lines go.
  private var output: Int32 = 1

  /// `suite`: the name of the only suite for which the testee claims anything; `print`: how the
  /// member `smoke.print` writes.
  package init(
    _ kind: TesteeKind, suite: String, print: @escaping (String) -> Void = SmokeTestee.print
  ) {
    self.kind = kind
    self.suite = suite
    testee = SmokeTestee(kind.make(), print: print)
  }

  /// Answers line after line until the input ends; gives the exit status.
  package mutating func run() -> Int32 {
    keepPrintsOut()
    while let line = nextLine() {
      guard let answer = answer(line), write(answer) else { return 1 }
    }
    return 0
  }

  // What anybody else prints goes to stderr, where it harms nobody.
  private mutating func keepPrintsOut() {
    output = dup(1)
    dup2(2, 1)
  }

  /// All that answers one line of the runner; nil for one that cannot be read.
  package func answer(_ line: [UInt8]) -> [UInt8]? {
    do throws(WireFault) {
      let (id, line) = try line.withUnsafeBufferPointer { bytes throws(WireFault) in
        try InputReader.read(bytes)
      }
      switch line {
      case .hello(let protocols, let suite):
        // Where none fits, the runner is told the highest that this side speaks.
        let version = Hello.protocols.last { protocols.contains($0) } ?? Hello.protocols.max() ?? 1
        let claims = suite.isSame(as: self.suite) ? kind.claims : []
        let hello = Hello(version: version, name: kind.name, sdk: kind.sdk, claims: claims)
        return AnswerLine.hello(hello).bytes(re: id)
      case .input(let input): return turn(input, id)
      }
    } catch {
      complain("this line of the runner cannot be read: \(error.message)")
      return nil
    }
  }

  private func turn(_ input: Input, _ id: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    do throws(TesteeError) {
      let turn = try testee.take(input)
      for effect in turn.effects { AnswerLine.effect(effect).append(to: &bytes, re: id) }
      AnswerLine.idle(turn.timers).append(to: &bytes, re: id)
    } catch {
      bytes += AnswerLine.effect(.fault(message: error.message)).bytes(re: id)
      bytes += AnswerLine.idle([]).bytes(re: id)
    }
    return bytes
  }

  private func complain(_ text: String) {
    var text = "error: \(text)\n"
    text.withUTF8 { bytes in _ = Descriptor.write(UnsafeRawBufferPointer(bytes), to: 2) }
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var from = 0
      while from < buffer.count {
        let count = Descriptor.write(buffer, from: from, to: output)
        guard count > 0 else { return false }
        from += count
      }
      return true
    }
  }

  /// The next line without its end; nil where the input is over.
  private mutating func nextLine() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = end(from: searched) {
        let line = Array(read[..<end])
        read.removeSubrange(...end)
        return line
      }
      searched = read.count
      guard !isOver else { return nil }
      let count = room.withUnsafeMutableBytes { Descriptor.read(0, into: $0) }
      isOver = count <= 0
      read.append(contentsOf: room[..<max(0, count)])
    }
  }

  /// Where the next line ends.
  private func end(from searched: Int) -> Int? {
    read.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(base + searched, 10, bytes.count - searched).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(base)
      }
    }
  }
}
