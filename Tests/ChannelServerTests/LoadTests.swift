import ChannelClient
import ChannelServer
import NIOConcurrencyHelpers
import PusherProtocol
import Testing

/// Correctness at full rate.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LoadTests {
    /// The events that one subscriber received of each publisher, in order of arrival.
    final class Ear: Sendable {
        private let received = NIOLockedValueBox<[String: [Int]]>([:])

        init(_ client: ChannelClient, on channel: String) {
            client.bind("client-n", on: channel) { [received] event in
                let words = event.data.split(separator: " ")
                guard words.count == 2, let number = Int(words[1]) else { return }
                received.withLockedValue { $0[String(words[0]), default: []].append(number) }
            }
        }

        var count: Int { received.withLockedValue { $0.values.reduce(0) { $0 + $1.count } } }
        var all: [String: [Int]] { received.withLockedValue { $0 } }
    }

    static let channel = "private-load"
    static let perPublisher = 4_000

    @Test func `all that publishers say arrives once and in order while others come, go and do not read`() async throws
    {
        let application = TestServer.application { _, limits in
            limits.clientEventsPerSecond = 0
            limits.messagesPerSecond = 0
            limits.bytesPerSecond = 0
            limits.sendBuffer = 200_000
        }
        try await TestServer.run(application) { server async throws -> Void in
            let name = try ChannelName(Self.channel)
            var ears: [Ear] = []
            for _ in 0..<6 { ears.append(Ear(try await server.client(on: Self.channel), on: Self.channel)) }
            let deaf = await Self.deaf(server)
            let isOver = NIOLockedValueBox(false)
            async let restless: Void = Self.comeAndGo(server, until: { isOver.withLockedValue { $0 } })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for publisher in ["A", "B"] {
                    let client = try await server.client(on: Self.channel)
                    group.addTask {
                        for number in 1...Self.perPublisher {
                            let data = JSONText(string: "\(publisher) \(number)")
                            try await client.trigger("client-n", on: name, data: data)
                        }
                    }
                }
                try await group.waitForAll()
            }
            _ = await until { ears.allSatisfy { $0.count >= 2 * Self.perPublisher } }
            let all = Array(1...Self.perPublisher)
            for ear in ears { #expect(ear.all == ["A": all, "B": all]) }
            isOver.withLockedValue { $0 = true }
            try await restless
            deaf?.vanish()
        }
    }

    /// A subscriber that reads nothing.
    static func deaf(_ server: TestServer) async -> RawSocket? {
        let port = server.port
        return await HostileTests().blocking { () -> RawSocket? in
            guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target), let hello = socket.receive()
            else { return nil }
            let greeting = String(decoding: hello.payload, as: UTF8.self)
            guard let id = greeting.split(separator: "\\\"").first(where: { $0.contains(".") }),
                let socketID = try? SocketID(String(id))
            else { return nil }
            let auth = TestServer.credentials.authorization(socketID: socketID, channel: channel)
            socket.say(#"{"event":"pusher:subscribe","data":{"channel":"\#(channel)","auth":"\#(auth)"}}"#)
            return socket
        }
    }

    /// Subscribes and unsubscribes, at least a few times, until it is over.
    static func comeAndGo(_ server: TestServer, until isOver: @Sendable () -> Bool) async throws {
        let name = try ChannelName(channel)
        let client = server.client()
        var rounds = 0
        while rounds < 4 || !isOver() {
            client.subscribe(to: name)
            try await client.subscribed(to: name)
            client.unsubscribe(from: name)
            rounds += 1
        }
        client.disconnect()
    }
}
