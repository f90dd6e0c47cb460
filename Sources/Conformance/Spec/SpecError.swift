package import YAML

/// A mistake in a file of the suite, with the place to mend it.
///
/// Its description is one line in the form that compilers use:
///
///     Specs/shop/cart/checkout.yaml:14:7: error: unknown step 'advanse'; did you mean 'advance'?
package struct SpecError: Error, Hashable, Sendable, CustomStringConvertible {
  package var mark: Mark
  /// What is wrong and what to write, lower case, without a full stop.
  package var message: String

  package init(_ mark: Mark, _ message: String) {
    self.mark = mark
    self.message = message
  }

  package var description: String { "\(mark): error: \(message)" }
}
