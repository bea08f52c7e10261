import Testing

@testable import PusherProtocol

@Suite struct TagFilterTests {
    static let tags = ["symbol": "BTC", "price": "100.5", "side": "", "note": "très bien"]

    private func filter(_ text: String, _ change: (inout Limits) -> Void = { _ in }) throws -> TagFilter {
        var limits = Limits()
        change(&limits)
        return try TagFilter(json: try Fixture.json(text), limits: limits)
    }

    @Test(arguments: [
        (#"{"key":"symbol","cmp":"eq","val":"BTC"}"#, true), (#"{"key":"symbol","cmp":"eq","val":"btc"}"#, false),
        (#"{"key":"symbol","cmp":"neq","val":"BTC"}"#, false), (#"{"key":"none","cmp":"neq","val":"BTC"}"#, true),
        (#"{"key":"symbol","cmp":"in","vals":["ETH","BTC"]}"#, true),
        (#"{"key":"symbol","cmp":"in","vals":[]}"#, false),
        (#"{"key":"symbol","cmp":"nin","vals":["ETH"]}"#, true), (#"{"key":"none","cmp":"nin","vals":["ETH"]}"#, true),
        (#"{"key":"side","cmp":"ex"}"#, true), (#"{"key":"none","cmp":"ex"}"#, false),
        (#"{"key":"side","cmp":"nex"}"#, false), (#"{"key":"none","cmp":"nex"}"#, true),
        (#"{"key":"note","cmp":"sw","val":"tr\u00e8s"}"#, true), (#"{"key":"note","cmp":"sw","val":"bien"}"#, false),
        (#"{"key":"note","cmp":"ew","val":"bien"}"#, true), (#"{"key":"note","cmp":"ct","val":"s b"}"#, true),
        (#"{"key":"price","cmp":"gt","val":"100"}"#, true), (#"{"key":"price","cmp":"gt","val":"100.5"}"#, false),
        (#"{"key":"price","cmp":"gte","val":100.5}"#, true), (#"{"key":"price","cmp":"lt","val":"1e3"}"#, true),
        (#"{"key":"price","cmp":"lte","val":"20"}"#, false), (#"{"key":"symbol","cmp":"gt","val":"0"}"#, false),
        (#"{"key":"none","cmp":"lt","val":"5"}"#, false),
        (#"{"op":"not","nodes":[{"key":"none","cmp":"lt","val":"5"}]}"#, true),
        (
            #"{"op":"and","nodes":[{"key":"symbol","cmp":"ex"},{"op":"or","nodes":[{"key":"price","cmp":"gt","val":"200"},"#
                + #"{"key":"side","cmp":"eq","val":""}]}]}"#, true
        ),
    ])
    func `a filter matches as it says, and is the same after it is written`(_ text: String, _ matches: Bool) throws {
        let filter = try filter(text)
        #expect(filter.matches(Self.tags) == matches)
        #expect(try TagFilter(json: filter.json) == filter)
    }

    @Test(arguments: [
        (#"[]"#, "filter must be an object"), (#"{}"#, "filter.key must be a string"),
        (#"{"key":"a"}"#, "filter.cmp is missing"), (#"{"key":"a","cmp":"like","val":"b"}"#, "like"),
        (#"{"key":"a","cmp":"eq"}"#, "filter.val must be a string"),
        (#"{"key":"a","cmp":"in","vals":"b"}"#, "filter.vals must be an array"),
        (#"{"key":"a","cmp":"in","vals":[1]}"#, "filter.vals must be a string"),
        (#"{"key":"a","cmp":"gt","val":"nan"}"#, "must be a number"),
        (#"{"key":"a","cmp":"gt","val":"0x10"}"#, "must be a number"),
        (#"{"key":"a","cmp":"gt","val":"1e999"}"#, "must be a number"),
        (#"{"op":"xor","nodes":[{"key":"a","cmp":"ex"}]}"#, "filter.op must be and, or, or not"),
        (#"{"op":"and","nodes":[]}"#, "needs nodes"), (#"{"op":"and"}"#, "needs nodes"),
        (#"{"op":"not","nodes":[{"key":"a","cmp":"ex"},{"key":"a","cmp":"ex"}]}"#, "needs one node"),
        (#"{"op":"or","key":"a","nodes":[{"key":"a","cmp":"ex"}]}"#, "no key"),
        (#"{"op":"and","nodes":[{"key":"a","cmp":"ex"},{"key":"b","cmp":5}]}"#, "filter.nodes[1].cmp is missing"),
        (#"{"key":"a","key":"b","cmp":"ex"}"#, "two members of the same name"),
    ])
    func `what is no filter is refused, and named`(_ text: String, _ reason: String) throws {
        let json = try Fixture.json(text)
        let error = #expect(throws: ProtocolError.self, "taken: \(text)") { try TagFilter(json: json) }
        let found = error.map { "\($0)" } ?? ""
        #expect(found.hasPrefix("invalidFilter") && found.contains(reason), "\(found)")
    }

    @Test func `a filter has so many nodes, levels, values and bytes, and not one more`() throws {
        let leaf = #"{"key":"a","cmp":"ex"}"#
        func wide(_ count: Int) -> String {
            #"{"op":"or","nodes":[\#(Array(repeating: leaf, count: count).joined(separator: ","))]}"#
        }
        func deep(_ count: Int) -> String {
            (1..<count).reduce(leaf) { text, _ in #"{"op":"and","nodes":[\#(text)]}"# }
        }
        func listed(_ count: Int) -> String {
            let values = (0..<count).map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"key":"a","cmp":"in","vals":[\#(values)]}"#
        }
        func long(_ count: Int) -> String {
            #"{"key":"\#(String(repeating: "a", count: count))","cmp":"ex"}"#
        }
        for (make, limit) in [(wide, 63), (deep, 8), (listed, 256), (long, 256)] {
            _ = try filter(make(limit))
            #expect(throws: ProtocolError.self) { try filter(make(limit + 1)) }
        }
    }

    @Test func `tags of a request are checked, and each fault is named`() throws {
        let limits = Limits()
        func extras(_ members: String) throws -> EventExtras {
            try EventRequest(body: Array(#"{"name":"e","channel":"c","data":"x"\#(members)}"#.utf8), limits: limits)
                .extras
        }
        #expect(try extras("") == .none)
        #expect(try extras(#","tags":null"#) == .none)
        let full = try extras(#","tags":{"a":"1","b":""},"extras":{"delta":{"conflation_key":"k"}}"#)
        #expect(full == EventExtras(tags: ["a": "1", "b": ""], conflationKey: "k"))
        var writer = JSONWriter()
        full.writeMembers(to: &writer)
        #expect(try extras(writer.text.text) == full)
        let many = (0...limits.tags).map { "\"t\($0)\":\"\"" }.joined(separator: ",")
        let long = String(repeating: "v", count: limits.tagBytes + 1)
        for (members, reason) in [
            (#","tags":["a"]"#, "tags must be an object"), (#","tags":{"a":1}"#, "tags.a must be a string"),
            (#","tags":{"":"1"}"#, "name of a tag"), (#","tags":{"a":"\#(long)"}"#, "tags.a must be"),
            (#","tags":{"a":"1","a":"2"}"#, "tags.a occurs twice"), (#","tags":{\#(many)}"#, "more than 32 tags"),
            (#","extras":{"delta":{"conflation_key":7}}"#, "conflation_key must be"),
        ] {
            let error = #expect(throws: ProtocolError.self, "taken: \(members)") { try extras(members) }
            let found = error.map { "\($0)" } ?? ""
            #expect(found.hasPrefix("refusedRequest(status: 400") && found.contains(reason), "\(found)")
        }
    }
}
