import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A testee that misbehaves on demand: the name given to `track` says how, an argument of the
// program how it says hello. It has one member and no SDK in it.

/// Writes bytes to a descriptor, all of them.
func put(_ bytes: [UInt8], to end: Int32 = 1) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { exit(9) }
    rest = rest.dropFirst(count)
  }
}

func put(_ text: String) { put(Array(text.utf8)) }

/// The next line of stdin without its end; nil at its end.
func nextLine() -> [UInt8]? {
  var line: [UInt8] = []
  var byte: UInt8 = 0
  while true {
    let count = read(0, &byte, 1)
    if count < 0, errno == EINTR { continue }
    guard count == 1 else { return nil }
    if byte == 10 { return line }
    line.append(byte)
  }
}

struct Turn {
  var id: Int
  var call: String
  var now: Int

  var returned: String { #"{"re":\#(id),"see":"return","call":"\#(call)","value":null}"# + "\n" }
  var idle: String { idle(at: nil) }

  func idle(at instant: Int?) -> String {
    let timers = instant.map { #"{"at":\#($0),"name":"due"}"# } ?? ""
    return #"{"re":\#(id),"idle":{"timers":[\#(timers)]}}"# + "\n"
  }

  func completion(re: Int? = nil) -> String {
    #"{"re":\#(re ?? id),"see":"completion","call":"\#(call)","name":"completion"}"# + "\n"
  }

  func note(_ text: String) -> String { #"{"re":\#(id),"see":"note","text":"\#(text)"}"# + "\n" }
}

/// Starts a program that lives on, with this one's pipes.
func leaveGrandchild(_ words: [String]) {
  var id = pid_t()
  var words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  if let program = words[0] { posix_spawnp(&id, program, nil, nil, &words, environ) }
}

func openDescriptors() -> Int { (0..<1024).count { fcntl($0, F_GETFD) >= 0 } }

/// What the next ticks owe: the completion of a call, by a timer that was named or not.
struct Debt {
  var call: String
  var isNamed: Bool
}

func tick(_ turn: Turn, _ owed: inout Debt?) {
  if let debt = owed, turn.now >= 1500 {
    owed = nil
    put(Turn(id: turn.id, call: debt.call, now: turn.now).completion())
  }
  put(turn.idle(at: owed?.isNamed == true ? 1500 : nil))
}

func call(_ how: String, _ turn: Turn, _ owed: inout Debt?) {
  let (word, number) = split(how)
  switch word {
  case "exit": exit(Int32(number))
  case "signal":
    signal(Int32(number), SIG_DFL)
    kill(getpid(), Int32(number))
    while true { pause() }
  case "mid-line":
    put(String(turn.returned.dropLast(8)))
    exit(0)
  case "after-answer":
    put(turn.returned + turn.idle)
    exit(3)
  case "silent": while true { pause() }
  case "term-ignored":
    signal(SIGTERM, SIG_IGN)
    while true { pause() }
  case "no-line-end":
    put(turn.returned + String(turn.idle.dropLast()))
    while true { pause() }
  case "output-closed":
    close(1)
    while true { pause() }
  case "last-answer":
    put(turn.returned + turn.completion() + turn.idle)
    exit(3)
  case "input-closed":
    close(0)
    put(turn.returned + turn.idle)
    while true { pause() }
  case "deaf":
    put(turn.returned + turn.idle)
    while true { pause() }
  case "twice": put(turn.returned + turn.idle + turn.idle)
  case "late":
    put(turn.returned + turn.idle)
    usleep(20_000)
    put(turn.completion())
  case "out-of-order": put(turn.idle + turn.returned)
  case "other-id": put(#"{"re":\#(turn.id + 1000),"idle":{"timers":[]}}"# + "\n")
  case "line": put(line(number, turn) + "\n" + turn.returned + turn.idle)
  case "crlf":
    put(String(turn.returned.dropLast()) + "\r\n" + String(turn.idle.dropLast()) + "\r\n")
  case "split":
    for byte in (turn.returned + turn.idle).utf8 { put([byte]) }
  case "cut":
    put(Array((turn.returned + turn.idle).utf8.prefix(number)))
    exit(0)
  case "stderr":
    put([UInt8](repeating: 101, count: number), to: 2)
    put(turn.returned + turn.idle)
  case "grandchild":
    leaveGrandchild(["sleep", "600.25"])
    exit(0)
  case "runaway":
    leaveGrandchild(["setsid", "sleep", "600.75"])
    put(turn.returned + turn.idle)
  case "long":
    let rest = number - (turn.note("").utf8.count - 1)
    put(turn.note(String(repeating: "n", count: rest)) + turn.returned + turn.idle)
  case "many":
    put(String(repeating: turn.note("n"), count: number) + turn.returned + turn.idle)
  case "unsupported":
    put(#"{"re":\#(turn.id),"see":"unsupported","what":"trakc"}"# + "\n" + turn.idle)
  case "fault":
    put(#"{"re":\#(turn.id),"see":"fault","message":"Oh\n  at here"}"# + "\n" + turn.idle)
  case "timer":
    owed = Debt(call: turn.call, isNamed: true)
    put(turn.returned + turn.idle(at: 1500))
  case "timer-lost": put(turn.returned + turn.idle(at: 1500))
  case "timer-unnamed":
    owed = Debt(call: turn.call, isNamed: false)
    put(turn.returned + turn.idle)
  case "swapped":
    let logs = ["second", "first"].map {
      #"{"re":\#(turn.id),"see":"log","level":"error","text":"\#($0)"}"# + "\n"
    }
    put(turn.returned + logs.joined() + turn.idle)
  case "inside": put(turn.completion() + turn.returned + turn.idle)
  case "descriptors":
    put(turn.returned)
    if openDescriptors() != number { put(turn.completion()) }
    put(turn.idle)
  default: put(turn.returned + turn.idle)
  }
}

/// Lines that are none of the protocol.
func line(_ number: Int, _ turn: Turn) -> String {
  [
    "Loading…", "\u{FEFF}" + turn.returned.dropLast(), "\u{1B}[32mok\u{1B}[0m", "42", "{}", "",
    #"{"re":\#(turn.id),"see":"dance"}"#, #"{"re":\#(turn.id),"see":"note","txet":"x"}"#,
    #"{"see":"note","text":"x"}"#, #"{"re":"\#(turn.id)","see":"note","text":"x"}"#,
    #"{"re":\#(turn.id),"re":\#(turn.id),"see":"note","text":"x"}"#,
    #"{"re":\#(turn.id),"see":"note","text":"\ud800"}"#,
    #"{"re":\#(turn.id),"idle":{"timers":[{"at":1.5}]}}"#,
    #"{"re":\#(turn.id),"see":"cancel","request":"r9"}"#,
    String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    #"{"re":\#(turn.id),"see":"return","call":"c9","value":null}"#,
    #"{"re":\#(turn.id),"hello":{"protocol":1,"name":"x","sdk":"1","claims":[]}}"#,
  ][number]
}

func split(_ how: String) -> (String, Int) {
  guard let colon = how.firstIndex(of: ":"), let number = Int(how[how.index(after: colon)...])
  else { return (how, 0) }
  return (String(how[..<colon]), number)
}

let manner = CommandLine.arguments.dropFirst().first ?? ""
if manner == "count-descriptors" {
  put("\(openDescriptors())")
  exit(0)
}
if manner == "exit-at-start" { exit(3) }
if manner == "noise-at-start" { put("Loading…\n") }

var owed: Debt?
while let bytes = nextLine() {
  guard let line = (try? Value(json: bytes))?.object, let id = line["id"]?.int else { exit(8) }
  let turn = Turn(id: id, call: line["call"]?.string ?? "", now: line["now"]?.int ?? 0)
  switch line["do"]?.string {
  case "hello":
    let version = manner == "protocol-9" ? 9 : 1
    let name = manner == "changes-its-name" ? "port-\(getpid())" : "scripted"
    let fresh = manner == "fresh-process" ? #","fresh":"process""# : ""
    let claims =
      manner == "claims-nothing" ? "" : manner == "claims-too-much" ? #""evnets""# : #""base""#
    put(
      #"{"re":\#(id),"hello":{"protocol":\#(version),"name":"\#(name)","sdk":"1.0","claims":[\#(claims)]\#(fresh)}}"#
        + "\n")
  case "launch":
    owed = nil
    put(turn.idle)
  case "tick": tick(turn, &owed)
  case "call": call(line["with"]?["name"]?.string ?? "", turn, &owed)
  default: put(turn.idle)
  }
}
if manner == "stays" { while true { pause() } }
if manner == "exits-4" { exit(4) }
