import Testing

@testable import PusherProtocol

@Suite struct ClientConnectionTests {
    let news: ChannelName
    let secret: ChannelName

    init() throws {
        news = try ChannelName("news")
        secret = try ChannelName("private-a")
    }

    func receive(
        _ client: inout ClientConnection,
        _ message: Message,
        at milliseconds: Int64 = 0
    ) -> ClientConnection.Action {
        client.received(message.encoded(), milliseconds: milliseconds)
    }

    func connected(_ change: (inout ClientConnection) -> Void = { _ in }) -> ClientConnection {
        var client = ClientConnection()
        change(&client)
        _ = client.connect(milliseconds: 0)
        _ = receive(&client, .connectionEstablished(socketID: Fixture.socket, activityTimeout: 120))
        return client
    }

    @Test func `channels asked for before the greeting are joined behind it`() {
        var client = ClientConnection()
        #expect(client.subscribe(to: news) == .ignore)
        #expect(client.subscribe(to: secret) == .ignore)
        #expect(client.signIn() == .ignore)
        #expect(client.connect(milliseconds: 0) == .open(isTLS: false))
        #expect(client.connect(milliseconds: 0) == .ignore)
        #expect(client.state == .connecting)
        let action = receive(&client, .connectionEstablished(socketID: Fixture.socket, activityTimeout: 120))
        #expect(action == .established(Fixture.socket, authorize: [secret], send: [.subscribe(news)], signsIn: true))
        #expect(client.state == .connected(Fixture.socket))
    }

