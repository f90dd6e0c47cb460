import JSON

/// What the filters of a command line choose: runs by file, area, rule or name.
package struct Selection: Sendable {
  /// One filter, as it was written.
  package struct Filter: Sendable {
    package var text: String
    var kind: Kind

    enum Kind: Sendable {
      /// A spec file or a folder of them, by its whole path.
      case path(String)
      case area(String)
      /// A rule, and of its runs the name; either with stars.
      case rule([String], name: [String]?)
    }
  }

  package let filters: [Filter]

  /// Reads filters; `pathOf` gives the whole path of an existing file or folder.
  package init(
    _ texts: [String], areas: [String], pathOf: (String) -> String?
  ) {
    filters = texts.map { text in
      if let path = pathOf(text) { return Filter(text: text, kind: .path(path)) }
      if areas.contains(where: { $0.isSame(as: text) }) {
        return Filter(text: text, kind: .area(text))
      }
      let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
      let rule = slash.map { String(text[..<$0]) } ?? text
      let name = slash.map { String(text[text.utf8.index(after: $0)...]) }
      return Filter(text: text, kind: .rule(rule.pieces, name: name?.pieces))
    }
  }

  /// Whether there is no filter: everything is chosen.
  package var isEverything: Bool { filters.isEmpty }

  /// The spec files that all filters name by path; nil when one asks for more.
  package var paths: [String]? {
    guard !filters.isEmpty else { return nil }
    var paths: [String] = []
    for filter in filters {
      guard case .path(let path) = filter.kind else { return nil }
      paths.append(path)
    }
    return paths
  }

  /// Whether a run is chosen; `path` is the whole path of its file.
  package func includes(_ run: Run, path: String, area: String) -> Bool {
    filters.isEmpty || filters.contains { $0.includes(run, path: path, area: area) }
  }
}

extension Selection {
  /// Whether a run that has no file at hand is chosen, by its rule and name.
  package func includes(rule: String, name: String) -> Bool {
    filters.isEmpty
      || filters.contains { filter in
        guard case .rule(let pieces, let names) = filter.kind else { return false }
        return Pattern.text(rule, fits: pieces)
          && (names.map { Pattern.text(name, fits: $0) } ?? true)
      }
  }
}

extension Selection.Filter {
  /// Whether this filter chooses a run.
  package func includes(_ run: Run, path: String, area: String) -> Bool {
    switch kind {
    case .path(let wanted): path.isSame(as: wanted) || path.isBelow(wanted)
    case .area(let wanted): area.isSame(as: wanted)
    case .rule(let rule, let name):
      Pattern.text(run.rule, fits: rule) && (name.map { Pattern.text(run.name, fits: $0) } ?? true)
    }
  }
}

extension String {
  /// The texts between the stars.
  fileprivate var pieces: [String] {
    utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }

  fileprivate func isBelow(_ folder: String) -> Bool {
    utf8.count > folder.utf8.count + 1 && utf8.starts(with: (folder + "/").utf8)
  }
}
