import Testing

@testable import PusherProtocol

@Suite struct ReconnectTests {
    func connecting(isTLS: Bool = false) -> ClientConnection {
        var options = ClientConnection.Options()
        options.isTLS = isTLS
        var client = ClientConnection(options: options)
        _ = client.connect(milliseconds: 0)
        return client
    }

    func greet(_ client: inout ClientConnection, timeout: Int = 120) {
        let greeting = Message.connectionEstablished(socketID: Fixture.socket, activityTimeout: timeout)
        _ = client.received(greeting.encoded(), milliseconds: 0)
    }

    @Test func `waits double from a second, less the jitter, to the longest`() {
        var client = connecting()
        let waits = (0..<7).map { _ in client.closed(code: nil, milliseconds: 0, jitter: 0) }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30].map { .wait(milliseconds: $0 * 1000) })
        #expect(client.closed(code: 4100, milliseconds: 0, jitter: 1) == .wait(milliseconds: 15_000))
        var fresh = connecting()
        #expect(fresh.closed(code: 4100, milliseconds: 0, jitter: 1) == .wait(milliseconds: 1000))
    }

    @Test func `a server that says at once is obeyed once`() {
        var client = connecting()
        greet(&client)
        #expect(client.closed(code: 4200, milliseconds: 0, jitter: 0.5) == .wait(milliseconds: 125))
        #expect(client.reconnect() == .open(isTLS: false))
        #expect(client.closed(code: 4200, milliseconds: 0, jitter: 0) == .wait(milliseconds: 2000))
    }

    @Test func `a refusal is final`() {
        var client = connecting()
        #expect(client.closed(code: 4001, milliseconds: 0, jitter: 0) == .fail(.unknownApplication))
        #expect(client.state == .failed(.unknownApplication))
        #expect(client.reconnect() == .ignore)
        #expect(client.disconnect() == .ignore)
        #expect(client.tick(milliseconds: 0) == .ignore)
        #expect(client.connect(milliseconds: 0) == .open(isTLS: false))
    }

    @Test func `TLS is tried once when it is asked for`() {
        var client = connecting()
        #expect(client.closed(code: 4000, milliseconds: 0, jitter: 0) == .wait(milliseconds: 0))
        #expect(client.reconnect() == .open(isTLS: true))
        #expect(client.closed(code: 4000, milliseconds: 0, jitter: 0) == .fail(.onlyTLS))
    }

    @Test func `after ten seconds it shows as unavailable and goes on`() {
        var client = connecting()
        #expect(client.tick(milliseconds: 9_999) == .ignore)
        #expect(client.state == .connecting)
        #expect(client.tick(milliseconds: 10_000) == .ignore)
        #expect(client.state == .unavailable)
        #expect(client.reconnect() == .open(isTLS: false))
        #expect(client.closed(code: nil, milliseconds: 11_000, jitter: 0) == .wait(milliseconds: 1000))
        #expect(client.state == .unavailable)
        greet(&client)
        #expect(client.state == .connected(Fixture.socket))
    }

    @Test func `silence is answered with a ping, and more silence ends it`() {
        var client = connecting()
        greet(&client, timeout: 30)
        #expect(client.tick(milliseconds: 29_999) == .ignore)
        #expect(client.tick(milliseconds: 30_000) == .send(.clientPing))
        #expect(client.tick(milliseconds: 59_999) == .ignore)
        #expect(client.tick(milliseconds: 60_000) == .close)
    }

    @Test func `the user's goodbye is final`() {
        var client = connecting()
        greet(&client)
        #expect(client.disconnect() == .close)
        #expect(client.closed(code: 1000, milliseconds: 0, jitter: 0) == .ignore)
        #expect(client.reconnect() == .ignore)
        #expect(client.state == .disconnected)
    }

    @Test func `authorisations are read from an endpoint's answer`() throws {
        let body = #"{"auth":"k:s","channel_data":"{}","shared_secret":"c2VjcmV0"}"#
        let word = try ChannelAuthorization(body: Array(body.utf8))
        #expect(word == ChannelAuthorization(auth: "k:s", channelData: "{}", sharedSecret: "c2VjcmV0"))
        #expect(throws: ProtocolError.malformedMessage(member: "auth")) {
            try ChannelAuthorization(body: Array("{}".utf8))
        }
        let user = try UserAuthorization(body: Array(#"{"auth":"k:s","user_data":"{}"}"#.utf8))
        #expect(user == UserAuthorization(auth: "k:s", userData: "{}"))
        #expect(throws: ProtocolError.malformedMessage(member: "auth")) {
            try UserAuthorization(body: Array("{}".utf8))
        }
        #expect(throws: ProtocolError.malformedMessage(member: "user_data")) {
            try UserAuthorization(body: Array(#"{"auth":"k:s"}"#.utf8))
        }
    }
}
