import Testing

@testable import Conformance

// The documents are others' and not in the project. With a copy of them beside it the rulebooks are
// held against them; without one these tests are skipped.
@Suite(.enabled(if: SharedDocuments.exist, "there is no folder ../shared/docs beside the project"))
struct SharedDocumentsTests {
  @Test(arguments: SharedDocuments.suites)
  func `every sentence of the documents is restated or listed with a reason`(suite: String) throws {
    let restatement = try SharedDocuments.restatement(of: suite) { $0 }

    #expect(restatement.total > 100)
    #expect(restatement.lines.dropLast() == [])
    #expect(restatement.holds)
  }

  // A few words of a sentence each, so that no sentence of the documents stands here.
  static let changes: [(String, String, [String])] = [
    ("appends the API", "leaves out the API", ["configure.base-url-api-path-appended"]),
    ("apply at the next sync", "apply at once", ["in-app.changes-apply-at-next-sync"]),
    ("up to 1 MB", "up to 2 MB", ["push-images.upload-limit"]),
    (
      "action button doesn't", "action button does",
      [
        "push.dismiss-not-open", "push.custom-action-not-open", "push.dismiss-not-delivered",
        "push.custom-action-not-delivered",
      ]
    ),
  ]

  @Test(arguments: changes)
  func `a changed sentence names its rules alone`(old: String, new: String, ids: [String]) throws {
    let restatement = try SharedDocuments.restatement(of: "grovs") {
      $0.replacing(old, with: new)
    }

    #expect(restatement.staleRules == ids)
    #expect(restatement.loose.count == 1)
  }
}

private enum SharedDocuments {
  private static let root = #filePath.split(separator: "/").dropLast(4)
    .reduce("") { "\($0)/\($1)" }
  private static let folder = root + "/../shared/docs"

  static var exist: Bool { Files.isFolder(folder) }

  /// The suites that name documents.
  static var suites: [String] {
    let files = (try? Files.below(root + "/Specs", endings: ["documents.yaml"])) ?? []
    return files.map { String($0.prefix { $0 != "/" }) }
  }

  /// A suite held against its documents, each changed first.
  static func restatement(
    of suite: String, changing change: (String) -> String
  ) throws -> Restatement {
    let specs = "\(root)/Specs/\(suite)"
    let (rulebook, documents) = (Rulebook.load(folder: specs), Documents.load(folder: specs))
    #expect(rulebook.errors.isEmpty && documents.errors.isEmpty)
    return try Restatement(rulebook, documents, folder: folder) { path throws(Files.Problem) in
      change(String(decoding: try Files.bytes(of: path), as: UTF8.self))
    }
  }
}
