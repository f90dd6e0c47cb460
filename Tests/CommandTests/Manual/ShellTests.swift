import Foundation
import Testing

/// The completion scripts in the shells they are for.
@Suite struct ShellTests {
  static func has(_ program: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// What each line of words is completed to, sorted; the last word is the one to complete.
  static let cases: [(line: String, answers: [String])] = [
    ("rec", ["record"]),
    ("run --te", ["--testee"]),
    ("run --specs S", ["Specs"]),
    ("explain screens.repeat-within", ["screens.repeat-within-one-second-dropped"]),
    ("members --claims push,user", ["push,users"]),
    ("run Sp", ["Specs"]),
    ("run --json=Spe", ["Specs"]),
  ]

  private func tools(_ bench: Bench) -> String {
    // A folder with a space, for a shell to trip over.
    "mkdir -p 'my tools' && ln -sf '\(Bench.built("conformance"))' 'my tools/conformance' && "
      + "export PATH=\"$PWD/my tools:$PATH\" && "
  }

  @Test(arguments: cases)
  func `bash completes`(line: String, answers: [String]) throws {
    let bench = try Bench()
    try bench.write(
      "try.bash",
      """
      source <(conformance completions bash)
      complete -p conformance >/dev/null || exit 9
      COMP_LINE="conformance $1" COMP_POINT=${#COMP_LINE}
      read -r -a COMP_WORDS <<< "${COMP_LINE/=/ = }"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _conformance
      printf '%s\\n' "${COMPREPLY[@]}"
      """)

    let outcome = try bench.shell(tools(bench) + "bash try.bash '\(line)'")

    #expect(outcome.complaints == "")
    #expect(outcome.results.split(separator: "\n").map(String.init) == answers)
  }

  @Test(.enabled(if: has("fish"), "fish is not here"), arguments: cases)
  func `fish completes`(line: String, answers: [String]) throws {
    let bench = try Bench()
    let script = "conformance completions fish | source; complete -C 'conformance \(line)'"

    let outcome = try bench.shell(
      tools(bench) + "HOME=$PWD fish --no-config -c \"\(script)\"")

    #expect(outcome.complaints == "")
    let words = outcome.results.split(separator: "\n").map { line in
      let word = line.prefix { $0 != "\t" }
      return String((word.split(separator: "=").last ?? word).trimmingSuffix { $0 == "/" })
    }
    #expect(words == answers)
  }

  @Test(.enabled(if: has("zsh"), "zsh is not here"), arguments: cases)
  func `zsh completes`(line: String, answers: [String]) throws {
    let bench = try Bench()
    // A zsh of its own at a pseudo-terminal, as a person has it; tab twice lists nothing new.
    try bench.write(
      "try.zsh",
      #"""
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z 'PS1= PROMPT= RPROMPT= ; autoload -Uz compinit; compinit -u -D; source <(conformance completions zsh); PS1="ready>"'
      zpty -r z ready '*ready>*ready>*' || exit 9
      zpty -w -n z "conformance $1"$'\t'
      sleep 1
      zpty -w -n z $'\x01print -r -- got:"\x05"\n'
      zpty -r z out '*'$'\n''got:*'$'\n'
      print -r -- "$out"
      zpty -d z
      """#)

    let outcome = try bench.shell(tools(bench) + "HOME=$PWD TERM=dumb zsh -f try.zsh '\(line)'")

    let got = outcome.results.split(whereSeparator: \.isNewline).last { $0.hasPrefix("got:") }
    let word = got?.dropFirst(4).split { $0 == " " || $0 == "=" }.last.map(String.init) ?? ""
    #expect([word.trimmingCharacters(in: ["/"])] == answers, "\(outcome)")
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
