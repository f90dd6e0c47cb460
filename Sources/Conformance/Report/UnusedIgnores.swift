import JSON
import YAML

/// IGNOREs that no run of their file needed.
package enum UnusedIgnores {
  package static func errors(_ verdicts: [Verdict]) -> [SpecError] {
    var marks: [(mark: Mark, name: String, used: Bool)] = []
    for verdict in verdicts {
      for (index, ignore) in verdict.run.ignores.enumerated() {
        let used = verdict.usedIgnores.contains(index)
        let known = marks.firstIndex {
          $0.mark.file.isSame(as: verdict.run.file) && $0.mark == ignore.mark
            && $0.name.isSame(as: ignore.name)
        }
        if let known {
          marks[known].used = marks[known].used || used
        } else {
          marks.append((ignore.mark, ignore.name, used))
        }
      }
    }
    return marks.filter { !$0.used }.map {
      SpecError($0.mark, "no run of this file needs the ignore '\($0.name)'; take it out")
    }
  }
}
