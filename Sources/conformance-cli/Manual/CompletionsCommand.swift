/// `conformance completions`: the script that teaches a shell the command.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Print the completion script of a shell."
  static let help = """
    Prints a script that makes a shell complete commands, options, areas, rules and capabilities.
    It asks the command itself, so it never has to be printed anew.

    usage: conformance completions bash|zsh|fish

    bash: conformance completions bash > ~/.local/share/bash-completion/completions/conformance

    zsh: conformance completions zsh > DIR/_conformance, for a DIR of $fpath

    fish: conformance completions fish > ~/.config/fish/completions/conformance.fish
    """

  private let shell: String

  private static let shells = ["bash", "zsh", "fish"]

  init(_ arguments: inout Arguments) throws(UsageError) {
    let words = try arguments.rest()
    guard words.count == 1, let shell = words.first, Self.shells.contains(shell) else {
      throw UsageError("completions takes one of \(Self.shells.joined(separator: ", "))")
    }
    self.shell = shell
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    switch shell {
    case "bash": terminal.print(Self.bash)
    case "zsh": terminal.print(Self.zsh)
    default: terminal.print(Self.fish)
    }
    return .holds
  }

  // Each asks the program that is being called, by the path that was written, so that the answers
  // are those of the version at hand.

  private static let bash = #"""
    # Completion of conformance for bash.
    _conformance() {
      local current=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]/#\~/$HOME} kind line
      local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
      COMPREPLY=()
      [[ $current == "=" ]] && current=
      {
        IFS= read -r kind || return 0
        while IFS= read -r line; do COMPREPLY+=("${line%%$'\t'*}"); done
      } < <("$program" complete -- "${words[@]}" 2>/dev/null)
      case $kind in
        files) kind=-f ;;
        folders) kind=-d ;;
        commands) kind=-c ;;
        *) kind= ;;
      esac
      if [[ -n $kind ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$kind" -- "$current")
      fi
      # The rules of an area follow its dot.
      [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *. ]] && compopt -o nospace 2>/dev/null
      return 0
    }
    complete -F _conformance conformance
    """#

  private static let zsh = #"""
    #compdef conformance
    # Completion of conformance for zsh.
    _conformance() {
      local kind line
      local -a answer described asked
      asked=("${(@)words[2,CURRENT]}")
      if [[ $asked[-1] == --*=* ]]; then
        asked[-1]=("${asked[-1]%%=*}" "${asked[-1]#*=}")
        compset -P 1 '*='
      fi
      answer=("${(@f)$("${(Q)words[1]/#\~/$HOME}" complete -- "${(@Q)asked}" 2>/dev/null)}")
      kind=$answer[1]
      for line in "${(@)answer[2,-1]}"; do
        [[ -n $line ]] && described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
      done
      (( $#described )) && _describe -V 'conformance' described
      case $kind in
        files) _files ;;
        folders) _files -/ ;;
        commands) _command_names -e ;;
      esac
    }
    if [[ $funcstack[1] == _conformance ]]; then
      _conformance "$@"
    else
      compdef _conformance conformance
    fi
    """#

  private static let fish = #"""
    # Completion of conformance for fish.
    function __conformance_complete
      set -l done (commandline -opc)
      set -l current (commandline -ct)
      set -l program (string replace -r '^~' $HOME -- $done[1])
      set -l words $done[2..-1]
      set -l option
      if string match -qr -- '^--[^=]+=' $current
        set option (string replace -r '=.*' '' -- $current)
        set words $words $option
        set current (string replace -r '^[^=]*=' '' -- $current)
        set option $option=
      end
      set -l answer ($program complete -- $words "$current" 2>/dev/null)
      for line in $answer[2..-1]
        printf '%s%s\n' "$option" $line
      end
      switch "$answer[1]"
        case files
          printf "$option%s\n" (__fish_complete_path "$current")
        case folders
          printf "$option%s\n" (__fish_complete_directories "$current")
        case commands
          printf "$option%s\n" (__fish_complete_command "$current")
      end
    end
    complete -c conformance -f -a '(__conformance_complete)'
    """#
}
