import Testing

@testable import PusherProtocol

@Suite struct ServerConnectionTests {
    func faultCode(_ action: ServerConnection.Action) -> Int64? {
        guard case .send(let message) = action, message.event == EventName.error else { return nil }
        return message.data?["code"]?.integer ?? 0
    }

    func refusal(_ action: ServerConnection.Action) -> Int64? {
        guard case .send(let message) = action, message.event == EventName.subscriptionError else { return nil }
        return message.data?["status"]?.integer
    }

    @Test func `it greets with its number and the activity timeout`() {
        let data = Fixture.connection().greeting.data?.unwrapped
        #expect(data?["socket_id"]?.string == "1234.1234")
        #expect(data?["activity_timeout"]?.integer == 120)
    }

    @Test func `a ping is answered and a pong is not`() {
        var connection = Fixture.connection()
        #expect(connection.receive(#"{"event":"pusher:ping","data":{}}"#) == .send(.pong))
        #expect(connection.receive(#"{"event":"pusher:pong"}"#) == .ignore)
    }

    @Test func `garbage is told and survived`() {
        var connection = Fixture.connection()
        for text in ["", "x", "[]", "{}", #"{"event":1}"#, #"{"event":"a","event":"a"}"#] {
            #expect(faultCode(connection.receive(text)) == 0)
        }
        #expect(faultCode(connection.receive(String(repeating: "[", count: 60_000))) == 0)
        #expect(connection.receive(#"{"event":"pusher:ping"}"#) == .send(.pong))
    }

    @Test func `text that is not UTF-8 ends the connection`() {
        var connection = Fixture.connection()
        #expect(connection.received([0x22, 0xFF, 0x22], milliseconds: 0) == .close(.inconsistentData))
    }

    @Test func `a message over the limit ends the connection`() {
        var connection = Fixture.connection { $1.message = 100 }
        #expect(connection.receive(String(repeating: " ", count: 101)) == .close(.messageTooBig))
        #expect(connection.receive(#"{"event":"pusher:ping"}"#) == .ignore)
        #expect(connection.end(.reconnect) == .ignore)
    }

