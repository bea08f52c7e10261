import Testing

@testable import ChannelServer

/// The first bytes of a connection, by which it becomes a WebSocket or is left to the HTTP decoder.
@Suite(.timeLimit(.minutes(5))) struct UpgradeRequestTests {
    private static let head = RawSocket.upgradeHead("/app/key?protocol=7")

    private func request(_ text: String) -> UpgradeRequest? {
        Array(text.utf8).withUnsafeBytes { UpgradeRequest($0) }
    }

    @Test func `a whole request for a WebSocket is read, and answered as the standard's example is`() throws {
        let read = try #require(request(Self.head + "rest"))
        #expect(read.target == "/app/key?protocol=7")
        #expect(read.byteCount == Self.head.utf8.count)
        #expect(!read.takesCompressed)
        let answer = String(decoding: read.answer, as: UTF8.self)
        #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        #expect(answer.hasPrefix("HTTP/1.1 101 ") && answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `names and values are compared as HTTP does`() {
        let spelled = Self.head.replacing("Upgrade: websocket", with: "UPGRADE:   WebSocket  ").replacing(
            "Connection: Upgrade",
            with: "connection: keep-alive, upgrade"
        )
        #expect(request(spelled) != nil)
        let offering = RawSocket.upgradeHead(
            "/app/key",
            fields: "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\nContent-Length: 0\r\n"
        )
        #expect(request(offering)?.takesCompressed == true)
    }

    @Test(
        arguments: [
            ("Host: a\r\n", ""), ("Host: a\r\n", "Host: a\r\nHost: b\r\n"), ("Host: a\r\n", "Host:\r\n"),
            ("Host: a\r\n", "Host : a\r\n"), ("Host: a\r\n", "Host: a\n"), ("Host: a\r\n", "Host: a\r\n folded\r\n"),
            ("Host: a", "Host: a\u{0}"), ("Host: a\r\n", "Host: a\r\nContent-Length: 3\r\n"),
            ("Host: a\r\n", "Host: a\r\nTransfer-Encoding: chunked\r\n"),
            ("Host: a\r\n", "Host: a\r\nExpect: 100-continue\r\n"), ("Host: a\r\n", "Host: a\r\nno field\r\n"),
            ("Host: a\r\n", "Host: a\r\n: b\r\n"), ("Version: 13", "Version: 8"),
            ("Upgrade: websocket", "Upgrade: h2c"),
            ("Connection: Upgrade", "Connection: close"), ("dGhlIHNhbXBsZSBub25jZQ==", "short"),
            ("GET /", "POST /"), ("GET /", "GET http://a/"), ("HTTP/1.1", "HTTP/1.0"), ("?protocol", " protocol"),
            ("\r\n\r\n", "\r\n"),
        ]
    )
    func `everything else is left to the HTTP decoder`(_ old: String, _ new: String) {
        #expect(request(Self.head.replacing(old, with: new)) == nil)
    }

    @Test func `a head cut anywhere, or longer than eight thousand bytes, is left to the HTTP decoder`() {
        let bytes = Array(Self.head.utf8)
        for count in 0..<bytes.count {
            #expect(request(String(decoding: bytes.prefix(count), as: UTF8.self)) == nil)
        }
        let cookie = "Cookie: " + String(repeating: "c", count: 9_000) + "\r\n"
        #expect(request(RawSocket.upgradeHead("/app/key", fields: cookie)) == nil)
    }

    @Test func `however the request comes, the connection becomes a WebSocket, and what follows at once is read`()
        async throws
    {
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let head = RawSocket.upgradeHead(HostileTests.target)
            let subscribing = RawSocket.frame(
                Array(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#.utf8)
            )
            let long = "Cookie: " + String(repeating: "c", count: 9_000) + "\r\n"
            let beginnings = [
                [Array(head.utf8) + subscribing], [Array(head.utf8), subscribing],
                Array(head.utf8).map { [$0] } + [subscribing],
                [Array(RawSocket.upgradeHead(HostileTests.target, fields: long).utf8) + subscribing],
            ]
            for pieces in beginnings {
                let said = await HostileTests().blocking { () -> [String] in
                    guard let socket = RawSocket(port: port) else { return [] }
                    for piece in pieces { socket.send(piece) }
                    return [socket.head()]
                        + (0..<2).map { _ in socket.receive().map { String(decoding: $0.payload, as: UTF8.self) } ?? ""
                        }
                }
                #expect(said.count == 3)
                #expect(said.first?.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == true)
                #expect(said.dropFirst().first?.contains("connection_established") == true)
                #expect(said.last?.contains("subscription_succeeded") == true)
            }
        }
    }
}
