import Testing

@testable import PusherProtocol

@Suite struct MessageTests {
    func parse(_ text: String) throws -> Message { try Message(parsing: Array(text.utf8)) }

    @Test func `both forms of data are kept as they came`() throws {
        let object = try parse(#"{"event":"client-a","channel":"private-a","data":{"x":1}}"#)
        #expect(object.data?.text == #"{"x":1}"#)
        let string = try parse(#"{"event":"client-a","channel":"private-a","data":"{\"x\":1}"}"#)
        #expect(string.data?.text == #""{\"x\":1}""#)
        #expect(string.data?.unwrapped == object.data)
    }

    @Test func `a message reads back as it was written`() throws {
        let message = Message(
            event: "a\"b",
            channel: "c",
            data: try Fixture.json("[1]"),
            userID: "u",
            position: HistoryPosition(epoch: "e", serial: 7)
        )
        #expect(try Message(parsing: message.encoded()) == message)
        #expect(String(decoding: Message(event: "a").encoded(), as: UTF8.self) == #"{"event":"a"}"#)
    }

    @Test(arguments: [
        ("[]", "event"), ("{}", "event"), (#"{"event":1}"#, "event"), (#"{"event":"a","channel":1}"#, "channel"),
        (#"{"event":"a","event":"b"}"#, "event"), (#"{"event":"a","data":1,"data":2}"#, "data"),
    ])
    func `what is no message names the member at fault`(text: String, member: String) {
        #expect(throws: ProtocolError.malformedMessage(member: member)) { try parse(text) }
    }

    @Test func `the server's messages read as the protocol prints them`() throws {
        let channel = try ChannelName("presence-a")
        func text(_ message: Message) -> String { String(decoding: message.encoded(), as: UTF8.self) }
        #expect(
            text(.connectionEstablished(socketID: SocketID(first: 123, second: 456), activityTimeout: 120))
                == #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"123.456\",\"activity_timeout\":120}"}"#
        )
        #expect(text(.pong) == #"{"event":"pusher:pong","data":"{}"}"#)
        #expect(text(.ping) == #"{"event":"pusher:ping","data":"{}"}"#)
        #expect(
            text(.subscriptionSucceeded(channel))
                == #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-a","data":"{}"}"#
        )
        #expect(text(.error(.reconnect, "x")) == #"{"event":"pusher:error","data":{"code":4200,"message":"x"}}"#)
        #expect(
            text(.error(nil, "x", channel: "c"))
                == #"{"event":"pusher:error","channel":"c","data":{"code":null,"message":"x"}}"#
        )
        #expect(
            text(.subscriptionError(.unauthorized("no"), channel: "c"))
                == #"{"event":"pusher:subscription_error","channel":"c","data":{"type":"AuthError","error":"no","status":401}}"#
        )
        #expect(text(.cacheMiss(channel)) == #"{"event":"pusher:cache_miss","channel":"presence-a","data":"{}"}"#)
        #expect(
            text(.subscriptionCount(channel, 3))
                == #"{"event":"pusher_internal:subscription_count","channel":"presence-a","data":"{\"subscription_count\":3}"}"#
        )
        #expect(
            text(.memberAdded(channel, Member(userID: "1", userInfo: .emptyObject)))
                == #"{"event":"pusher_internal:member_added","channel":"presence-a","data":"{\"user_id\":\"1\",\"user_info\":{}}"}"#
        )
        #expect(
            text(.memberRemoved(channel, userID: "1"))
                == #"{"event":"pusher_internal:member_removed","channel":"presence-a","data":"{\"user_id\":\"1\"}"}"#
        )
        #expect(
            text(.signInSuccess(userData: #"{"id":"1"}"#))
                == #"{"event":"pusher:signin_success","data":"{\"user_data\":\"{\\\"id\\\":\\\"1\\\"}\"}"}"#
        )
        #expect(
            Message.watchlist(online: ["a"], offline: []).data?.unwrapped?.text
                == #"{"events":[{"name":"online","user_ids":["a"]}]}"#
        )
    }

    @Test func `each refusal has its type and status`() {
        let all: [(SubscriptionRefusal, String, Int)] = [
            (.unauthorized("x"), "AuthError", 401), (.invalidName("x"), "InvalidName", 400),
            (.nameTooLong, "LimitReached", 4009), (.channelFull, "LimitReached", 4100),
            (.memberTooBig, "LimitReached", 4301), (.tooManySubscriptions, "LimitReached", 4100),
            (.tooManyJoins, "LimitReached", 4100), (.tooManyConnections, "LimitReached", 4100),
            (.unavailable, "ServerError", 503),
        ]
        for (refusal, type, status) in all {
            let data = Message.subscriptionError(refusal, channel: "c").data
            #expect(data?["type"]?.string == type)
            #expect(data?["status"]?.integer == Int64(status))
            #expect(data?["error"]?.string?.isEmpty == false)
        }
    }

    @Test func `codes tell what a client does next`() {
        let all: [(Int?, ReconnectPolicy)] = [
            (4000, .upgradeToTLS), (4001, .refused), (4099, .refused), (4100, .backOff), (4199, .backOff),
            (4200, .immediately), (4299, .immediately), (4300, .refused), (5000, .refused), (nil, .backOff),
            (1006, .backOff),
            (1002, .backOff),
        ]
        for (code, policy) in all { #expect(ReconnectPolicy(closeCode: code) == policy) }
        #expect(CloseCode.unknownApplication.reason == "Application does not exist")
        #expect(CloseCode(rawValue: 4999).reason == "Closed")
    }
}
