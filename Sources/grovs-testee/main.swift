import Conformance
import GrovsTestee

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// The SDK core behind stdin and stdout: the reference for ports.
signal(SIGPIPE, SIG_IGN)
var serving = Serving(grovsTestee, suite: "grovs")
exit(serving.run())
