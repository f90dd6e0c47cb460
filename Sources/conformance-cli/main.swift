import Conformance

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A reader that goes away, or a file that may not grow, is no reason to die before the reports are
// written; and a stream that is closed must not give its number to one of our files.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
StopSign.unblock()
for stream in Int32(0)...2 where fcntl(stream, F_GETFD) == -1 { _ = open("/dev/null", O_RDWR) }

var terminal = Terminal()
let words = Array(CommandLine.arguments.dropFirst())
var code = Entrance.run(words, &terminal)
terminal.clearProgress()
terminal.flush()
if let problem = terminal.problem {
  terminal.complain("error: the results could not be written: \(problem)")
  if code == .holds { code = .incomplete }
}
if Entrance.isForGit(words) {
  code = StopSign.isUp ? .stops : code.forGit
}
exit(code.rawValue)
