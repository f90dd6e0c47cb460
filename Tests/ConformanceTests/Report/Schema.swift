import JSON

@testable import Conformance

/// A JSON Schema, as much of it as the suite's own schemas use.
struct Schema {
  private let root: Value

  /// Reads a schema of `Specs/schema`.
  init(_ name: String) throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    self.root = try Value(json: Files.bytes(of: "/\(root)/Specs/schema/\(name).json"))
  }

  /// Where and why a value does not keep to the schema.
  func faults(_ value: Value) -> [String] { faults(value, root, at: "") }

  private static let known = [
    "$schema", "$defs", "title", "description", "$ref", "type", "const", "enum", "properties",
    "required", "additionalProperties", "items", "minimum", "maximum", "pattern",
  ]

  private func faults(_ value: Value, _ schema: Value, at way: String) -> [String] {
    var faults: [String] = []
    func demand(_ holds: Bool, _ what: String) { if !holds { faults.append("\(way): \(what)") } }
    for key in schema.object?.keys ?? [] where !Self.known.contains(key) {
      faults.append("\(way): this reader does not know '\(key)'")
    }
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      return self.faults(value, root["$defs"]?[String(name)] ?? .null, at: way)
    }
    if let type = schema["type"]?.string { demand(Self.isOf(type, value), "is no \(type)") }
    if let const = schema["const"] { demand(value == const, "is not \(const)") }
    if let choices = schema["enum"]?.array { demand(choices.contains(value), "is none of these") }
    if let least = schema["minimum"]?.number, let number = value.number {
      demand(!(number < least), "is too small")
    }
    if let most = schema["maximum"]?.number, let number = value.number {
      demand(!(most < number), "is too big")
    }
    if let items = schema["items"] {
      for (index, item) in (value.array ?? []).enumerated() {
        faults += self.faults(item, items, at: "\(way)[\(index)]")
      }
    }
    guard let object = value.object, let properties = schema["properties"]?.object else {
      return faults
    }
    for key in schema["required"]?.array ?? [] {
      demand(object[key.string ?? ""] != nil, "has no \(key)")
    }
    for pair in object {
      if let property = properties[pair.key] {
        faults += self.faults(pair.value, property, at: "\(way).\(pair.key)")
      } else {
        demand(schema["additionalProperties"]?.bool != false, "may not have '\(pair.key)'")
      }
    }
    return faults
  }

  private static func isOf(_ type: String, _ value: Value) -> Bool {
    switch type {
    case "object": value.object != nil
    case "array": value.array != nil
    case "string": value.string != nil
    case "integer": value.number?.isInteger == true
    case "number": value.number != nil
    case "boolean": value.bool != nil
    default: false
    }
  }
}
