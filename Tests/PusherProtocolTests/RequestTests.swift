import Testing

@testable import PusherProtocol

@Suite struct RequestTests {
    func status(_ body: String) -> Int? {
        do {
            _ = try EventRequest(body: Array(body.utf8), limits: Limits())
            return nil
        } catch {
            guard case .refusedRequest(let status, _) = error else { return 0 }
            return status
        }
    }

    @Test func `an event is read with one channel or several`() throws {
        let body =
            #"{"name":"e","channels":["a","b"],"data":"{\"x\":1}","socket_id":"1.2","info":"subscription_count"}"#
        let event = try EventRequest(body: Array(body.utf8), limits: Limits())
        #expect(event.channels.map(\.text) == ["a", "b"])
        #expect(event.data.text == #""{\"x\":1}""#)
        #expect(event.socketID == SocketID(first: 1, second: 2))
        #expect(event.info == .subscriptionCount)
        let single = try EventRequest(body: Array(#"{"name":"e","channel":"a","data":""}"#.utf8), limits: Limits())
        #expect(single.channels.map(\.text) == ["a"])
        #expect(single.socketID == nil)
    }

    @Test func `faults have their status`() {
        for body in [
            "", "[]", "{}", #"{"name":"e","channel":"a"}"#, #"{"name":"e","channel":"a","data":{}}"#,
            #"{"name":"","channel":"a","data":""}"#, #"{"name":"e","data":""}"#,
            #"{"name":"e","channels":[],"data":""}"#,
            #"{"name":"e","channels":[1],"data":""}"#, #"{"name":"e","channel":"a b","data":""}"#,
            #"{"name":"pusher:e","channel":"a","data":""}"#, #"{"name":"pusher_internal:e","channel":"a","data":""}"#,
            #"{"name":"e","channel":"a","data":"","socket_id":"x"}"#,
            #"{"name":"e","channels":["private-encrypted-a","b"],"data":""}"#,
        ] {
            #expect(status(body) == 400, "\(body)")
        }
        #expect(status(#"{"name":"\#(String(repeating: "n", count: 201))","channel":"a","data":""}"#) == 400)
        #expect(status(#"{"name":"e","channel":"a","data":"\#(String(repeating: "d", count: 10_240))"}"#) == nil)
        #expect(status(#"{"name":"e","channel":"a","data":"\#(String(repeating: "d", count: 10_241))"}"#) == 413)
        let many = (0..<101).map { "\"c\($0)\"" }.joined(separator: ",")
        #expect(status(#"{"name":"e","channels":[\#(many)],"data":""}"#) == 400)
    }

    @Test func `a batch is read in order and bounded`() throws {
        func batch(_ count: Int) -> [UInt8] {
            let events = (0..<count).map { #"{"name":"e\#($0)","channel":"c","data":""}"# }
            return Array(#"{"batch":[\#(events.joined(separator: ","))]}"#.utf8)
        }
        #expect(try BatchRequest(body: batch(10), limits: Limits()).events.map(\.name) == (0..<10).map { "e\($0)" })
        #expect(throws: ProtocolError.self) { try BatchRequest(body: batch(11), limits: Limits()) }
        #expect(throws: ProtocolError.self) { try BatchRequest(body: Array("{}".utf8), limits: Limits()) }
        let bare = Array(#"{"batch":[{"name":"e","data":""}]}"#.utf8)
        #expect(throws: ProtocolError.self) { try BatchRequest(body: bare, limits: Limits()) }
    }

    @Test func `attributes are told for the kinds that have them`() throws {
        let all = ChannelAttributes("user_count, subscription_count,cache,other")
        #expect(all == [.userCount, .subscriptionCount, .cache])
        #expect(ChannelAttributes.userCount.unavailable(for: ChannelKind(name: "a")) == "user_count")
        #expect(ChannelAttributes.userCount.unavailable(for: ChannelKind(name: "presence-a")) == nil)
        #expect(
            ChannelAttributes.subscriptionCount.unavailable(for: ChannelKind(name: "presence-a"))
                == "subscription_count"
        )
        #expect(ChannelAttributes.cache.unavailable(for: ChannelKind(name: "a")) == "cache")
        #expect(ChannelAttributes.cache.unavailable(for: ChannelKind(name: "cache-a")) == nil)
    }
}
