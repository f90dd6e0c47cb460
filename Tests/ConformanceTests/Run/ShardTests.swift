import Testing

@testable import Conformance

@Suite struct ShardTests {
  @Test(arguments: [("1/1", 1, 1), ("2/5", 2, 5), ("5/5", 5, 5), ("007/8", 7, 8)])
  func `a shard is read as I of N`(text: String, index: Int, count: Int) throws {
    let shard = try #require(Shard(text: text))

    #expect(shard.index == index)
    #expect(shard.count == count)
  }

  @Test(arguments: [
    "", "1", "/", "0/5", "6/5", "1/0", "-1/5", "+1/5", "1/5/9", " 1/5", "1/5 ", "a/b", "1.0/5",
    "1/99999999999999999999",
  ])
  func `anything else is no shard`(text: String) {
    #expect(Shard(text: text) == nil)
  }

  @Test(arguments: [(1, 10), (3, 10), (7, 7), (9, 4), (4, 0)])
  func `every run is in exactly one shard, and no shard has two more than another`(
    count: Int, total: Int
  ) throws {
    let shards = try (1...count).map { try #require(Shard($0, of: count)) }

    for place in 0..<total { #expect(shards.filter { $0.holds(place) }.count == 1) }
    let sizes = shards.map { shard in (0..<total).filter { shard.holds($0) }.count }
    #expect(sizes == shards.map { $0.size(of: total) })
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }
}
