import Testing

@testable import PusherProtocol

@Suite struct JSONTests {
    @Test(arguments: [
        "{}", "[]", "0", "-0.5e+10", "true", "null", "\"\"", " { \"a\" : [ 1 , 2 ] } ", "\"\\u00e9\\ud83d\\ude00\"",
        "\"é😀\u{7F}\"", "[[[[1]]]]", "1E5",
    ])
    func `well formed text is taken`(text: String) throws {
        _ = try JSONText(parsing: Array(text.utf8))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5", "1e", "+1", "tru",
        "nul",
        "\"", "\"\\x\"", "\"\\u12\"", "\"\n\"", "1 2", "{}x", "'a'", "NaN", "[1 2]", "-", "\"\\", "\"\\u123g\"",
        "{\"a\" 1}",
    ])
    func `malformed text is refused`(text: String) {
        #expect(throws: ProtocolError.malformedJSON) { try JSONText(parsing: Array(text.utf8)) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0x80], [0xF0, 0x9F, 0x98],
            [0xC3, 0x28],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        #expect(throws: ProtocolError.malformedJSON) { try JSONText(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test func `nesting is taken to the limit and no deeper`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONText(parsing: nested(32))
        #expect(throws: ProtocolError.malformedJSON) { try JSONText(parsing: nested(33)) }
        #expect(throws: ProtocolError.malformedJSON) { try JSONText(parsing: nested(1_000_000)) }
        let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
        #expect(throws: ProtocolError.malformedJSON) { try JSONText(parsing: objects) }
    }

    @Test func `every prefix of a document is refused and never crashes`() {
        let whole = Array(#"{"event":"a\u00e9\n","data":[1.5e3,true,null,{"ü":"😀"}]}"#.utf8)
        for length in 0..<whole.count {
            #expect(throws: ProtocolError.malformedJSON) { try JSONText(parsing: Array(whole[..<length])) }
        }
    }

    @Test func `escapes are undone`() throws {
        let json = try Fixture.json(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud800x""#)
        #expect(json.string == "a\"\\/\u{8}\u{C}\n\r\té😀\u{FFFD}x")
    }

    @Test func `written strings read back as they were`() throws {
        for text in ["", "a\"b\\c", "\u{0}\u{1}\n\r\t\u{1F}", "é😀", "</script>"] {
            #expect(try JSONText(parsing: Array(JSONText(string: text).bytes)).string == text)
        }
    }

    @Test func `members and elements come in order`() throws {
        let json = try Fixture.json(#" {"a":1,"b\u0063":[ {"x":2} , "y" ], "d":false } "#)
        #expect(json.members.map(\.name) == ["a", "bc", "d"])
        #expect(json["a"]?.integer == 1)
        #expect(json["bc"]?.elements.map(\.text) == [#"{"x":2}"#, #""y""#])
        #expect(json["bc"]?.elements[0]["x"]?.integer == 2)
        #expect(json["d"]?.boolean == false)
        #expect(json["missing"] == nil)
        #expect(try Fixture.json("{ }").members.isEmpty)
        #expect(try Fixture.json("[ ]").elements.isEmpty)
        #expect(try Fixture.json("1.5").integer == nil)
    }

    @Test func `a string that holds a document is unwrapped`() throws {
        #expect(try Fixture.json(#""{\"a\":1}""#).unwrapped?["a"]?.integer == 1)
        #expect(try Fixture.json(#""plain text""#).unwrapped == nil)
        #expect(try Fixture.json(#"{"a":1}"#).unwrapped?["a"]?.integer == 1)
    }

    @Test func `a payload is measured without its second encoding`() throws {
        #expect(try Fixture.json(#""a\"\u00e9""#).payloadSize == 4)
        #expect(try Fixture.json("[1,2]").payloadSize == 5)
    }
}
