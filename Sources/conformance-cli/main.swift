#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A reader that goes away is no reason to die before the reports are written.
signal(SIGPIPE, SIG_IGN)

var terminal = Terminal()
let code = Entrance.run(Array(CommandLine.arguments.dropFirst()), &terminal)
terminal.clearProgress()
terminal.flush()
exit(code.rawValue)
