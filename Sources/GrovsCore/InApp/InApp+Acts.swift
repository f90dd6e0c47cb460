import JSON

/// How a showing ends.
enum Ending: Sendable {
  /// By a click, without a word to the app from here.
  case click
  case dismissal(String)
  /// The same, without a report.
  case unreportedDismissal(String)

  static let closedByApp = "app"
  static let turned = "orientation"
}

extension InApp {
  // MARK: - What the person does

  mutating func take(
    _ act: UserAct, on show: String, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let showing = current, case .onScreen(let id) = showing.stage, id.isSame(as: show) else {
      return
    }
    switch act {
    case .tap(let button, let link, let element):
      if showing.page != nil {
        tapPage(PageTap(link: link, element: element), standing, &turn)
      } else {
        tap(button, world, standing, &turn)
      }
    case .dismiss(let way): dismiss(way, &turn)
    case .answer(let value): answer(value, world, standing, &turn)
    case .type(let text):
      guard showing.part == .comment else { return }
      current?.typed = (showing.typed + text).cut(at: Self.commentLimit)
    case .send: leaveComment(isSent: true, &turn)
    case .skip: leaveComment(isSent: false, &turn)
    }
    next(world, standing, &turn)
  }

  private static let commentLimit = 500

  private mutating func dismiss(_ way: UserAct.Dismissal, _ turn: inout Turn) {
    guard let showing = current, showing.message.isDismissible || showing.part == .thanks else {
      return
    }
    end(.dismissal(way == .escape ? "close_button" : way.rawValue), &turn)
  }

  // MARK: - Actions

  private mutating func tap(
    _ button: String?, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let showing = current, showing.part == .message else { return }
    let action: Action? =
      if let button {
        showing.message.buttons.first { $0.id.isSame(as: button) }?.action
      } else {
        showing.message.action
      }
    guard let action else { return }
    end(.click, &turn)
    var payload: Object?
    switch action {
    case .close: break
    case .openURL(let url): turn.stage(.openURL(.address(url)))
    case .keyValue(let pairs): payload = pairs
    case .requestPushPermission: requestPermission(standing, &turn)
    case .requestRating: turn.stage(.prompt(.review))
    case .openStore:
      if let store = standing.store { turn.stage(.openURL(.store(store))) }
    }
    if !showing.isTest {
      var properties: Object = ["campaign_id": .string(showing.id)]
      properties["button_id"] = button.map { .string($0) }
      turn.signal(.report("in_app_clicked", properties))
    }
    tell(.didTapInAppMessage(campaignID: showing.id, buttonID: button, payload: payload), &turn)
  }

  private mutating func requestPermission(_ standing: Standing, _ turn: inout Turn) {
    switch standing.device.permission {
    case .prompt: prompt(for: nil, &turn)
    case .denied: turn.stage(.openURL(.settings))
    case .granted, .unsupported: break
    }
  }

  /// Asks for the permission; a page's closure hears the answer.
  mutating func prompt(for completion: Completion?, _ turn: inout Turn) {
    let completions = completion.map { [$0] } ?? []
    guard prompts.isEmpty else {
      prompts[0].completions += completions
      return
    }
    let id = "a\(turn.nextSerial())"
    prompts.append((id, completions))
    turn.stage(.prompt(.pushPermission(id: id)))
  }

  /// Takes the person's answer to a prompt.
  mutating func answerPrompt(_ id: String, _ value: Value, _ turn: inout Turn) {
    guard let place = prompts.firstIndex(where: { $0.id.isSame(as: id) }) else { return }
    let isGranted = value.string?.isSame(as: PagePermission.granted.rawValue) ?? false
    let permission = isGranted ? PagePermission.granted : .denied
    if isGranted { turn.stage(.register) }
    for completion in prompts.remove(at: place).completions {
      turn.complete(completion, with: .text(permission.rawValue))
    }
  }

  // MARK: - Questions

  private mutating func answer(
    _ value: Value, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let showing = current, showing.part == .message, showing.answer == nil,
      let question = showing.message.question, question.takes(value)
    else { return }
    current?.answer = value
    if !showing.isTest {
      let properties: Object = ["campaign_id": .string(showing.id), "value": value]
      turn.signal(.report("in_app_answered", properties))
      history.answer(showing.id)
      keepHistory(standing, &turn)
      judge(
        Occurrence(kind: .event("in_app_answered"), properties: properties), world, standing, &turn)
    }
    if question.hasComment { show(.comment, &turn) } else { thank(&turn) }
  }

  private mutating func leaveComment(isSent: Bool, _ turn: inout Turn) {
    guard let showing = current, showing.part == .comment else { return }
    if isSent, !showing.typed.isBlank {
      current?.comment = showing.typed
      if !showing.isTest {
        turn.signal(
          .report(
            "in_app_commented",
            ["campaign_id": .string(showing.id), "comment": .string(showing.typed)]))
      }
    }
    thank(&turn)
  }

  private mutating func thank(_ turn: inout Turn) {
    if current?.message.question?.thanks != nil {
      show(.thanks, &turn)
    } else {
      end(.click, &turn)
    }
  }

  // MARK: - The end

  /// Takes the message off the screen, and tells the app how it ended.
  mutating func end(_ ending: Ending, _ turn: inout Turn) {
    guard let showing = current else { return }
    clear(&turn)
    guard case .onScreen(let id) = showing.stage else { return }
    turn.stage(.close(id))
    if let answer = showing.answer {
      if showing.message.question?.wantsReview(after: answer) == true, ending.mayPrompt {
        turn.stage(.prompt(.review))
      }
      tell(
        .didAnswerInAppMessage(
          campaignID: showing.id, value: answer, comment: showing.comment), &turn)
      return
    }
    switch ending {
    // What its page has made a click is no dismissal any more.
    case _ where showing.page?.hasClicked == true: break
    case .click: break
    case .dismissal(let reason):
      if !showing.isTest {
        turn.signal(
          .report(
            "in_app_dismissed",
            ["campaign_id": .string(showing.id), "reason": .string(reason)]))
      }
      tell(.didDismissInAppMessage(campaignID: showing.id, reason: reason), &turn)
    case .unreportedDismissal(let reason):
      tell(.didDismissInAppMessage(campaignID: showing.id, reason: reason), &turn)
    }
  }
}

extension Ending {
  // A prompt would come over an app that has just closed the message.
  fileprivate var mayPrompt: Bool {
    switch self {
    case .dismissal(Self.closedByApp), .unreportedDismissal(Self.closedByApp): false
    case .click, .dismissal, .unreportedDismissal: true
    }
  }
}
