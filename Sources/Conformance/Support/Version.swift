/// The version of the suite's command.
package let suiteVersion = "0.1.0"
