import ChannelClient
import ChannelServer
import PusherProtocol
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct ChannelsTests {
    @Test func `an event published over HTTP reaches subscribers but the one excepted`() async throws {
        try await TestServer.run { server async throws -> Void in
            let one = try await server.client(on: "news")
            let two = try await server.client(on: "news")
            let (receives, excepted) = (one.events(on: "news"), two.events(on: "news"))
            guard case .connected(let id)? = await first(two.states) else {
                Issue.record("not connected")
                return
            }
            #expect(try await server.publish("e", to: "news", #"{"x":"é\n"}"#, except: "\(id)") == 200)
            let event = await first(receives)
            #expect(event?.name == "e")
            #expect(event?.data == #"{"x":"é\n"}"#)
            #expect(try await server.publish("last", to: "news", "") == 200)
            #expect(await first(excepted)?.name == "last")
        }
    }

    @Test func `client events reach the others with the sender's signed identity`() async throws {
        try await TestServer.run { server async throws -> Void in
            let channel = try ChannelName("presence-room")
            let ann = try await server.client(on: "presence-room", member: "ann")
            let bob = try await server.client(on: "presence-room", member: "bob")
            let received = bob.events(on: "presence-room")
            let echo = ann.events(on: "presence-room")
            try await ann.trigger("client-hello", on: channel, data: JSONText(string: "hi"))
            let event = await first(received)
            #expect(event?.userID == "ann")
            #expect(event?.data == "hi")
            #expect(await first(echo, within: 0.3) == nil)
        }
    }

    @Test func `several tabs of one user are one member`() async throws {
        try await TestServer.run { server async throws -> Void in
            let ann = try await server.client(on: "presence-room", member: "ann")
            let notices = ann.notices
            let tab = try await server.client(on: "presence-room", member: "bob")
            let other = try await server.client(on: "presence-room", member: "bob")
            let users = try await server.request("GET", "/apps/3/channels/presence-room/users")
            #expect(users.body == #"{"users":[{"id":"ann"},{"id":"bob"}]}"#)
            #expect(await other.members(of: try ChannelName("presence-room")).map(\.userID) == ["ann", "bob"])
            let meanwhile = ann.notices
            tab.disconnect()
            #expect(await first(meanwhile, within: 0.3) { if case .memberRemoved = $0 { true } else { false } } == nil)
            other.disconnect()
            var received: [ClientNotice] = []
            for await notice in notices {
                received.append(notice)
                if case .memberRemoved = notice { break }
            }
            #expect(
                received == [
                    .memberAdded(channel: "presence-room", Member(userID: "bob")),
                    .memberRemoved(channel: "presence-room", userID: "bob"),
                ]
            )
        }
    }

    @Test func `a full presence channel refuses and lets in when somebody left`() async throws {
        try await TestServer.run(TestServer.application { $1.presenceMembers = 1 }) { server async throws -> Void in
            let channel = try ChannelName("presence-room")
            let ann = try await server.client(on: "presence-room", member: "ann")
            let bob = server.member("bob")
            bob.subscribe(to: channel)
            await #expect(throws: ChannelClientError.self) { try await bob.subscribed(to: channel) }
            ann.disconnect()
            try await server.untilMembers(of: "presence-room", are: [])
            bob.subscribe(to: channel)
            try await bob.subscribed(to: channel)
        }
    }

    @Test func `encrypted channels are opened with the shared secret and not without`() async throws {
        try await TestServer.run { server async throws -> Void in
            let key = [UInt8](0..<32)
            let name = "private-encrypted-x"
            let secret = TestServer.credentials.secret
            let client = server.client(.inline(secret: secret, masterKey: key))
            client.subscribe(to: try ChannelName(name))
            try await client.subscribed(to: try ChannelName(name))
            let received = client.events(on: name)
            let nonce = (0..<24).map { UInt8($0) }
            let sealed = EncryptedChannel(channel: name, masterKey: key).seal(Array(#"{"a":1}"#.utf8), nonce: nonce)
            #expect(try await server.publish("e", to: name, sealed.text) == 200)
            #expect(await first(received)?.data == #"{"a":1}"#)
            let faults = client.notices
            #expect(try await server.publish("e", to: name, #"{"nonce":"AAAA","ciphertext":"AAAA"}"#) == 200)
            let fault = await first(faults) { if case .fault = $0 { true } else { false } }
            #expect(fault != nil)
            let stranger = server.client()
            stranger.subscribe(to: try ChannelName(name))
            await #expect(throws: ChannelClientError.self) { try await stranger.subscribed(to: try ChannelName(name)) }
        }
    }

    @Test func `a cache channel gives its last event or says that it has none`() async throws {
        try await TestServer.run { server async throws -> Void in
            let early = server.client()
            let notices = early.notices
            early.subscribe(to: try ChannelName("cache-a"))
            let miss = await first(notices) {
                if case .event(let message) = $0 { message.event == "pusher:cache_miss" } else { false }
            }
            #expect(miss != nil)
            _ = try await server.publish("one", to: "cache-a", "1")
            _ = try await server.publish("two", to: "cache-a", "2")
            let late = server.client()
            let events = late.events(on: "cache-a")
            late.subscribe(to: try ChannelName("cache-a"))
            #expect(await first(events)?.name == "two")
            let answer = try await server.request(
                "GET",
                "/apps/3/channels/cache-a",
                query: [("info", "cache,subscription_count")]
            )
            let json = try JSONText(parsing: Array(answer.body.utf8))
            #expect(json["cache"]?["data"]?.string == "2")
            #expect((1790...1800).contains(json["cache"]?["ttl"]?.integer ?? 0))
            #expect(json["subscription_count"]?.integer == 2)
        }
    }

    @Test func `a signed-in user is reached, watched and sent away`() async throws {
        try await TestServer.run { server async throws -> Void in
            let secret = TestServer.credentials.secret
            let watcher = server.client(.inline(secret: secret, userData: #"{"id":"w","watchlist":["u","x"]}"#))
            let seen = watcher.notices
            watcher.signIn()
            let isWatchlist: @Sendable (ClientNotice) -> Bool = { if case .watchlist = $0 { true } else { false } }
            let before = await first(seen, where: isWatchlist)
            #expect(before == .watchlist(online: [], offline: ["u", "x"]))
            let coming = watcher.notices
            let user = server.client(.inline(secret: secret, userData: #"{"id":"u"}"#))
            let (notices, events, states) = (user.notices, user.events(on: "#server-to-user-u"), user.states)
            user.signIn()
            #expect(await first(notices) { if case .subscribed = $0 { true } else { false } } != nil)
            #expect(await first(coming, where: isWatchlist) == .watchlist(online: ["u"], offline: []))
            #expect(try await server.publish("e", to: "#server-to-user-u", "for you") == 200)
            #expect(await first(events)?.data == "for you")
            let going = watcher.notices
            let answer = try await server.request("POST", "/apps/3/users/u/terminate_connections")
            #expect(answer == Answer(200, "{}"))
            #expect(await first(states) { if case .failed(.unauthorized) = $0 { true } else { false } } != nil)
            #expect(await first(going, where: isWatchlist) == .watchlist(online: [], offline: ["u"]))
        }
    }

    @Test func `subscribers are told how many they are where it is switched on`() async throws {
        try await TestServer.run(TestServer.application { options, _ in options.subscriptionCount = true }) {
            server async throws -> Void in
            let one = server.client()
            let counts = one.notices
            one.subscribe(to: try ChannelName("news"))
            #expect(await first(counts) { $0 == .subscriptionCount(channel: "news", 1) } != nil)
            let more = one.notices
            let two = try await server.client(on: "news")
            #expect(await first(more) { $0 == .subscriptionCount(channel: "news", 2) } != nil)
            let less = one.notices
            two.disconnect()
            #expect(await first(less) { $0 == .subscriptionCount(channel: "news", 1) } != nil)
        }
    }

    @Test func `what was missed is told after a reconnect, once and in order`() async throws {
        let application = TestServer.application(history: [HistoryRule(prefix: "", replay: .always)])
        try await TestServer.run(application) { server async throws -> Void in
            for number in 1...3 { _ = try await server.publish("e", to: "news", "\(number)") }
            let client = server.client()
            let events = client.events(on: "news")
            client.subscribe(to: try ChannelName("news"))
            for number in 4...6 { _ = try await server.publish("e", to: "news", "\(number)") }
            var received: [String] = []
            for await event in events {
                received.append(event.data)
                if received.count == 6 { break }
            }
            #expect(received == ["1", "2", "3", "4", "5", "6"])
        }
    }

    @Test func `a stock client that is known by name gets what it missed`() async throws {
        let application = TestServer.application(history: [HistoryRule(prefix: "presence-")])
        try await TestServer.run(application) { server async throws -> Void in
            let before = try await server.client(on: "presence-room", member: "ann")
            let stays = try await server.client(on: "presence-room", member: "bob")
            _ = try await server.publish("e", to: "presence-room", "seen")
            before.disconnect()
            try await server.untilMembers(of: "presence-room", are: ["bob"])
            _ = try await server.publish("e", to: "presence-room", "missed")
            let after = server.member("ann")
            let events = after.events(on: "presence-room")
            after.subscribe(to: try ChannelName("presence-room"))
            #expect(await first(events)?.data == "missed")
            let newcomer = server.member("cat")
            let nothing = newcomer.events(on: "presence-room")
            newcomer.subscribe(to: try ChannelName("presence-room"))
            try await newcomer.subscribed(to: try ChannelName("presence-room"))
            #expect(await first(nothing, within: 0.3) == nil)
            stays.disconnect()
        }
    }
}
