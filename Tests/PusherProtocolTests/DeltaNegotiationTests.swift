import Testing

@testable import PusherProtocol

/// Deltas and filters in both connections' state machines.
@Suite struct DeltaNegotiationTests {
    private func subscription(
        _ members: String,
        enabled: Bool = false,
        channel: String = "news"
    ) throws -> Subscription? {
        var connection = Fixture.connection()
        if enabled {
            let answer = connection.receive(#"{"event":"pusher:enable_delta_compression"}"#)
            #expect(answer == .send(.deltas(.enabled)))
        }
        let action = connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"\#(channel)"\#(members)}}"#)
        guard case .join(let subscription) = action else { return nil }
        return subscription
    }

    @Test(
        arguments: [
            ("", false, false, nil), ("", true, true, nil), (#","delta":true"#, false, true, DeltaAnswer.enabled),
            (#","delta":"fossil""#, false, true, .enabled), (#","delta":{"enabled":true}"#, false, true, .enabled),
            (#","delta":{"enabled":true,"algorithms":["xdelta3","fossil"]}"#, false, true, .enabled),
            (#","delta":false"#, true, false, .disabled(reason: nil)),
            (#","delta":"disabled""#, true, false, .disabled(reason: nil)),
            (#","delta":{"enabled":false}"#, true, false, .disabled(reason: nil)),
            (#","delta":"xdelta3""#, true, false, .disabled(reason: "The algorithm is fossil")),
            (#","delta":{"algorithm":"xdelta3"}"#, false, false, .disabled(reason: "The algorithm is fossil")),
            (#","delta":7"#, false, false, nil),
        ] as [(String, Bool, Bool, DeltaAnswer?)]
    )
    func `deltas are for those who ask`(_ members: String, _ all: Bool, _ takes: Bool, _ answer: DeltaAnswer?) throws {
        let held = try #require(try subscription(members, enabled: all))
        #expect(held.options.takesDeltas == takes)
        #expect(held.deltaAnswer == answer)
    }

    @Test func `encrypted channels have no deltas, and say so`() throws {
        var connection = Fixture.connection()
        _ = connection.receive(#"{"event":"pusher:enable_delta_compression","data":{}}"#)
        let action = connection.received(try Fixture.subscribe("private-encrypted-a"), milliseconds: 0)
        guard case .join(let held) = action else {
            Issue.record("not joined: \(action)")
            return
        }
        #expect(!held.options.takesDeltas)
        #expect(held.deltaAnswer == .disabled(reason: "Encrypted events have no deltas"))
    }

    @Test func `a filter is kept, and a faulty one refuses the channel with its place`() throws {
        let text = #"{"key":"symbol","cmp":"eq","val":"BTC"}"#
        let expected = TagFilter.tag("symbol", .equals("BTC"))
        #expect(try subscription(#","filter":\#(text)"#)?.options.filter == expected)
        #expect(try subscription(#","tags_filter":\#(text)"#)?.options.filter == expected)
        #expect(try subscription(#","filter":null"#)?.options.filter == nil)
        var connection = Fixture.connection()
        let action = connection.receive(
            #"{"event":"pusher:subscribe","data":{"channel":"news","filter":{"key":"a","cmp":"is"}}}"#
        )
        guard case .send(let message) = action else {
            Issue.record("\(action)")
            return
        }
        #expect(message.event == EventName.subscriptionError)
        #expect(message.data?["status"]?.integer == 400)
        #expect(message.data?["type"]?.string == "InvalidFilter")
        #expect(message.data?["error"]?.string == "Not a filter: filter.cmp is no comparison: is")
        #expect(connection.channels.isEmpty)
    }

    @Test func `only a subscriber with deltas may request events whole, and not without end`() throws {
        var connection = Fixture.connection { $1.joinsPerSecond = 3 }
        let request = #"{"event":"pusher:delta_sync_error","data":{"channel":"news","event":"e","conflation_key":"k"}}"#
        func isError(_ action: ServerConnection.Action) -> Bool {
            if case .send(let message) = action { message.event == EventName.error } else { false }
        }
        #expect(isError(connection.receive(request)))
        _ = connection.receive(#"{"event":"pusher:subscribe","data":{"channel":"news","delta":true}}"#)
        #expect(isError(connection.receive(request)))
        let name = try ChannelName("news")
        _ = connection.joined(name)
        let key = DeltaKey(event: "e", conflationKey: "k")
        for _ in 0..<2 { #expect(connection.receive(request) == .resynchronize(name, key)) }
        #expect(isError(connection.receive(request)))
        #expect(connection.receive(request, at: 1_000) == .resynchronize(name, key))
        #expect(isError(connection.receive(#"{"event":"pusher:delta_sync_error","data":{"channel":"news"}}"#)))
    }

    private func client() throws -> ClientConnection {
        var client = ClientConnection()
        _ = client.connect(milliseconds: 0)
        let options = DeliveryOptions(filter: .tag("a", .exists), takesDeltas: true)
        _ = client.subscribe(to: try ChannelName("news"), options: options)
        let greeting = Message.connectionEstablished(socketID: Fixture.socket, activityTimeout: 120)
        guard case .established(_, _, let sent, _) = client.received(greeting.encoded(), milliseconds: 0) else {
            Issue.record("not established")
            return client
        }
        #expect(
            sent.first?.data?.text
                == #"{"channel":"news","filter":{"key":"a","cmp":"ex"},"delta":true}"#
        )
        return client
    }

    private func delta(_ text: String, of base: String, _ baseSequence: Int64, _ sequence: Int64) -> Message {
        let message = Message(event: "e", channel: "news", data: JSONText(string: text))
        let delta = FossilDelta.encode(Array(text.utf8), from: Array(base.utf8))
        return message.delta(delta, of: baseSequence, DeltaMark(sequence: sequence, conflationKey: "k"))
    }

    @Test func `a client rebuilds events, and asks once for what it cannot rebuild`() throws {
        var client = try client()
        let texts = (0..<4).map { "{\"state\":\"\(String(repeating: "x", count: 100))\",\"é\":\($0)}" }
        var whole = Message(event: "e", channel: "news", data: JSONText(string: texts[0]))
        whole.mark = DeltaMark(sequence: 1, conflationKey: "k")
        func receive(_ message: Message) -> ClientConnection.Action {
            client.received(message.encoded(), milliseconds: 0)
        }
        func event(_ action: ClientConnection.Action) -> String? {
            if case .notify(.event(let message)) = action, message.event == "e" { message.data?.string } else { nil }
        }
        #expect(event(receive(whole)) == texts[0])
        #expect(event(receive(delta(texts[1], of: texts[0], 1, 2))) == texts[1])
        // One is lost: the next has another base.
        let request = Message.deltaFault(on: "news", DeltaKey(event: "e", conflationKey: "k"))
        #expect(receive(delta(texts[3], of: texts[2], 3, 4)) == .send(request))
        #expect(receive(delta(texts[3], of: texts[3], 4, 5)) == .ignore)
        // What comes without a mark is an event as ever, but no base.
        #expect(event(receive(Message(event: "e", channel: "news", data: JSONText(string: texts[2])))) == texts[2])
        whole.mark = DeltaMark(sequence: 6, conflationKey: "k")
        #expect(event(receive(whole)) == texts[0])
        #expect(event(receive(delta(texts[1], of: texts[0], 6, 7))) == texts[1])
        // A delta of another key, or with another base's checksum.
        let other = String(repeating: "a", count: 100)
        let forged = delta(other + "!", of: other, 7, 8)
        #expect(receive(forged) == .send(request))
        for broken in [#"{"event":"e"}"#, "7", #"{"event":"e","delta":"!","seq":1,"base_seq":1}"#] {
            _ = receive(Message(event: EventName.delta, channel: "news", data: try Fixture.json(broken)))
        }
    }
}
