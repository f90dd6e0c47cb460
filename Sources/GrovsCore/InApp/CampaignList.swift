import JSON

/// The campaigns of a sync with the fields that their conditions look at, each field once.
struct CampaignList: Sendable {
  private(set) var campaigns: [Campaign] = []
  private var fields: [Field] = []
  private var places: [Value: Int] = [:]

  init() {}

  /// Reads what a sync has brought; an entry without an id, or with one that came, is left out.
  init(_ entries: [Value]) {
    var ids: Set<Value> = []
    for entry in entries {
      guard let object = entry.object, let id = object["id"]?.string,
        ids.insert(.string(id)).inserted
      else { continue }
      campaigns.append(campaign(id, object))
    }
  }

  subscript(id: String) -> Campaign? { campaigns.first { $0.id.isSame(as: id) } }

  /// What the fields hold now.
  func facts(_ event: Occurrence?, _ world: World) -> [Fact] {
    fields.map { field in
      switch field {
      case .user(let key): Fact(world.attributes?[key])
      case .event(let key): Fact(event?.properties[key])
      case .language: Fact(world.language)
      case .permission: Fact(world.permission)
      case .appVersion: world.appVersion.map { .version($0) } ?? .missing
      }
    }
  }

  // MARK: - Reading

  private mutating func campaign(_ id: String, _ object: Object) -> Campaign {
    var isKnown = true
    func read<Item>(_ key: String, _ make: (Value) -> Item?) -> Item? {
      guard let value = object[key], !value.isNull else { return nil }
      let item = make(value)
      if item == nil { isKnown = false }
      return item
    }
    let time = { (value: Value) in value.string.flatMap { WallTime(iso: $0) } }
    let trigger = object["trigger"].map { Campaign.Trigger($0) } ?? .unknown
    if case .unknown = trigger { isKnown = false }
    let filter = conditions(object["trigger"]?["where"])
    let conditions = conditions(object["conditions"])
    let frequency = read("frequency") { Campaign.Frequency($0) }
    let aim = read("orientation") { $0.string.flatMap { Aim(rawValue: $0) } }
    let least = read("min_sdk") { $0.string.map { Version($0) } }
    let message = read("message") { $0.object.flatMap { Message($0) } }
    var campaign = Campaign(
      id: id, priority: read("priority") { $0.number } ?? Number(0),
      published: object["published_at"].flatMap(time) ?? WallTime(milliseconds: .min),
      starts: read("starts_at", time), ends: read("ends_at", time), trigger: trigger,
      filter: filter ?? [], conditions: conditions ?? [],
      frequency: frequency ?? Campaign.Frequency(),
      orientation: aim.flatMap { Orientation(rawValue: $0.rawValue) }, message: nil)
    guard isKnown, filter != nil, conditions != nil, least.map({ $0 <= .sdk }) ?? true else {
      return campaign
    }
    campaign.message = message
    for action in message?.actions ?? [] {
      if case .requestPushPermission = action { campaign.asksForPermission = true }
      if case .openStore = action { campaign.opensStore = true }
    }
    return campaign
  }

  private enum Aim: String { case portrait, landscape, both }

  // The conditions, or nil where one of them cannot be tested.
  private mutating func conditions(_ value: Value?) -> [Condition]? {
    guard let value, !value.isNull else { return [] }
    guard let entries = value.array else { return nil }
    var conditions: [Condition] = []
    for entry in entries {
      guard let text = entry["field"]?.string, let field = Field(text),
        let test = entry["op"]?.string.flatMap({
          Condition.Test($0, entry["value"] ?? .null, of: field)
        })
      else { return nil }
      conditions.append(Condition(field: place(of: field, text), test: test))
    }
    return conditions
  }

  private mutating func place(of field: Field, _ text: String) -> Int {
    if let place = places[.string(text)] { return place }
    places[.string(text)] = fields.count
    fields.append(field)
    return fields.count - 1
  }
}

extension Campaign.Trigger {
  fileprivate init(_ value: Value) {
    let name = value["name"]?.string
    switch (value["type"]?.string, name) {
    case ("app_open", _): self = .appOpen
    case ("screen_view", _): self = .screenView(name?.folded)
    case ("event", let name?): self = .event(name)
    default: self = .unknown
    }
  }
}

extension Campaign.Frequency {
  private static let longest = 1_000_000_000_000

  fileprivate init?(_ value: Value) {
    guard let object = value.object else { return nil }
    var isKnown = true
    func limit(_ key: String) -> Int? {
      guard let value = object[key], !value.isNull else { return nil }
      guard let count = value.int, count >= 0 else {
        isKnown = false
        return nil
      }
      return min(count, Self.longest)
    }
    total = limit("max_total")
    perSession = limit("max_per_session")
    perDay = limit("max_per_day")
    interval = limit("min_interval").map { .seconds(Int64($0)) }
    guard isKnown else { return nil }
  }
}
