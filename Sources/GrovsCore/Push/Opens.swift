import JSON

/// Reports each campaign's open once for the device.
struct Opens: Sendable {
  /// An open that the backend has not accepted.
  private struct Report: Sendable {
    var serial: Int
    var key: String
    var project: String
    var campaign: String
    var session: String
    var openedAt: String
    var failures = 0
    /// Whether it may be sent, or waits for a foreground.
    var isReady = true
    var isAsked = false

    var stored: String {
      let object: Value = [
        "failures": .int(failures), "opened_at": .string(openedAt), "session": .string(session),
      ]
      return object.canonicalText
    }
  }

  private static let prefix = "push/"
  private static let accepted = #""accepted""#
  /// The first try and one at each of two foregrounds.
  private static let tries = 3

  private var reports: [Report] = []
  /// The keys of accepted reports.
  private var done = Object()

  mutating func load(_ storage: Storage, isForeground: Bool, _ turn: inout Turn) {
    for pair in storage.disk where pair.key.utf8.starts(with: Self.prefix.utf8) {
      let text = pair.value.string ?? ""
      if text == Self.accepted {
        done[pair.key] = true
      } else if var report = Self.report(pair.key, text, serial: turn.nextSerial()) {
        report.isReady = isForeground || report.failures == 0
        reports.append(report)
      } else {
        turn.log(.warn, "A stored push_open is damaged; it is dropped.")
        turn.keep(pair.key, nil)
      }
    }
    reports.sort { $0.openedAt.precedes($1.openedAt) }
  }

  /// Takes the open of a campaign, unless it was reported or waits to be.
  mutating func open(_ tap: Tap, _ standing: Standing, _ turn: inout Turn) {
    guard let project = standing.project else { return }
    let names: Value = [.string(project.id), .string(tap.campaign)]
    let key = Self.prefix + names.canonicalText
    guard done[key] == nil, !reports.contains(where: { $0.key.isSame(as: key) }) else { return }
    let report = Report(
      serial: turn.nextSerial(), key: key, project: project.id, campaign: tap.campaign,
      session: tap.session, openedAt: tap.opened.iso)
    turn.keep(key, report.stored)
    reports.append(report)
    send(standing, &turn)
  }

  mutating func foreground() {
    for place in reports.indices { reports[place].isReady = true }
  }

  mutating func disable() {
    for place in reports.indices { reports[place].isAsked = false }
  }

  /// Sends every report that may be sent.
  mutating func send(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady, let project = standing.project else { return }
    for place in reports.indices {
      let report = reports[place]
      guard report.isReady, !report.isAsked, report.project.isSame(as: project.id) else {
        continue
      }
      reports[place].isAsked = true
      let body: Value = [
        "campaign_id": .string(report.campaign), "opened_at": .string(report.openedAt),
        "session_id": .string(report.session),
      ]
      turn.ask(.pushOpen(report: report.serial), body.canonicalText)
    }
  }

  mutating func answer(_ serial: Int, _ outcome: Outcome, _ turn: inout Turn) {
    guard let place = reports.firstIndex(where: { $0.serial == serial }) else { return }
    if case .success = outcome {
      let key = reports.remove(at: place).key
      done[key] = true
      turn.keep(key, Self.accepted)
      return
    }
    reports[place].isAsked = false
    reports[place].isReady = false
    reports[place].failures += 1
    let report = reports[place]
    if report.failures < Self.tries {
      turn.log(.warn, "push_open of campaign \(report.campaign) failed; it waits.")
      turn.keep(report.key, report.stored)
    } else {
      turn.log(.warn, "push_open of campaign \(report.campaign) failed again; it is dropped.")
      turn.keep(report.key, nil)
      reports.remove(at: place)
    }
  }

  private static func report(_ key: String, _ text: String, serial: Int) -> Report? {
    let names = (try? Value(json: String(key.dropFirst(prefix.count))))?.array ?? []
    guard names.count == 2, let project = names[0].string, let campaign = names[1].string,
      let object = try? Value(json: text), let session = object["session"]?.string,
      let openedAt = object["opened_at"]?.string, let failures = object["failures"]?.int
    else { return nil }
    return Report(
      serial: serial, key: key, project: project, campaign: campaign, session: session,
      openedAt: openedAt, failures: failures)
  }
}
