/// What a search comes to.
package enum Finding {
  case culprit(Certificate)
  case notDeterministic(Doubt)
  case specChanged(SpecChange)
  case candidates(Doubt)

  /// Candidates of which none can be named.
  package struct Doubt {
    package var run: Run
    package var suspects: [Suspect]
    package var details: [String]
  }

  /// A candidate, and what is known of it.
  package struct Suspect: Hashable {
    package var candidate: Candidate
    package var reason: String
  }

  /// A run that fails at both ends by today's spec, and holds at both by the spec of the good end.
  package struct SpecChange {
    package var run: Run
    /// The versions of the specs among which the first is that the bad end's testee fails.
    package var suspects: [Suspect]
    /// The headline of what today's spec finds at the good end.
    package var headline: String
  }
}

/// The proof that a candidate brought a failure.
package struct Certificate {
  package var culprit: Candidate
  /// The parent that it was held against.
  package var parent: Candidate
  package var parents: [Candidate]
  package var run: Run
  package var divergence: String
  package var culpritProof: Evidence
  package var parentProof: Evidence
  /// The mainline's merge that brought it in, with the tip of the side branch it lies on.
  package var merge: Candidate?
  package var tip: Candidate?
  /// Other runs that hold at the parent and fail at the culprit.
  package var alsoParting: [String]
  /// Other runs that fail at the bad end and not from this candidate on.
  package var partingElsewhere: [String]
  package var builds: Int
  /// Whether the candidate also changed the file of the run's spec.
  package var changesSpec = false

  /// The first events at which the traces part, of the parent and of the culprit.
  package var parting: (first: String?, second: String?)? {
    Trial.parting(parentProof.trace, culpritProof.trace)
  }
}
