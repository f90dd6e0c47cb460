import JSON
import Testing

@testable import PushwooshCore

@Suite struct UsageKeysTests {
  private static let use = "NSLocationWhenInUseUsageDescription"
  private static let both = "NSLocationAlwaysAndWhenInUseUsageDescription"
  private static let old = "NSLocationAlwaysUsageDescription"

  // Every set of keys, on the last system of the old kind and the first of the new one.
  static let table: [([String], UsageKeys.Verdict, UsageKeys.Verdict)] = [
    ([], .missing(use), .missing(use)),
    ([use], .allowed(.foreground, lacking: nil), .allowed(.foreground, lacking: both)),
    ([both], .missing(use), .missing(use)),
    ([old], .allowed(.always, lacking: nil), .missing(use)),
    ([use, both], .allowed(.foreground, lacking: nil), .allowed(.always, lacking: nil)),
    ([use, old], .allowed(.always, lacking: nil), .allowed(.foreground, lacking: both)),
    ([both, old], .allowed(.always, lacking: nil), .missing(use)),
    ([use, both, old], .allowed(.always, lacking: nil), .allowed(.always, lacking: nil)),
  ]

  @Test(arguments: table)
  func `each set of keys has its reach on old and new systems`(
    keys: [String], onTen: UsageKeys.Verdict, onEleven: UsageKeys.Verdict
  ) {
    let info = Object(keys.map { ($0, "Zones") })

    let verdicts = ["10.3.4", "11.0"].map {
      UsageKeys(Device(["system": .string($0), "info": .object(info)])).verdict
    }

    #expect(verdicts == [onTen, onEleven])
  }
}
