import JSON

/// The rung below the first rule: a launch, and a member that only returns.
package struct GroundRung {
  /// The member that is called, or the property that is read; nil where nothing claimed is as plain.
  package let member: String?
  private let with: Object
  private let device: Object

  /// Of what is claimed, the first member without a closure whose arguments can be made up.
  package init(_ vocabulary: Vocabulary, claims: CapabilitySet) {
    device = vocabulary.deviceDefaults
    for name in vocabulary.memberNames {
      guard let member = vocabulary.members[name], claims.isSuperset(of: member.capability),
        member.allClosures.isEmpty, let with = member.plainArguments
      else { continue }
      (self.member, self.with) = (name, with)
      return
    }
    with = Object()
    member = vocabulary.propertyNames.first { name in
      vocabulary.properties[name].map { claims.isSuperset(of: $0.capability) } ?? false
    }
  }

  /// Why the testee does not stand on it; nil where it does.
  package func flaw(of testee: any Testee) -> String? {
    let launch = Input.Launch(
      app: "foreground", chance: 0.5, seed: 1, storage: Storage(), device: device)
    do throws(TesteeError) {
      let began = try testee.take(input(.launch(launch)))
      if let flaw = began.flaw { return "a launch does not hold: \(flaw)" }
      guard let member else { return nil }
      let turn = try testee.take(input(.call(id: "c1", member: member, with: with)))
      if let flaw = turn.flaw { return "'\(member)' does not even return: \(flaw)" }
      let returns = turn.effects.contains {
        if case .returned(let call, _) = $0 { call.isSame(as: "c1") } else { false }
      }
      return returns ? nil : "'\(member)' is called and never returns"
    } catch {
      return error.message
    }
  }

  private func input(_ act: Input.Act) -> Input { Input(now: 0, wall: Course.epoch, act: act) }
}

extension Turn {
  /// What in it says that the testee cannot go on.
  fileprivate var flaw: String? {
    for effect in effects {
      switch effect {
      case .unsupported(let what): return "'\(what)' is not built"
      case .fault(let message): return "nobody caught: \(message)"
      default: break
      }
    }
    return nil
  }
}

extension Vocabulary.Member {
  /// Values for all arguments that must be given; nil where one cannot be made up.
  fileprivate var plainArguments: Object? {
    var with = Object()
    for argument in arguments where !argument.type.optional {
      switch argument.type.base {
      case .string, .any: with[argument.name] = .string("a")
      case .bool: with[argument.name] = .bool(true)
      case .int, .uint64, .number: with[argument.name] = .int(1)
      case .list: with[argument.name] = .array([])
      case .map: with[argument.name] = .object(Object())
      case .oneOf(let texts): with[argument.name] = .string(texts.first ?? "")
      case .date, .data, .object: return nil
      }
    }
    return with
  }
}
