// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "conformance",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "conformance", targets: ["conformance-cli"]),
    .executable(name: "grovs-testee", targets: ["grovs-testee"]),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(name: "JSON"),
    .target(name: "YAML", dependencies: ["CYAML", "JSON"]),
    .target(name: "GrovsCore", dependencies: ["JSON"]),
    .target(name: "PushwooshCore", dependencies: ["JSON"]),
    .target(
      name: "Conformance", dependencies: ["JSON", "YAML"],
      resources: ["page.css", "base.js", "sequence.js", "run.js", "matrix.js"].map {
        .embedInCode("Report/Page/\($0)")
      }),
    .target(name: "GrovsTestee", dependencies: ["Conformance", "GrovsCore", "JSON"]),
    .target(name: "PushwooshTestee", dependencies: ["Conformance", "PushwooshCore", "JSON"]),
    .executableTarget(name: "grovs-testee", dependencies: ["Conformance", "GrovsTestee"]),
    .executableTarget(
      name: "conformance-cli",
      dependencies: ["Conformance", "GrovsCore", "GrovsTestee", "PushwooshTestee", "JSON", "YAML"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "YAMLTests", dependencies: ["YAML", "JSON"]),
    .testTarget(name: "GrovsCoreTests", dependencies: ["GrovsCore", "JSON"]),
    .testTarget(name: "PushwooshCoreTests", dependencies: ["PushwooshCore", "JSON"]),
    .testTarget(name: "ConformanceTests", dependencies: ["Conformance", "JSON", "YAML"]),
    // A program that misbehaves on demand, for the tests of what the runner then says.
    .executableTarget(
      name: "scripted-testee", dependencies: ["JSON"], path: "Tests/ScriptedTestee"),
    .testTarget(
      name: "CommandTests", dependencies: ["conformance-cli", "grovs-testee", "scripted-testee"]),
    .testTarget(
      name: "GrovsTesteeTests",
      dependencies: ["GrovsTestee", "Conformance", "GrovsCore", "JSON", "YAML"]),
    .testTarget(
      name: "PushwooshTesteeTests", dependencies: ["PushwooshTestee", "Conformance", "JSON"]),
  ],
  swiftLanguageModes: [.v6]
)

// Every Swift target takes the same settings; keep this after the targets. Warnings are errors in
// tools/test, not here, so that a newer compiler breaks no user.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
