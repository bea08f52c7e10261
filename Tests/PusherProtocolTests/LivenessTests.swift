import Testing

@testable import PusherProtocol

@Suite struct LivenessTests {
    @Test func `a silent client is asked and then cut`() {
        var connection = Fixture.connection()
        #expect(connection.tick(milliseconds: 134_999) == .ignore)
        #expect(connection.tick(milliseconds: 135_000) == .send(.ping))
        #expect(connection.tick(milliseconds: 164_999) == .ignore)
        #expect(connection.tick(milliseconds: 165_000) == .close(.pongTimeout))
        #expect(connection.tick(milliseconds: 999_000) == .ignore)
    }

    @Test func `any sign of life counts`() {
        var connection = Fixture.connection()
        #expect(connection.tick(milliseconds: 135_000) == .send(.ping))
        connection.wasActive(milliseconds: 136_000)
        #expect(connection.tick(milliseconds: 170_000) == .ignore)
        #expect(connection.tick(milliseconds: 271_000) == .send(.ping))
        #expect(connection.receive(#"{"event":"pusher:pong"}"#, at: 272_000) == .ignore)
        #expect(connection.tick(milliseconds: 310_000) == .ignore)
    }

    @Test func `a client that cannot ping has a day`() {
        var connection = ServerConnection(
            application: Fixture.application(),
            socketID: Fixture.socket,
            version: 4,
            milliseconds: 0
        )
        #expect(connection.tick(milliseconds: 86_399_999) == .ignore)
        #expect(connection.tick(milliseconds: 86_400_000) == .close(.inactive))
    }

    @Test func `a connection that must authorise itself has its time`() throws {
        var silent = Fixture.connection { options, _ in options.authorizationSeconds = 30 }
        #expect(silent.tick(milliseconds: 29_999) == .ignore)
        #expect(silent.tick(milliseconds: 30_000) == .close(.unauthorized))
        var joined = Fixture.connection { options, _ in options.authorizationSeconds = 30 }
        try joined.join("private-a")
        #expect(joined.tick(milliseconds: 30_000) == .ignore)
    }

    @Test func `the server can end it once`() {
        var connection = Fixture.connection()
        #expect(connection.end(.reconnect) == .close(.reconnect))
        #expect(connection.end(.reconnect) == .ignore)
    }
}
