import Testing

@testable import PusherProtocol

@Suite struct ClientEventTests {
    func code(_ action: ServerConnection.Action) -> Int64? {
        guard case .send(let message) = action, message.event == EventName.error else { return nil }
        return message.data?["code"]?.integer ?? 0
    }

    func event(_ name: String = "client-a", on channel: String = "private-a", data: String = "1") -> String {
        #"{"event":"\#(name)","channel":"\#(channel)","data":\#(data)}"#
    }

    @Test func `data goes on as it came`() throws {
        var connection = Fixture.connection()
        try connection.join("private-a")
        for data in [#""{\"x\":1}""#, #"{"x":1}"#] {
            let wanted = ClientEvent(
                name: "client-a",
                channel: try ChannelName("private-a"),
                data: try Fixture.json(data),
                userID: nil
            )
            #expect(connection.receive(event(data: data)) == .publish(wanted))
        }
    }

    @Test func `the sender's identity is the signed one`() throws {
        var connection = Fixture.connection()
        try connection.join("presence-a", channelData: #"{"user_id":"7"}"#)
        let text = #"{"event":"client-a","channel":"presence-a","data":1,"user_id":"8"}"#
        guard case .publish(let published) = connection.receive(text) else {
            Issue.record("not published")
            return
        }
        #expect(published.userID == "7")
    }

    @Test func `what may not be sent is rejected with its code`() throws {
        var connection = Fixture.connection()
        try connection.join("private-a")
        try connection.join("private-encrypted-a")
        _ = connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#)
        _ = connection.joined(try ChannelName("news"))
        #expect(code(connection.receive(event(on: "private-b"))) == 0)
        #expect(code(connection.receive(event(on: "news"))) == 0)
        #expect(code(connection.receive(event(on: "private-encrypted-a"))) == 0)
        #expect(code(connection.receive(#"{"event":"client-a"}"#)) == 0)
        #expect(code(connection.receive(event("other"))) == 0)
        #expect(code(connection.receive(event("pusher:a"))) == 0)
        #expect(code(connection.receive(event("pusher_internal:member_added"))) == 0)
        #expect(code(connection.receive(event("client-" + String(repeating: "a", count: 194)))) == 4301)
        #expect(code(connection.receive(event(data: "\"" + String(repeating: "a", count: 10_241) + "\""))) == 4301)
        var switchedOff = Fixture.connection { options, _ in options.clientEvents = false }
        try switchedOff.join("private-a")
        #expect(code(switchedOff.receive(event())) == 0)
    }

    @Test func `joining is not joined`() throws {
        var connection = Fixture.connection()
        _ = connection.received(try Fixture.subscribe("private-a"), milliseconds: 0)
        #expect(code(connection.receive(event())) == 0)
    }

    @Test func `ten a second pass and the eleventh does not`() throws {
        var connection = Fixture.connection()
        try connection.join("private-a")
        for _ in 0..<10 { #expect(code(connection.receive(event(), at: 5000)) == nil) }
        #expect(code(connection.receive(event(), at: 5999)) == 4301)
        #expect(code(connection.receive(event(), at: 6000)) == nil)
    }

    @Test func `no limit is no limit`() throws {
        var connection = Fixture.connection { $1.clientEventsPerSecond = 0 }
        try connection.join("private-a")
        for _ in 0..<100 { #expect(code(connection.receive(event())) == nil) }
    }
}
