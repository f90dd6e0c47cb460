package import JSON
import YAML

extension SpecError {
  /// The mistake as JSON.
  package var value: Value {
    [
      "file": .string(mark.file), "line": .int(mark.line), "column": .int(mark.column),
      "message": .string(message),
    ]
  }
}

extension RecordingFault {
  /// The fault as JSON.
  package var value: Value {
    var object: Object = [
      "file": .string(path), "line": .int(line), "message": .string(message), "runs": .int(runs),
    ]
    object["recorded"] = recorded.map { .string($0) }
    object["played"] = played.map { .string($0) }
    return .object(object)
  }
}

extension Coverage {
  /// Every rule with the files that show it, and the specs without a rule, as JSON.
  package var value: Value {
    [
      "rules": .array(
        rules.map { rule, files in
          [
            "id": .string(rule.id), "level": .string(rule.level.rawValue),
            "files": .array(files.map { .string($0) }),
          ]
        }),
      "missing": .array(missing.map { .string($0.id) }),
      "unknown": .array(unknown.map(\.value)),
    ]
  }
}

extension SharpenReport {
  /// The counts and survivors of each file, as JSON.
  package var value: Value {
    .array(
      files.map { file in
        [
          "file": .string(file.path), "mutants": .int(file.mutants),
          "let": .object(Object(file.passes.map { ($0.pattern, .int($0.count)) })),
          "survivors": .array(
            file.survivors.map { run, survivor in
              [
                "run": .string(run.name), "line": .int(survivor.mark.line),
                "change": .string(survivor.change),
              ]
            }),
        ]
      })
  }
}
