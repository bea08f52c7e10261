import Testing

@testable import PusherProtocol

@Suite struct ChannelTests {
    @Test(
        arguments: [
            ("news", .open, false), ("cache-news", .open, true), ("private-a", .private, false),
            ("private-cache-a", .private, true), ("private-encrypted-a", .encrypted, false),
            ("private-encrypted-cache-a", .encrypted, true), ("presence-a", .presence, false),
            ("presence-cache-a", .presence, true), ("#server-to-user-7", .serverToUser, false),
            ("privates", .open, false),
        ] as [(String, ChannelKind.Access, Bool)]
    )
    func `the prefix tells the kind, the longest first`(name: String, access: ChannelKind.Access, isCached: Bool) throws
    {
        let kind = try ChannelName(name).kind
        #expect(kind.access == access)
        #expect(kind.isCached == isCached)
    }

    @Test func `names are checked`() throws {
        _ = try ChannelName(String(repeating: "a", count: 164))
        _ = try ChannelName("Az09_-=@,.;")
        #expect(throws: ProtocolError.channelNameTooLong(limit: 164)) {
            try ChannelName(String(repeating: "a", count: 165))
        }
        for wrong in ["", "a b", "ä", "#a", "a:b", "a/b", "#server-to-user-", "a\n"] {
            #expect(throws: ProtocolError.invalidChannelName(wrong)) { try ChannelName(wrong) }
        }
        #expect(try ChannelName(serverToUser: "7").user == "7")
    }

    @Test func `socket numbers are two integers with a point between`() throws {
        #expect(try SocketID("123.456") == SocketID(first: 123, second: 456))
        #expect(SocketID(first: 123, second: 456).description == "123.456")
        for wrong in ["", "1", "1.", ".1", "1.2.3", "a.b", "-1.2", "1.2 ", "99999999999999999999.1"] {
            #expect(throws: ProtocolError.invalidSocketID(wrong)) { try SocketID(wrong) }
        }
    }

    @Test func `a member's number becomes text`() throws {
        let member = try Member(channelData: Fixture.json(#"{"user_id":10,"user_info":{"name":"A"}}"#))
        #expect(member.userID == "10")
        #expect(member.json.text == #"{"user_id":"10","user_info":{"name":"A"}}"#)
        for wrong in ["{}", #"{"user_id":""}"#, #"{"user_id":null}"#, #"{"user_id":[1]}"#, "[]"] {
            #expect(throws: ProtocolError.malformedMessage(member: "user_id")) {
                try Member(channelData: Fixture.json(wrong))
            }
        }
    }

    @Test func `presence is told and read back`() throws {
        let members = [Member(userID: "1", userInfo: try Fixture.json(#"{"n":1}"#)), Member(userID: "b")]
        let json = PresenceSnapshot(members: members).json
        #expect(json.text == #"{"presence":{"ids":["1","b"],"hash":{"1":{"n":1},"b":null},"count":2}}"#)
        #expect(try PresenceSnapshot(json: json).members == members)
        #expect(throws: ProtocolError.malformedMessage(member: "presence")) { try PresenceSnapshot(json: .emptyObject) }
    }

    @Test func `a watchlist is cut at its limit`() throws {
        let list = (0..<101).map { "\"\($0)\"" }.joined(separator: ",")
        let user = try User(userData: Fixture.json(#"{"id":"a","watchlist":[\#(list)]}"#))
        #expect(user.watchlist.count == 100)
        #expect(user.isWatchlistCut)
        for wrong in ["{}", #"{"id":1}"#, #"{"id":""}"#] {
            #expect(throws: ProtocolError.malformedMessage(member: "id")) { try User(userData: Fixture.json(wrong)) }
        }
    }

    @Test func `the first history rule that fits counts`() throws {
        let rules = [HistoryRule(prefix: "private-a", events: 1), HistoryRule(prefix: "private-", events: 2)]
        let application = ChannelApplication(id: "1", credentials: Fixture.credentials, history: rules)
        #expect(application.historyRule(for: try ChannelName("private-ab"))?.events == 1)
        #expect(application.historyRule(for: try ChannelName("private-b"))?.events == 2)
        #expect(application.historyRule(for: try ChannelName("b")) == nil)
    }

    @Test func `a webhook target receives what it asked for`() {
        #expect(WebhookTarget(url: "").wants(.cacheMiss))
        #expect(!WebhookTarget(url: "", events: [.memberAdded]).wants(.cacheMiss))
    }
}
