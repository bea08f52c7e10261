import AsyncHTTPClient
import ChannelClient
import Foundation
import NIOCore
import PusherProtocol
import Testing

@testable import ChannelServer

/// Clients without WebSockets, by the lines of the SockJS protocol, and what somebody tries with their addresses.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PollingTests {
    private static let query = "?protocol=7&client=js&version=8.4.0"

    /// One client's addresses.
    private struct Client {
        let port: Int
        var key = TestServer.credentials.key
        var session = "17/abcd0123"

        func request(_ transport: String, _ body: String? = nil, method: String = "POST") -> HTTPClientRequest {
            var request = HTTPClientRequest(
                url: "http://127.0.0.1:\(port)/pusher/app/\(key)/\(session)/\(transport)\(PollingTests.query)"
            )
            request.method = .RAW(value: method)
            if let body { request.body = .bytes(ByteBuffer(string: body)) }
            return request
        }

        func send(_ messages: String) async throws -> Int {
            let response = try await HTTPClient.shared.execute(request("xhr_send", messages), timeout: .seconds(30))
            _ = try await response.body.collect(upTo: 1 << 20)
            return Int(response.status.code)
        }

        /// The lines of one poll, or the status if it is not 200.
        func poll() async throws -> [String] {
            let response = try await HTTPClient.shared.execute(request("xhr"), timeout: .seconds(60))
            let text = String(buffer: try await response.body.collect(upTo: 1 << 22))
            guard response.status == .ok else {
                let isLimit = [429, 503].contains(response.status.code)
                #expect(!isLimit || response.headers.first(name: "Retry-After") == "10")
                return ["\(response.status.code)"]
            }
            #expect(response.headers.first(name: "Access-Control-Allow-Origin") == "*")
            return text.split(separator: "\n").map(String.init)
        }

        /// Subscribes to a public channel and waits until that stands.
        func subscribe(to channel: String) async throws {
            let message = #"{"event":"pusher:subscribe","data":{"channel":"\#(channel)"}}"#
            #expect(try await send("[\(JSONText(string: message).text)]") == 204)
            #expect(try await poll().contains { $0.contains("subscription_succeeded") })
        }
    }

    @Test func `a client that polls is greeted, subscribes, and receives each event once and in order`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.pollingGrace = .seconds(2)
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let client = Client(port: server.port)
            let greeting = try await client.poll()
            #expect(greeting.first == "o" && greeting.count == 2)
            #expect(greeting.last?.hasPrefix("a[\"{\\\"event\\\":\\\"pusher:connection_established") == true)
            #expect(server.host?.clientCount == 1)
            try await client.subscribe(to: "news")
            #expect(try await client.send("[]") == 204)
            var received: [String] = []
            for number in 0..<5 { #expect(try await server.publish("e\(number)", to: "news", "d") == 200) }
            while received.count < 5 { received += try await client.poll() }
            #expect(received.count == 5)
            for (number, line) in received.enumerated() { #expect(line.contains(#"\"event\":\"e\#(number)\""#)) }
            // What it says is said as by a WebSocket.
            #expect(try await client.send(#"["{\"event\":\"pusher:ping\",\"data\":{}}","nonsense"]"#) == 204)
            let answers = try await client.poll()
            #expect(answers.first?.contains("pusher:pong") == true && answers.last?.contains("Malformed") == true)
            // Who does not come back is gone, and a new session begins anew.
            #expect(await until { server.host?.clientCount == 0 })
            #expect(try await client.send("[]") == 404)
            #expect(try await client.poll().first == "o")
        }
    }

    @Test(arguments: ["xhr_streaming", "eventsource"])
    func `a client that streams receives lines as they come, a sign of life, and is gone when it hangs up`(
        _ transport: String
    ) async throws {
        var configuration = ChannelHost.Configuration()
        configuration.pollingGrace = .milliseconds(500)
        configuration.pollingHeartbeat = .seconds(1)
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let client = Client(port: server.port)
            let isEvents = transport == "eventsource"
            let stream = client.request(transport, method: isEvents ? "GET" : "POST")
            try await HTTPClient.shared.execute(stream, timeout: .seconds(60)).body.withLines {
                lines async throws -> Void in
                let mark = isEvents ? "data: " : ""
                if !isEvents { #expect(try await lines.next() == String(repeating: "h", count: 2_048)) }
                #expect(try await lines.next() == mark + "o")
                #expect(await lines.until { $0.hasPrefix(mark + "a[") && $0.contains("connection_established") })
                #expect(
                    try await client.send(#"["{\"event\":\"pusher:subscribe\",\"data\":{\"channel\":\"news\"}}"]"#)
                        == 204
                )
                #expect(await lines.until { $0.contains("subscription_succeeded") })
                #expect(try await server.publish("e", to: "news", "é\n\u{2028}") == 200)
                #expect(await lines.until { $0.contains(#"\"event\":\"e\""#) })
                #expect(await lines.until { $0 == mark + "h" })
            }
            #expect(await until { server.host?.clientCount == 0 })
        }
    }

    @Test func `a newer request takes the place of an older one`() async throws {
        try await TestServer.run { server async throws -> Void in
            let client = Client(port: server.port)
            #expect(try await client.poll().count == 2)
            async let older = client.poll()
            try await Task.sleep(for: .milliseconds(300))
            async let newer = client.poll()
            #expect(try await older.isEmpty)
            #expect(try await client.send(#"["{\"event\":\"pusher:ping\",\"data\":{}}"]"#) == 204)
            #expect(try await newer.first?.contains("pong") == true)
        }
    }

    @Test func `who is refused is told why, and holds nothing`() async throws {
        try await TestServer.run(TestServer.application { _, limits in limits.connections = 1 }) {
            server async throws -> Void in
            let unknown = try await Client(port: server.port, key: "none").poll()
            #expect(unknown.first == "o" && unknown.last?.hasPrefix("c[4001,") == true)
            #expect(
                try await Client(port: server.port, session: "1/aaaaaaaa").poll().last?.contains("established") == true
            )
            #expect(
                try await Client(port: server.port, session: "1/bbbbbbbb").poll().last?.hasPrefix("c[4004,") == true
            )
            #expect(try await Client(port: server.port, session: "1/bbbbbbbb").send("[]") == 404)
        }
    }

    @Test func `sessions, bodies and names have limits`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.pollingSessions = 2
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let port = server.port
            for session in ["1/aaaaaaaa", "1/bbbbbbbb"] {
                #expect(try await Client(port: port, session: session).poll().count == 2)
            }
            #expect(try await Client(port: port, session: "1/cccccccc").poll() == ["503"])
            #expect(server.host?.hub.counters.connectionsRefused.current == 1)
            let client = Client(port: port, session: "1/aaaaaaaa")
            for body in [
                "", "{}", "[1]", "[[]]", "[\"a\"", "\"a\"", "[" + String(repeating: "\"\",", count: 100) + "\"\"]",
            ] { #expect(try await client.send(body) == 400) }
            #expect(try await client.send("[\"" + String(repeating: "a", count: 500_000) + "\"]") == 400)
            // A message over the protocol's limit ends the session as it ends a WebSocket.
            #expect(try await client.send("[\"" + String(repeating: "a", count: 70_000) + "\"]") == 204)
            #expect(try await client.poll().last?.hasPrefix("c[1009,") == true)
            #expect(try await client.send("[]") == 404)
            for session in [
                "1/" + String(repeating: "a", count: 65), "%2E%2E/aaaaaaaa", "1/aaaaaaaa%00", "1/ääääääää", "1/aaaaaaa",
            ] {
                let name = session.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? session
                #expect(try await Client(port: port, session: name).poll() == ["404"])
            }
        }
    }

    @Test func `who sends more in a second than a connection may is refused for the rest of it`() async throws {
        try await TestServer.run(TestServer.application { _, limits in limits.messagesPerSecond = 10 }) {
            server async throws -> Void in
            let client = Client(port: server.port)
            #expect(try await client.poll().count == 2)
            let pings =
                "[" + Array(repeating: #""{\"event\":\"pusher:ping\",\"data\":{}}""#, count: 11).joined(separator: ",")
            #expect(try await client.send(pings + "]") == 204)
            #expect(try await client.send("[]") == 429)
            #expect(server.host?.hub.counters.readingPauses.current == 1)
            #expect(try await client.poll().count == 11)
            #expect(await until { try await client.send("[]") == 204 })
        }
    }

    @Test func `sessions of an address count as its connections, and are given back`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.connectionsPerAddress = 4
        configuration.limitsLoopback = true
        configuration.pollingGrace = .seconds(1)
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            // The requests' own connections count, too.
            var outcomes: [String] = []
            for number in 0..<6 {
                outcomes += try await Client(port: server.port, session: "1/session-\(number)").poll()
            }
            #expect(outcomes.contains("429") && outcomes.count { $0 == "o" } <= 4)
            #expect(await until { server.host?.connectionsByAddress["127.0.0.1", default: 0] ?? 0 <= 1 })
            #expect(try await Client(port: server.port, session: "1/later-on").poll().first == "o")
        }
    }

    @Test func `a session is of use to the address that opened it alone`() async throws {
        try await TestServer.run { server async throws -> Void in
            let client = Client(port: server.port)
            #expect(try await client.poll().count == 2)
            let (port, path) = (server.port, "/pusher/app/\(client.key)/\(client.session)/")
            for request in ["POST \(path)xhr", "POST \(path)xhr_send", "GET \(path)eventsource"] {
                let head = await HostileTests().blocking { () -> String? in
                    guard let stranger = RawSocket(port: port, from: "127.0.0.2") else { return nil }
                    stranger.send("\(request)\(Self.query) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
                    return stranger.head()
                }
                #expect(head?.hasPrefix("HTTP/1.1 404") == true, "\(request)")
            }
            // It goes on for its owner.
            #expect(try await client.send(#"["{\"event\":\"pusher:ping\",\"data\":{}}"]"#) == 204)
            #expect(try await client.poll().first?.contains("pong") == true)
        }
    }

    @Test func `what waits for a client that does not come for it is bounded`() async throws {
        try await TestServer.run(TestServer.application { _, limits in limits.sendBuffer = 100_000 }) {
            server async throws -> Void in
            let client = Client(port: server.port)
            #expect(try await client.poll().count == 2)
            try await client.subscribe(to: "news")
            let data = String(repeating: "d", count: 9_000)
            for _ in 0..<40 { #expect(try await server.publish("e", to: "news", data) == 200) }
            var lines = try await client.poll()
            #expect(lines.count < 25)
            while lines.last?.hasPrefix("c[") == false, let more = try? await client.poll(), !more.isEmpty {
                lines += more
            }
            #expect(lines.last?.hasPrefix("c[4100,") == true)
        }
    }

    @Test func `a server that stops sends such clients elsewhere`() async throws {
        try await TestServer.run { server async throws -> Void in
            let client = Client(port: server.port)
            #expect(try await client.poll().count == 2)
            async let last = client.poll()
            try await Task.sleep(for: .milliseconds(300))
            async let stopping: Void = server.stop()
            #expect(try await last.last?.hasPrefix("c[4200,") == true)
            await stopping
        }
    }
}

/// The lines of an answer that goes on.
private final class StreamedLines {
    private var bytes: HTTPClientResponse.Body.AsyncIterator
    private var rest = ""
    private var waiting: [String] = []

    init(_ body: HTTPClientResponse.Body) { bytes = body.makeAsyncIterator() }

    /// Reads on until a line fits; false when the answer ends.
    func until(_ fits: (String) -> Bool) async -> Bool {
        while let line = try? await next() {
            if fits(line) { return true }
        }
        return false
    }

    /// The next line that is not empty; nil when the answer ends.
    func next() async throws -> String? {
        while waiting.isEmpty {
            guard let chunk = try await bytes.next() else { return nil }
            var lines = (rest + String(buffer: chunk)).split(omittingEmptySubsequences: false) {
                $0 == "\n" || $0 == "\r\n"
            }
            rest = String(lines.removeLast())
            waiting = lines.filter { !$0.isEmpty }.map(String.init)
        }
        return waiting.removeFirst()
    }
}

extension HTTPClientResponse.Body {
    /// Reads lines, and hangs up behind.
    fileprivate func withLines(_ work: (StreamedLines) async throws -> Void) async throws {
        try await work(StreamedLines(self))
    }
}