    @Test func `a public channel is joined with data in both forms`() throws {
        var connection = Fixture.connection()
        let news = try ChannelName("news")
        let wanted = ServerConnection.Action.join(Subscription(channel: news, member: nil, position: nil))
        #expect(connection.receive(#"{"event":"pusher:subscribe","data":{"auth":"","channel":"news"}}"#) == wanted)
        #expect(!connection.isSubscribed(to: "news"))
        // Asked again before the first is done: one answer only.
        #expect(connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#) == .ignore)
        #expect(connection.joined(news) == true)
        #expect(connection.isSubscribed(to: "news"))
        let again = connection.receive(#"{"event":"pusher:subscribe","data":"{\"channel\":\"news\"}"}"#)
        #expect(again == .confirm(Subscription(channel: news, member: nil, position: nil)))
    }

    @Test func `a position to recover from is passed on`() {
        var connection = Fixture.connection()
        let action = connection.receive(
            #"{"event":"pusher:subscribe","data":{"channel":"news","recover":{"epoch":"e","serial":4}}}"#
        )
        guard case .join(let subscription) = action else {
            Issue.record("\(action)")
            return
        }
        #expect(subscription.position == HistoryPosition(epoch: "e", serial: 4))
    }

    @Test func `leaving while joining says nothing more`() throws {
        var connection = Fixture.connection()
        let news = try ChannelName("news")
        _ = connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#)
        let left = connection.receive(#"{"event":"pusher:unsubscribe","data":{"channel":"news"}}"#)
        #expect(left == .leave(Subscription(channel: news, member: nil, position: nil)))
        #expect(connection.joined(news) == false)
        #expect(connection.refused(news, .channelFull) == nil)
        #expect(connection.receive(#"{"event":"pusher:unsubscribe","data":{"channel":"news"}}"#) == .ignore)
        #expect(connection.receive(#"{"event":"pusher:unsubscribe"}"#) == .ignore)
    }

    @Test func `a private channel needs the right signature`() throws {
        var connection = Fixture.connection()
        let forged = try Fixture.subscribe("private-a", signed: false)
        #expect(refusal(connection.received(forged, milliseconds: 0)) == 401)
        #expect(refusal(connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"private-a"}}"#)) == 401)
        guard case .join = connection.received(try Fixture.subscribe("private-a"), milliseconds: 0) else {
            Issue.record("a right signature was refused")
            return
        }
    }

    @Test func `a presence channel's member comes from the signed data`() throws {
        var connection = Fixture.connection()
        let data = #"{"user_id":"7","user_info":{"n":1}}"#
        let action = connection.received(try Fixture.subscribe("presence-a", channelData: data), milliseconds: 0)
        guard case .join(let subscription) = action else {
            Issue.record("\(action)")
            return
        }
        #expect(subscription.member == Member(userID: "7", userInfo: try Fixture.json(#"{"n":1}"#)))
    }

    @Test func `faulty members are refused`() throws {
        var connection = Fixture.connection()
        func status(_ data: String?) throws -> Int64? {
            refusal(connection.received(try Fixture.subscribe("presence-a", channelData: data), milliseconds: 0))
        }
        #expect(try status(nil) == 401)
        #expect(try status("{}") == 401)
        #expect(try status("x") == 401)
        #expect(try status(#"{"user_id":"\#(String(repeating: "a", count: 129))"}"#) == 4301)
        #expect(try status(#"{"user_id":"1","user_info":"\#(String(repeating: "a", count: 1024))"}"#) == 4301)
    }

    @Test func `a connection joins so many channels per second and no more`() {
        var connection = Fixture.connection { $1.joinsPerSecond = 2 }
        func status(_ name: String, at milliseconds: Int64) -> Int64? {
            let text = #"{"event":"pusher:subscribe","data":{"channel":"\#(name)"}}"#
            return refusal(connection.receive(text, at: milliseconds))
        }
        #expect(["a", "b", "c"].map { status($0, at: 0) } == [nil, nil, 4100])
        // Leaving makes no room within the second, or joining and leaving in turns would cost the others.
        _ = connection.receive(#"{"event":"pusher:unsubscribe","data":{"channel":"a"}}"#, at: 500)
        #expect(status("a", at: 999) == 4100)
        #expect(status("a", at: 1_000) == nil)
    }

    @Test func `faulty names and too many subscriptions are refused`() throws {
        var connection = Fixture.connection { $1.subscriptionsPerConnection = 2 }
        func status(_ name: String) -> Int64? {
            refusal(connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"\#(name)"}}"#))
        }
        #expect(status("a b") == 400)
        #expect(status(String(repeating: "a", count: 165)) == 4009)
        #expect(status("a") == nil)
        #expect(status("b") == nil)
        #expect(status("c") == 4100)
        #expect(faultCode(connection.receive(#"{"event":"pusher:subscribe","data":{}}"#)) == 0)
        #expect(faultCode(connection.receive(#"{"event":"pusher:subscribe"}"#)) == 0)
        #expect(connection.channels.count == 2)
    }

    @Test func `a refused join can be tried again`() throws {
        var connection = Fixture.connection()
        let channel = try ChannelName("presence-a")
        _ = connection.received(try Fixture.subscribe("presence-a", channelData: #"{"user_id":"7"}"#), milliseconds: 0)
        #expect(connection.refused(channel, .channelFull) == .subscriptionError(.channelFull, channel: "presence-a"))
        #expect(connection.channels.isEmpty)
    }

    func signIn(_ userData: String, signed: Bool = true) -> String {
        let auth = Fixture.credentials.authorization(socketID: Fixture.socket, userData: userData)
        let word = UserAuthorization(auth: signed ? auth : "x:y", userData: userData)
        return String(decoding: Message.signIn(word).encoded(), as: UTF8.self)
    }

    @Test func `a sign-in binds the connection to one user`() throws {
        var connection = Fixture.connection()
        let data = #"{"id":"7","user_info":{"n":1},"watchlist":["8"]}"#
        let user = try User(userData: Fixture.json(data))
        #expect(connection.receive(signIn(data)) == .signIn(SignIn(user: user, userData: data, isNew: true)))
        #expect(connection.receive(signIn(data)) == .signIn(SignIn(user: user, userData: data, isNew: false)))
        #expect(connection.receive(signIn(#"{"id":"8"}"#)) == .close(.unauthorized))
    }

    @Test(arguments: [#"{"id":""}"#, "{}", "x", #"{"id":7}"#])
    func `a sign-in without identity ends the connection`(data: String) {
        var connection = Fixture.connection()
        #expect(connection.receive(signIn(data)) == .close(.unauthorized))
    }

    @Test func `a forged sign-in ends the connection`() {
        var connection = Fixture.connection()
        #expect(connection.receive(signIn(#"{"id":"7"}"#, signed: false)) == .close(.unauthorized))
        var other = Fixture.connection()
        #expect(other.receive(#"{"event":"pusher:signin"}"#) == .close(.unauthorized))
    }

    @Test func `a user's own channel is for that user`() throws {
        var connection = Fixture.connection()
        let wish = ##"{"event":"pusher:subscribe","data":{"channel":"#server-to-user-7"}}"##
        #expect(refusal(connection.receive(wish)) == 401)
        _ = connection.receive(signIn(#"{"id":"7"}"#))
        guard case .join = connection.receive(wish) else {
            Issue.record("the user's own channel was refused")
            return
        }
        #expect(
            refusal(connection.receive(##"{"event":"pusher:subscribe","data":{"channel":"#server-to-user-8"}}"##))
                == 401
        )
    }

    @Test func `a signed-in connection needs no channel data for presence`() throws {
        var connection = Fixture.connection()
        _ = connection.receive(signIn(#"{"id":"7","user_info":[1]}"#))
        let action = connection.received(try Fixture.subscribe("presence-a"), milliseconds: 0)
        guard case .join(let subscription) = action else {
            Issue.record("\(action)")
            return
        }
        #expect(subscription.member == Member(userID: "7", userInfo: try Fixture.json("[1]")))
    }

    @Test func `closing leaves everything once`() throws {
        var connection = Fixture.connection()
        try connection.join("private-a")
        _ = connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#)
        #expect(Set(connection.closed().map(\.channel.text)) == ["private-a", "news"])
        #expect(connection.closed().isEmpty)
    }

    @Test func `nothing is joined or refused once it closes`() throws {
        var connection = Fixture.connection()
        let news = try ChannelName("news")
        for name in ["news", "sport"] {
            _ = connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"\#(name)"}}"#)
        }
        #expect(connection.end(.reconnect) == .close(.reconnect))
        #expect(connection.joined(news) == false)
        #expect(connection.refused(try ChannelName("sport"), .channelFull) == nil)
        #expect(connection.receive(#"{"event":"pusher:ping"}"#) == .ignore)
    }

    @Test func `a sign-in with too long an identity ends the connection, a right one counts as authorised`() {
        var connection = Fixture.connection()
        #expect(
            connection.receive(signIn(#"{"id":"\#(String(repeating: "a", count: 129))"}"#)) == .close(.unauthorized)
        )
        var other = Fixture.connection { options, _ in options.authorizationSeconds = 30 }
        _ = other.receive(signIn(#"{"id":"7"}"#))
        #expect(other.tick(milliseconds: 30_000) == .ignore)
    }
}
