import JSON
import Testing

@testable import GrovsCore

@Suite struct TemplateTests {
  private static let user: Object = [
    "name": "Ann", "evil": "<script>\"'&`=\r\0", "lt": "lt;", "b": "b", "slash": "/title",
    "empty": "",
    "null": .null, "list": ["a"], "map": ["a": 1], "whole": 3,
    "half": Number(2.5).map { .number($0) } ?? .null,
    "yes": true, "no": false, "spaced": "a b", "nested.key": "dotted", "again": "{{user.name}}",
    "é": "accent", "line": "\n\n",
  ]

  private func page(_ html: String) throws(MissingField) -> String {
    try Template(html).page(user: Self.user, event: ["plan": "pro", "name": "Event"])
  }

  @Test(arguments: [
    ("<p>Hi {{user.name}}, {{event.plan}}!</p>", "<p>Hi Ann, pro!</p>"),
    ("{{ user.name }}{{\tevent.name\n}}", "AnnEvent"),
    ("{{{user.name}}}", "{Ann}"),
    ("{{user.nested.key}} {{user.é}}", "dotted accent"),
    ("{{user.whole}} {{user.half}} {{user.yes}} {{user.no}}", "3 2.5 true false"),
    ("{{user.again}}", "{{user.name}}"),
    (
      "<title>{{user.name}}</title><textarea>{{user.name}}</textarea>",
      "<title>Ann</title><textarea>Ann</textarea>"
    ),
    ("a\r\n\0\u{FEFF}é{{user.name}}", "a\r\n\0\u{FEFF}éAnn"),
    ("<svg><title>{{user.name}}</title></svg>", "<svg><title>Ann</title></svg>"),
  ])
  func `a placeholder becomes the field's value, all else stays`(html: String, expected: String)
    throws
  {
    #expect(try page(html).isSame(as: expected))
  }

  @Test(arguments: [
    "alt", "title", "value", "placeholder", "aria-label", "data-x", "TITLE", "DATA-",
  ])
  func `an open attribute takes values`(name: String) throws {
    #expect(try page("<a \(name)='{{user.name}}'>") == "<a \(name)='Ann'>")
  }

  @Test(arguments: [
    "<a href='{{user.name}}'>", "<a onclick=\"{{user.name}}\">", "<a style={{user.name}}>",
    "<a titles='{{user.name}}' aria='{{user.name}}' data='{{user.name}}' xvalue='{{user.name}}'>",
    "<a {{user.name}}>", "<a {{user.name}}=b>", "</a title='{{user.name}}'>",
    "<a title='' title='{{user.name}}'>", "<a title='{{user.name}}'", "<{{user.name}}>",
    "</{{user.name}}>", "<!--{{user.name}}-->", "<!doctype {{user.name}}>", "<?{{user.name}}>",
    "<script>{{user.name}}</script>", "<style>{{user.name}}</style>", "<xmp>{{user.none}}</xmp>",
    "<noscript>{{user.name}}</noscript>", "<iframe>{{user.name}}</iframe>",
    "<svg><style>{{user.name}}</style>", "<svg><![CDATA[{{user.none}}]]>",
    "<svg><title><a href={{user.name}}></title>{{user.name}}",
    "<frameset title='{{user.name}}'>{{user.none}}",
    "<math></p><title><a color='{{user.name}}'></title>",
  ])
  func `elsewhere a placeholder stays as written and keeps nothing away`(html: String) throws {
    #expect(try page(html) == html)
  }

  @Test(arguments: [
    "{{user.}}", "{{user}}", "{{User.name}}", "{{device.name}}", "{{user.na me}}", "{{user.name",
    "{{user.name}", "{ {user.name}}", "{{user.<b>name</b>}}", "{{user.name|}}",
    "{{user.name|default}}", "{{user.name|default:}}", "{{user.name|default:x}}",
    "{{user.name|default:'x'}}", "{{user.name|default:\"x}}", "{{user.name|default:\"x\"y}}",
    "{{user.name|Default:\"x\"}}", "{{user.name|upper}}", "{{user.a{b}}", "{{user.&#97;}}",
    "<a title=\"{{user.name | default: \"x\"}}\">", "<a title={{user.none | default: \"x\"}}>",
  ])
  func `a malformed placeholder stays as written`(html: String) throws {
    #expect(try page(html) == html)
  }

