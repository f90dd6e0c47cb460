import JSON
import YAML

package struct Rulebook: Sendable {
  package var rules: [Rule] = []
  package var errors: [SpecError] = []
  package func rule(_ id: String) -> Rule? { rules.first { $0.id.isSame(as: id) } }
  package static func load(folder: String) -> Rulebook { Rulebook() }
}
extension Suite {
  package func rulebookErrors(whole: Bool) -> [SpecError] { [] }
}
