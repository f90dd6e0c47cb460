import JSON

/// One HTML file that needs nothing else: a style, a script and blocks of data.
///
/// What the data says is only ever shown as text. The file's policy lets no script run but its own,
/// which it names by its hash, and lets nothing be loaded.
struct PageDocument {
  var title: String
  /// A line for those who let no script run.
  var summary: String
  /// Blocks of data, each by the id under which the script finds it.
  var data: [(id: String, value: Value)]

  /// The whole file.
  var text: String {
    let style = PackageResources.page_css
    let script =
      PackageResources.base_js + PackageResources.sequence_js + PackageResources.run_js
      + PackageResources.matrix_js
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += Array(text.utf8) }
    add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    add("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    add("script-src 'sha256-\(SHA256.hash(script).base64)'; ")
    add("style-src 'sha256-\(SHA256.hash(style).base64)'; ")
    add("base-uri 'none'; form-action 'none'\">\n")
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    add("<meta name=\"color-scheme\" content=\"light dark\">\n")
    add("<title>\(title.asHTML)</title>\n<style>")
    bytes += style
    add("</style>\n</head>\n<body>\n<div id=\"page\"><h1>\(title.asHTML)</h1>")
    add("<p>\(summary.asHTML)</p>")
    add("<noscript><p>This report needs scripts to show more.</p></noscript></div>\n")
    for (id, value) in data {
      add("<script type=\"application/json\" id=\"\(id)\">")
      bytes += value.scriptBytes
      add("</script>\n")
    }
    add("<script>")
    bytes += script
    add("</script>\n</body>\n</html>\n")
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Value {
  /// The canonical text as it may stand in an HTML script: no `<`, which only texts hold.
  var scriptBytes: [UInt8] {
    var text: [UInt8] = []
    write(into: &text)
    let less = Array("\\u003c".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      if byte == UInt8(ascii: "<") { bytes += less } else { bytes.append(byte) }
    }
    return bytes
  }
}

extension String {
  /// The text as HTML shows it, controls escaped in the open.
  var asHTML: String {
    var result = ""
    for scalar in EntryText.escaped(self).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
