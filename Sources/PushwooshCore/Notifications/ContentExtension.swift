/// The guide's content extension: plays the video of the notification that was expanded.
struct ContentExtension: Sendable {
  /// What the player plays.
  private var playing: String?

  mutating func receive(_ attachments: [String], _ turn: inout Turn) {
    if let playing { turn.add(.stopVideo(playing)) }
    playing = attachments.first
    if let playing {
      turn.add(.playVideo(playing))
    } else {
      turn.warn("the notification has no attachment")
    }
  }
}