    @Test func `a greeting that is not one ends the attempt`() {
        for text in [
            #"{"event":"pusher:connection_established"}"#,
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.1\"}"}"#,
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"x\",\"activity_timeout\":120}"}"#,
        ] {
            var client = ClientConnection()
            _ = client.connect(milliseconds: 0)
            #expect(client.received(Array(text.utf8), milliseconds: 0) == .close)
        }
        var client = connected()
        #expect(receive(&client, .connectionEstablished(socketID: Fixture.socket, activityTimeout: 120)) == .close)
    }

    @Test func `a private channel is authorised, joined, used and left`() {
        var client = connected()
        #expect(client.subscribe(to: secret) == .authorize(secret, Fixture.socket))
        #expect(client.subscribe(to: secret) == .ignore)
        let word = ChannelAuthorization(auth: "k:s")
        #expect(client.authorized(secret, word, for: SocketID(first: 1, second: 1)) == .ignore)
        #expect(client.authorized(secret, word, for: Fixture.socket) == .send(.subscribe(secret, word)))
        #expect(client.clientEvent("client-a", on: secret, data: .null) == nil)
        #expect(receive(&client, .subscriptionSucceeded(secret)) == .notify(.subscribed(secret)))
        #expect(client.isSubscribed(to: secret))
        #expect(client.clientEvent("client-a", on: secret, data: .null) != nil)
        #expect(client.clientEvent("a", on: secret, data: .null) == nil)
        #expect(client.unsubscribe(from: secret) == .send(.unsubscribe(secret)))
        #expect(client.unsubscribe(from: secret) == .ignore)
        #expect(client.authorized(secret, word, for: Fixture.socket) == .ignore)
    }

    @Test func `a refusal by the application or the server is told`() {
        var client = connected()
        _ = client.subscribe(to: secret)
        guard case .notify(.subscriptionFailed("private-a", _)) = client.unauthorized(secret, reason: "no") else {
            Issue.record("not told")
            return
        }
        #expect(client.unauthorized(secret, reason: "no") == .ignore)
        #expect(client.subscribe(to: news) == .send(.subscribe(news)))
        let error = Message.subscriptionError(.channelFull, channel: "news")
        #expect(
            receive(&client, error) == .notify(.subscriptionFailed(channel: "news", data: error.data ?? .null))
        )
        #expect(client.unsubscribe(from: news) == .ignore)
    }

    @Test func `members come and go`() throws {
        var client = connected()
        let room = try ChannelName("presence-a")
        _ = client.subscribe(to: room)
        _ = client.authorized(room, ChannelAuthorization(auth: "k:s", channelData: "{}"), for: Fixture.socket)
        let snapshot = PresenceSnapshot(members: [Member(userID: "1")])
        #expect(
            receive(&client, .subscriptionSucceeded(room, data: snapshot.json)) == .notify(.present(room, snapshot))
        )
        let member = Member(userID: "2", userInfo: .emptyObject)
        #expect(receive(&client, .memberAdded(room, member)) == .notify(.memberAdded(channel: "presence-a", member)))
        #expect(
            receive(&client, .memberRemoved(room, userID: "2"))
                == .notify(.memberRemoved(channel: "presence-a", userID: "2"))
        )
        let bare = Message(event: EventName.memberAdded, channel: "presence-a", data: .emptyObject)
        #expect(receive(&client, bare) == .ignore)
        let gone = Message(event: EventName.memberRemoved, channel: "presence-a")
        #expect(receive(&client, gone) == .ignore)
    }

    @Test func `events, counts, faults and watchlists are told`() throws {
        var client = connected()
        _ = client.subscribe(to: news)
        let event = Message(event: "e", channel: "news", data: try Fixture.json("[1]"))
        #expect(receive(&client, event) == .notify(.event(event)))
        #expect(receive(&client, Message(event: "e", channel: "other")) == .ignore)
        #expect(receive(&client, Message(event: "e")) == .ignore)
        #expect(receive(&client, .subscriptionCount(news, 3)) == .notify(.subscriptionCount(channel: "news", 3)))
        #expect(receive(&client, Message(event: EventName.subscriptionCount, channel: "news")) == .ignore)
        #expect(receive(&client, .error(.clientEventRejected, "x")) == .notify(.fault(code: 4301, message: "x")))
        #expect(receive(&client, .error(nil, "x")) == .notify(.fault(code: nil, message: "x")))
        #expect(
            receive(&client, .watchlist(online: ["a"], offline: ["b"]))
                == .notify(.watchlist(online: ["a"], offline: ["b"]))
        )
        #expect(receive(&client, .ping) == .send(.clientPong))
        #expect(receive(&client, .pong) == .ignore)
        #expect(client.received([0x78], milliseconds: 0) == .ignore)
    }

    @Test func `a sign-in joins the user's own channel`() throws {
        var client = connected()
        #expect(client.signIn() == .established(Fixture.socket, authorize: [], send: [], signsIn: true))
        let word = UserAuthorization(auth: "k:s", userData: #"{"id":"7"}"#)
        #expect(client.authorized(word, for: Fixture.socket) == .send(.signIn(word)))
        #expect(client.authorized(word, for: SocketID(first: 1, second: 1)) == .ignore)
        let user = try User(userData: Fixture.json(word.userData))
        let own = try ChannelName(serverToUser: "7")
        #expect(receive(&client, .signInSuccess(userData: word.userData)) == .signedIn(user, send: .subscribe(own)))
        #expect(receive(&client, Message(event: EventName.signInSuccess, data: .emptyObject)) == .ignore)
        let event = Message(event: "e", channel: own.text)
        #expect(receive(&client, event) == .notify(.event(event)))
    }

    @Test func `what was recovered is not told twice and the next subscription says where it stood`() throws {
        var client = connected()
        _ = client.subscribe(to: news)
        func event(_ serial: Int64) -> Message {
            Message(event: "e", channel: "news", data: .null, position: HistoryPosition(epoch: "x", serial: serial))
        }
        _ = receive(
            &client,
            .subscriptionSucceeded(news, data: try Fixture.json(#"{"position":{"epoch":"x","serial":3}}"#))
        )
        #expect(receive(&client, event(3)) == .ignore)
        #expect(receive(&client, event(4)) == .notify(.event(event(4))))
        #expect(receive(&client, event(4)) == .ignore)
        _ = client.closed(code: 4200, milliseconds: 0, jitter: 0)
        let action = receive(&client, .connectionEstablished(socketID: Fixture.socket, activityTimeout: 1))
        let wish = Message.subscribe(news, after: HistoryPosition(epoch: "x", serial: 4))
        #expect(action == .established(Fixture.socket, authorize: [], send: [wish], signsIn: false))
        // Another epoch: the server's history is a new one, and its numbers restart.
        let anew = HistoryPosition(epoch: "y", serial: 1)
        _ = receive(
            &client,
            .subscriptionSucceeded(news, data: try Fixture.json(#"{"position":{"epoch":"y","serial":0}}"#))
        )
        let first = Message(event: "e", channel: "news", data: .null, position: anew)
        #expect(receive(&client, first) == .notify(.event(first)))
        #expect(receive(&client, first) == .ignore)
    }

    @Test func `a private channel says where it stood when it is authorised again`() throws {
        var client = connected()
        _ = client.subscribe(to: secret)
        let word = ChannelAuthorization(auth: "k:s")
        _ = client.authorized(secret, word, for: Fixture.socket)
        let position = HistoryPosition(epoch: "x", serial: 3)
        let stands = Message.subscriptionSucceeded(
            secret,
            data: try Fixture.json(#"{"position":{"epoch":"x","serial":3}}"#)
        )
        _ = receive(&client, stands)
        _ = client.closed(code: 4200, milliseconds: 0, jitter: 0)
        #expect(!client.isSubscribed(to: secret))
        let greeting = receive(&client, .connectionEstablished(socketID: Fixture.socket, activityTimeout: 1))
        #expect(greeting == .established(Fixture.socket, authorize: [secret], send: [], signsIn: false))
        let wish = Message.subscribe(secret, word, after: position)
        #expect(client.authorized(secret, word, for: Fixture.socket) == .send(wish))
    }

    @Test func `whoever has gone may come again, and leaves channels without a word meanwhile`() {
        var client = ClientConnection()
        #expect(client.disconnect() == .ignore)
        client = connected()
        _ = client.subscribe(to: news)
        #expect(client.disconnect() == .close)
        #expect(client.disconnect() == .ignore)
        #expect(client.unsubscribe(from: news) == .ignore)
        #expect(client.connect(milliseconds: 0) == .open(isTLS: false))
    }

    @Test func `a user whose name makes no channel is signed in without one`() throws {
        var client = connected()
        let data = #"{"id":"a b"}"#
        let user = try User(userData: Fixture.json(data))
        #expect(receive(&client, .signInSuccess(userData: data)) == .notify(.signedIn(user)))
    }
}
