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

  func log(_ text: String) -> String {
    #"{"re":\#(id),"see":"log","level":"error","text":"\#(text)"}"# + "\n"
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
  endOrHang(word, number, turn)
  put(timed(word, turn, &owed) ?? unruly(word, number, turn) ?? turn.returned + turn.idle)
  // What is done once the turn is said to be over.
  switch word {
  case "late":
    usleep(20_000)
    put(turn.completion())
  case "after-answer", "last-answer": exit(3)
  case "no-line-end", "input-closed", "deaf": while true { pause() }
  default: break
  }
}

/// Does what a turn never comes back from.
func endOrHang(_ word: String, _ number: Int, _ turn: Turn) {
  switch word {
  case "exit": exit(Int32(number))
  case "signal":
    signal(Int32(number), SIG_DFL)
    kill(getpid(), Int32(number))
    while true { pause() }
  case "mid-line":
    put(String(turn.returned.dropLast(8)))
    exit(0)
  case "cut":
    put(Array((turn.returned + turn.idle).utf8.prefix(number)))
    exit(0)
  case "grandchild":
    leaveGrandchild(["sleep", "600.25"])
    exit(0)
  case "silent": while true { pause() }
  case "term-ignored":
    signal(SIGTERM, SIG_IGN)
    while true { pause() }
  case "output-closed":
    close(1)
    while true { pause() }
  default: break
  }
}

/// What a turn with timers writes; nil for another.
func timed(_ word: String, _ turn: Turn, _ owed: inout Debt?) -> String? {
  switch word {
  case "timer":
    owed = Debt(call: turn.call, isNamed: true)
    return turn.returned + turn.idle(at: 1500)
  case "timer-lost": return turn.returned + turn.idle(at: 1500)
  case "timer-unnamed":
    owed = Debt(call: turn.call, isNamed: false)
    return turn.returned + turn.idle
  default: return nil
  }
}

/// What a turn writes that keeps some rule badly, or is odd and allowed; nil for another.
func unruly(_ word: String, _ number: Int, _ turn: Turn) -> String? {
  let good = turn.returned + turn.idle
  switch word {
  case "twice": return good + turn.idle
  case "out-of-order": return turn.idle + turn.returned
  case "other-id": return #"{"re":\#(turn.id + 1000),"idle":{"timers":[]}}"# + "\n"
  case "line": return line(number, turn) + "\n" + good
  case "no-line-end": return String(good.dropLast())
  case "last-answer": return turn.returned + turn.completion() + turn.idle
  case "inside": return turn.completion() + good
  case "crlf":
    return String(turn.returned.dropLast()) + "\r\n" + String(turn.idle.dropLast()) + "\r\n"
  case "split":
    for byte in good.utf8 { put([byte]) }
    return ""
  case "stderr":
    put([UInt8](repeating: 101, count: number), to: 2)
    return good
  case "runaway":
    leaveGrandchild(["setsid", "sleep", "600.75"])
    return good
  case "input-closed":
    close(0)
    return good
  case "long":
    let rest = number - (turn.note("").utf8.count - 1)
    return turn.note(String(repeating: "n", count: rest)) + good
  case "many": return String(repeating: turn.note("n"), count: number) + good
  case "unsupported":
    return #"{"re":\#(turn.id),"see":"unsupported","what":"trakc"}"# + "\n" + turn.idle
  case "fault":
    return #"{"re":\#(turn.id),"see":"fault","message":"Oh\n  at here"}"# + "\n" + turn.idle
  case "swapped": return turn.returned + turn.log("second") + turn.log("first") + turn.idle
  case "descriptors":
    return turn.returned + (openDescriptors() == number ? "" : turn.completion()) + turn.idle
  default: return nil
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
if manner == "exits-0-at-start" { exit(0) }
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
