import ChannelClient
import Foundation
import PusherProtocol
import TestThreads
import Testing

@testable import ChannelServer

/// Subscriptions with deltas and filters, beside those without, on a real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DeltaDeliveryTests {
    /// States of a room of some 4 kB: few of its objects move from one to the next.
    static func states(_ count: Int, objects: Int = 90, key: String = "") -> [String] {
        (0..<count).map { time in
            let items = (0..<objects).map { id in
                let moved = id % 10 == time % 10 ? time : time / 10
                return #"{"id":\#(id),"x":\#((id * 7919 + moved * 13) % 1000),"y":\#(id * 31 % 997),"name":"é \#(id)"}"#
            }
            return #"{"room":"hall\#(key)","objects":[\#(items.joined(separator: ","))],"time":\#(time)}"#
        }
    }

    /// A raw subscriber, and all that it receives up to the event `last`, as it came.
    private func texts(
        _ server: TestServer,
        _ subscription: String,
        beforehand: String? = nil,
        publish: () async throws -> Void
    ) async throws -> [String] {
        let port = server.port
        let socket = await HostileTests().blocking { () -> RawSocket? in
            guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return nil }
            if let beforehand { socket.say(beforehand) }
            socket.say(subscription)
            while let (_, payload) = socket.receive() {
                if String(decoding: payload, as: UTF8.self).contains("subscription_succeeded") { return socket }
            }
            return nil
        }
        let open = try #require(socket)
        try await publish()
        return await HostileTests().blocking {
            var texts: [String] = []
            while let (_, payload) = open.receive() {
                let text = String(decoding: payload, as: UTF8.self)
                if text.hasPrefix(#"{"event":"last""#) { break }
                texts.append(text)
            }
            return texts
        }
    }

    private func publish(
        _ server: TestServer,
        _ data: String,
        to channel: String = "news",
        name: String = "state",
        _ extras: EventExtras = .none
    ) async throws {
        #expect(try await server.publish(name, to: channel, data, extras: extras) == 200)
    }

    private func subscribe(_ members: String = "") -> String {
        #"{"event":"pusher:subscribe","data":{"channel":"news"\#(members)}}"#
    }

    @Test func `those who do not ask receive the same bytes as ever, beside those who do`() async throws {
        try await TestServer.run { server async throws -> Void in
            let states = Self.states(8)
            let tags = EventExtras(tags: ["room": "hall"], conflationKey: "hall")
            let delta = try await server.client(on: "other")
            delta.subscribe(to: try ChannelName("news"), options: DeliveryOptions(takesDeltas: true))
            try await delta.subscribed(to: try ChannelName("news"))
            let plain = try await texts(server, subscribe()) {
                for state in states { try await publish(server, state, tags) }
                try await publish(server, "", name: "last")
            }
            let expected = states.map { state in
                let message = Message(event: "state", channel: "news", data: JSONText(string: state))
                return String(decoding: message.encoded(), as: UTF8.self)
            }
            #expect(plain == expected)
            #expect(!plain.contains { $0.contains("seq") || $0.contains("tags") })
        }
    }

    @Test func `a subscriber with deltas is sent the first event whole, then a fraction of each`() async throws {
        try await TestServer.run { server async throws -> Void in
            let states = Self.states(10)
            for (members, beforehand) in [
                (#","delta":"fossil""#, nil), ("", #"{"event":"pusher:enable_delta_compression"}"#),
            ] {
                var texts = try await texts(server, subscribe(members), beforehand: beforehand) {
                    for state in states { try await publish(server, state) }
                    try await publish(server, "short")
                    try await publish(server, "", name: "last")
                }
                if beforehand == nil {
                    let answer = #"{\"enabled\":true,\"algorithm\":\"fossil\",\"channel\":\"news\"}"#
                    #expect(
                        texts.removeFirst()
                            == #"{"event":"pusher:delta_compression_enabled","channel":"news","data":"\#(answer)"}"#
                    )
                }
                #expect(texts.first?.hasSuffix(#","delta":{"seq":1}}"#) == true)
                let deltas = texts.dropFirst().prefix(9)
                #expect(
                    deltas.allSatisfy {
                        $0.hasPrefix(#"{"event":"pusher:delta","channel":"news","data":{"event":"state""#)
                    }
                )
                let sent = texts.reduce(0) { $0 + $1.utf8.count }
                let whole = states.reduce(0) { $0 + JSONText(string: $1).bytes.count }
                #expect(sent * 4 < whole, "\(sent) bytes instead of \(whole)")
                #expect(texts.last == #"{"event":"state","channel":"news","data":"short"}"#)
                try await server.untilSubscriptions(of: "news", are: 0)
            }
            let metrics = try await server.request("GET", "/metrics").body
            #expect(metrics.contains("sightline_channels_deltas_total 18\n"))
        }
    }

    @Test func `clients rebuild every event, whenever they come, and whoever is excepted`() async throws {
        try await TestServer.run { server async throws -> Void in
            let channel = try ChannelName("news")
            let options = DeliveryOptions(takesDeltas: true)
            func join() async throws -> ChannelClient {
                let client = server.client()
                client.subscribe(to: channel, options: options)
                try await client.subscribed(to: channel)
                return client
            }
            let states = Self.states(12)
            let (early, excepted) = (try await join(), try await join())
            guard case .connected(let id)? = await first(excepted.states) else {
                Issue.record("not connected")
                return
            }
            let (all, most) = (early.events(on: "news"), excepted.events(on: "news"))
            for (index, state) in states.prefix(6).enumerated() {
                let except = index == 2 ? "\(id)" : nil
                #expect(try await server.publish("state", to: "news", state, except: except) == 200)
            }
            let late = try await join()
            let rest = late.events(on: "news")
            for state in states.dropFirst(6) { try await publish(server, state) }
            for (stream, expected) in [
                (all, states), (most, Array(states.prefix(2) + states.dropFirst(3))),
                (rest, Array(states.dropFirst(6))),
            ] {
                var received: [String] = []
                for await event in stream {
                    received.append(event.data)
                    if received.count == expected.count { break }
                }
                #expect(received == expected)
            }
        }
    }

    @Test func `client events come as deltas too, with their sender`() async throws {
        try await TestServer.run { server async throws -> Void in
            let channel = try ChannelName("presence-room")
            let ann = try await server.client(on: "presence-room", member: "ann")
            let bob = server.member("bob")
            bob.subscribe(to: channel, options: DeliveryOptions(takesDeltas: true))
            try await bob.subscribed(to: channel)
            let received = bob.events(on: "presence-room")
            for state in Self.states(4) {
                try await ann.trigger("client-state", on: channel, data: try JSONText(parsing: Array(state.utf8)))
            }
            var events: [ChannelEvent] = []
            for await event in received {
                events.append(event)
                if events.count == 4 { break }
            }
            #expect(events.map(\.data) == Self.states(4))
            #expect(events.allSatisfy { $0.userID == "ann" })
            #expect(try await server.request("GET", "/metrics").body.contains("channels_deltas_total 3\n"))
        }
    }

    @Test func `a filter lets through what matches, and the protocol's own events`() async throws {
        try await TestServer.run { server async throws -> Void in
            let ann = try await server.client(on: "presence-room", member: "ann")
            let bob = server.member("bob")
            let channel = try ChannelName("presence-room")
            bob.subscribe(
                to: channel,
                options: DeliveryOptions(filter: .tag("price", .number(.atLeast, 10)), takesDeltas: true)
            )
            try await bob.subscribed(to: channel)
            let (events, notices) = (bob.events(on: "presence-room"), bob.notices)
            let states = Self.states(10)
            for (index, state) in states.enumerated() {
                // Every other one is not for this subscriber, so the deltas of the others need another base or none.
                let tags = EventExtras(tags: ["price": index % 2 == 0 ? "9" : "\(index + 10)"])
                try await publish(server, state, to: "presence-room", tags)
            }
            try await publish(server, "untagged", to: "presence-room")
            try await publish(server, "end", to: "presence-room", EventExtras(tags: ["price": "1e3"]))
            var received: [String] = []
            for await event in events {
                received.append(event.data)
                if event.data == "end" { break }
            }
            #expect(received == states.indices.filter { $0 % 2 == 1 }.map { states[$0] } + ["end"])
            ann.disconnect()
            #expect(await first(notices) { $0 == .memberRemoved(channel: "presence-room", userID: "ann") } != nil)
            #expect(try await server.request("GET", "/metrics").body.contains("channels_filtered_total 6\n"))
        }
    }

    @Test func `who cannot apply a delta is sent the event whole, and the next one too`() async throws {
        try await TestServer.run { server async throws -> Void in
            let states = Self.states(6)
            let port = server.port
            let socket = try #require(
                await HostileTests().blocking { () -> RawSocket? in
                    guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return nil }
                    socket.say(subscribe(#","delta":true"#))
                    for _ in 0..<3 { _ = socket.receive() }
                    return socket
                }
            )
            @Sendable func next() async -> String {
                await HostileTests().blocking { String(decoding: socket.receive()?.payload ?? [], as: UTF8.self) }
            }
            for state in states.prefix(3) { try await publish(server, state) }
            #expect(await next().hasSuffix(#","delta":{"seq":1}}"#))
            for _ in 0..<2 { #expect(await next().contains(#""base_seq":"#)) }
            socket.say(#"{"event":"pusher:delta_sync_error","data":{"channel":"news","event":"state"}}"#)
            let whole = Message(event: "state", channel: "news", data: JSONText(string: states[2]))
            #expect(await next() == String(decoding: whole.encoded(), as: UTF8.self))
            for state in states[3...4] { try await publish(server, state) }
            #expect(await next().hasSuffix(#","delta":{"seq":4}}"#))
            #expect(await next().contains(#""base_seq":4"#))
            // Requests for what there is not are answered with nothing, and end nothing.
            socket.say(#"{"event":"pusher:delta_sync_error","data":{"channel":"news","event":"none"}}"#)
            socket.say(#"{"event":"pusher:ping","data":{}}"#)
            #expect(await next().hasPrefix(#"{"event":"pusher:pong""#))
            try await publish(server, states[5])
            #expect(await next().hasSuffix(#","delta":{"seq":6}}"#))
        }
    }

    @Test func `what a channel kept is filtered for those who come later`() async throws {
        let application = TestServer.application(history: [HistoryRule(prefix: "kept", replay: .always)])
        try await TestServer.run(application) { server async throws -> Void in
            for (index, color) in ["red", "blue", "red"].enumerated() {
                try await publish(server, "\(index)", to: "kept", EventExtras(tags: ["color": color]))
                try await publish(server, "\(index)", to: "cache-a", EventExtras(tags: ["color": color]))
            }
            let client = server.client()
            let events = client.events()
            let options = DeliveryOptions(filter: .tag("color", .equals("blue")))
            for name in ["kept", "cache-a"] {
                client.subscribe(to: try ChannelName(name), options: options)
                try await client.subscribed(to: try ChannelName(name))
            }
            try await publish(server, "last", to: "kept", EventExtras(tags: ["color": "blue"]))
            var received: [String] = []
            for await event in events {
                received.append("\(event.channel) \(event.data)")
                if event.data == "last" { break }
            }
            #expect(received == ["kept 1", "kept last"])
        }
    }

    @Test(.enabled(if: ClusterTests.redisServer != nil, "redis-server is not installed"))
    func `tags and keys reach the other processes, and what Redis keeps has them`() async throws {
        try await OwnThreads.run { try await runProcesses() }
    }

    private func runProcesses() async throws {
        let redisPort = ClusterTests.freePort()
        let redis = try ClusterTests.redis(redisPort)
        #expect(await until { RawSocket(port: redisPort) != nil })
        let nodes = try (0..<2).map { _ in try ClusterTests.node(redis: redisPort) }
        let (one, two) = (TestServer(port: nodes[0].port), TestServer(port: nodes[1].port))
        for server in [one, two] { #expect(await until { try await server.request("GET", "/ready").status == 200 }) }
        // Events that nobody keeps, and those that Redis numbers and keeps.
        for channel in ["news", "private-h"] {
            let name = try ChannelName(channel)
            let states = Self.states(6)
            let client = two.client()
            let options = DeliveryOptions(filter: .tag("half", .equals("a")), takesDeltas: true)
            client.subscribe(to: name, options: options)
            try await client.subscribed(to: name, within: .seconds(60))
            let plain = two.client()
            plain.subscribe(to: name)
            try await plain.subscribed(to: name, within: .seconds(60))
            let (events, all) = (client.events(on: channel), plain.events(on: channel))
            for (index, state) in states.enumerated() {
                let extras = EventExtras(tags: ["half": index < 3 ? "a" : "b"], conflationKey: "hall")
                try await publish(one, state, to: channel, extras)
            }
            try await publish(one, "last", to: channel, name: "end", EventExtras(tags: ["half": "a"]))
            #expect(await first(events, where: { $0.data == states[1] }) != nil)
            #expect(await first(events, where: { $0.data == states[2] || $0.name == "end" })?.data == states[2])
            #expect(await first(events)?.data == "last")
            #expect(await first(all, where: { $0.data == states[5] }) != nil)
        }
        let metrics = try await two.request("GET", "/metrics").body
        #expect(metrics.contains("channels_deltas_total 4\n"))
        #expect(metrics.contains("channels_filtered_total 6\n"))
        one.dismissClients()
        two.dismissClients()
        for node in nodes { node.kill() }
        redis.kill()
    }
}