  @Test(arguments: [
    ("{{user.none | default: \"there\"}}", "there"), ("{{user.none|default:\"\"}}", ""),
    ("{{user.name|default:\"there\"}}", "Ann"), ("{{user.empty|default:\"e\"}}", "e"),
    ("{{user.null|default:\"e\"}}", "e"), ("{{user.list|default:\"e\"}}", "e"),
    ("{{user.map|default:\"e\"}}", "e"), ("{{user.none|default:\"a}}b\"}}", "a}}b"),
    ("{{user.none|default:\"{{user.name}}\"}}", "{{user.name}}"),
    (
      "{{user.none|default:\"a &amp; b &eacute; & c < d ' e\"}}",
      "a &amp; b &eacute; &amp; c &lt; d ' e"
    ),
    ("{{user.none|default:&quot;a&quot;}}", "a"),
    ("<a title=\"{{user.none | default: &quot;a'b&quot; }}\">", "<a title=\"a'b\">"),
    ("<a title='{{user.none | default: \"a&#34;b\"}}'>", "<a title='a&#34;b'>"),
    ("<a title='{{user.none | default: &#34;a\"b&#34;}}'>", "<a title='a\"b'>"),
    ("<a title={{user.none|default:\"a\"}}>", "<a title=a>"),
  ])
  func `a fallback stands in for a value that is missing`(html: String, expected: String) throws {
    #expect(try page(html) == expected)
  }

  @Test(arguments: ["user.none", "user.empty", "user.null", "user.list", "user.map", "event.evil"])
  func `a field without value and fallback keeps the page away`(field: String) {
    #expect(throws: MissingField(name: field)) { try page("<p title='{{\(field)}}'>") }
  }

  @Test(arguments: [
    ("{{user.evil}}", "&lt;script&gt;\"'&amp;`=&#13;\u{FFFD}"),
    ("<a title=\"{{user.evil}}\">", "<a title=\"&lt;script&gt;&quot;'&amp;`=&#13;\u{FFFD}\">"),
    ("<a title='{{user.evil}}'>", "<a title='&lt;script&gt;\"&#39;&amp;`=&#13;\u{FFFD}'>"),
    (
      "<a title={{user.evil}}>",
      "<a title=&lt;script&gt;&#34;&#39;&amp;&#96;&#61;&#13;\u{FFFD}>"
    ),
    ("<a title={{user.spaced}}/>", "<a title=a&#32;b/>"),
  ])
  func `a value is escaped for its place`(html: String, expected: String) throws {
    #expect(try page(html).isSame(as: expected))
  }

  @Test(
    arguments: [
      // No value may become the end of a reference that the page has begun.
      ("&{{user.lt}}", "&&#108;t;"), ("&l{{user.b}}", "&l&#98;"), ("&#{{user.whole}};", "&#&#51;;"),
      ("<a title='&amp{{user.b}}'>", "<a title='&amp&#98;'>"),
      ("&{{user.none|default:\"lt;\"}}", "&&#108;t;"), ("& {{user.b}}", "& b"),
      ("&{{user.none|default:\"\"}}lt;", "&{{user.none|default:\"\"}}lt;"),
      // Nor of a line end.
      ("\r{{user.line}}", "\r&#10;\n"), ("<a title='\r{{user.line}}'>", "<a title='\r&#10;\n'>"),
      // Nor of a tag.
      ("<{{user.b}}>", "<{{user.b}}>"), ("1 <{{user.none|default:\"\"}}b>", nil),
      ("<title></{{user.slash}}></title>", nil), ("<title><{{user.slash}} ></title>", nil),
      ("<title></titl{{user.none|default:\"e\"}}></title>", nil),
      ("<title><b{{user.b}}></title>", "<title><bb></title>"),
      ("<title></1{{user.b}}></title>", "<title></1b></title>"),
      // An unquoted value that is empty would take the next attribute for its own.
      ("<a title={{user.none|default:\"\"}} href=x>", nil),
    ] as [(String, String?)])
  func `what is written never joins what stands around it`(html: String, expected: String?) throws {
    #expect(try page(html).isSame(as: expected ?? html))
  }
}
