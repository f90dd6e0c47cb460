import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct LoadingTests {
  @Test func `a run holds its acts with what stands under each`() throws {
    let run = try #require(
      Demo.run(
        """
        - call: track
          with: { name: go }
        - advance: 5s
        - request: /events
          body: { events: [{ $event: { name: go } }] }
          reply: ok
        """))

    #expect(run.name == "one")
    #expect(run.rule == "events.one")
    #expect(run.file == Demo.path)
    #expect(run.acts.map(\.start) == ["configured", "signed_in", nil, nil])
    #expect(run.acts.map { $0.groups.count } == [0, 3, 0, 1])
    #expect(
      run.acts.flatMap(\.groups).flatMap(\.steps).map(\.start) == [
        "signed_in", "signed_in", "configured", nil,
      ])
  }

  @Test func `acts read as they are written`() throws {
    let run = try #require(
      Demo.run(
        """
        - call: open
          with: { url: x, kind: null }
          returns: { $any: bool }
          because: either will do
        - call: configure
          with:
            key: k
            delegate: { $object: { name: d, lacks: [failed], returns: { ask: true }, calls: { ask: [{ call: track, with: { name: a } }] } } }
          as: again
        - request: /sign-in
          as: asked
        - set: token
          to: null
        - get: token
          returns: null
        - reply: asked
          with: { like: found, status: 201, body: { link: y } }
        - completion: again
          with: false
        - device: { language: ro, clock: start + 1d }
        - app: background
        - app: terminate
        - app: launch
          with: { locked: true }
        - user: tap
        - quiet: 1s
        """))

    #expect(
      run.brief == [
        #"call open {"kind":null,"url":"x"} → any bool"#,
        #"call configure {"delegate":{"$object":"d","calls":{"ask":[{"member":"track","with":{"name":"a"}}]},"lacks":["failed"],"returns":{"ask":true}},"key":"k"} completes as again"#,
        #"  POST /sign-in {build: "1", model: "phone"} as asked"#,
        "set token null",
        "get token → null",
        #"reply asked 201 Kind=link json {"data":{"a":1},"link":"y"}"#,
        "  completion again false",
        #"device {"language":"ro"} clock start+86400000"#,
        "app background {}",
        "app terminate {}",
        #"app launch {"in":"foreground","locked":true}"#,
        "user tap {}",
        "quiet 1000",
      ])
  }

  @Test func `what the SDK did reads as it is written`() throws {
    let run = try #require(
      Demo.run(
        """
        - advance: 5m
        - callback: received
          with: { link: x, by: app }
          after: 2s..3s
        - callback: failed
          with: { error: offline }
          on: d
        - log: warn
          with: { $like: "*late*" }
        - show: m1
          with: { part: comment }
          reply: { drawn: true }
        - close: m1
        - clipboard: read
          as: read
        - reply: read
          with: null
        """))

    #expect(
      run.brief == [
        "advance 300000",
        #"  app.received {by: "app", link: "x", payload: optional null} after 2000..3000"#,
        #"  d.failed {error: "offline", message: like * *}"#,
        "  log warn like *late*",
        #"  show m1 {part: "comment"} reply answer {"drawn":true}"#,
        "  close m1 {}",
        "  clipboard read {} as read",
        "reply read answer null",
      ])
  }

  @Test func `headers are laid over the vocabulary's, in lower case and sorted`() throws {
    let run = try #require(
      Demo.run(
        """
        - call: track
          with: { name: go }
        - request: /events
          headers: { KEY: other, Device: { $absent: true }, Extra: "1" }
          body: {}
          reply: ok
        """))

    guard case .request(let request)? = run.acts.last?.groups.first?.steps.first?.kind else {
      Issue.record("no request")
      return
    }
    #expect(request.url == "https://api.demo.test/v1/events")
    #expect(request.exact == ["properties"])
    #expect(request.ownBody)
    #expect(
      request.headers.map { "\($0.name): \($0.value.brief)" } == [
        #"device: absent"#, #"extra: "1""#, #"key: "other""#,
      ])
  }

  @Test func `a whole address has no body and no headers unless it says so`() throws {
    let run = try #require(
      Demo.run(
        """
        - advance: 1s
        - request: https://img.test/a.png
          reply: png
        """))

    #expect(
      run.brief == [
        "advance 1000", "  GET https://img.test/a.png no body reply 200 bytes [137, 80, 78, 71]",
      ])
  }

  @Test func `steps of unordered and sequence stand together`() throws {
    let run = try #require(
      Demo.run(
        """
        - call: track
          with: { name: go }
        - unordered:
            - request: /events
              body: {}
              reply: ok
            - request: /link
              reply: ok
        - sequence:
            - close: m
            - callback: failed
              with: { error: refused }
        """))

    #expect(run.acts.last?.groups.map(\.name) == ["unordered", "sequence"])
    #expect(run.acts.last?.groups.map(\.steps.count) == [2, 2])
  }

  @Test(arguments: [
    ("- quiet: 1s", [0.5]),
    ("- advance: 1s\n- log: error\n  after: 1s", [0.5]),
    ("- advance: 1s\n- log: error\n  after: 0ms..1s", [0, 0.5, 0.999]),
    ("- advance: 1s\n- request: /events\n  body: { $ranged: {} }\n  reply: ok", [0, 0.5, 0.999]),
    (
      "- advance: 1s\n- request: /events\n  body: { n: { $range: [1, 2] } }\n  reply: ok",
      [0, 0.5, 0.999]
    ),
  ])
  func `a window of two ends or a range repeats the run with other chances`(
    steps: String, chances: [Double]
  ) throws {
    #expect(try #require(Demo.run(steps)).chances == chances)
  }

  @Test func `needs are judged with all they rest on`() throws {
    let run = try #require(Demo.run("- quiet: 1s", needs: "[screen]"))
    let suite = Demo.load(Demo.steps("- quiet: 1s", needs: "[screen]"))

    #expect(suite.vocabulary.names(of: run.needs) == ["screen"])
    #expect(suite.vocabulary.names(of: run.judged) == ["base", "events", "screen"])
  }

  @Test func `without needs the folder is what a spec needs`() throws {
    let suite = Demo.load(
      """
      spec: 1
      rule: events.one
      scenarios:
        - name: all
          scope: all
          observe: [log.error, log.info]
          steps:
            - do: configured
            - quiet: 1s
      """)
    let run = try #require(suite.runs.first)

    #expect(suite.errors.isEmpty)
    #expect(suite.vocabulary.names(of: run.needs) == ["events"])
    #expect(run.judged == .all)
    #expect(run.observed == [.error, .info])
  }

  @Test func `a completion that is not passed is not waited for`() throws {
    let run = try #require(Demo.run("- call: last\n  with: { completion: null }\n- quiet: 1s"))

    #expect(run.brief == ["call last {}", "quiet 1000"])
  }
}
