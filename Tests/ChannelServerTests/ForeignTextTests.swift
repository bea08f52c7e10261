import Foundation
import NIOCore
import Testing

@testable import ChannelServer
@testable import PusherProtocol

/// Mutated texts of other programs: what Redis sends, the heads, queries, forms and signatures of HTTP requests, bodies of
/// polling clients, compressed messages, and addresses of push services.
///
/// Nothing traps, and what is read again after it was written is the same. `FUZZ_INPUTS` and `FUZZ_SEED` of the
/// environment ask for more texts, and for others.
@Suite struct ForeignTextTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let inputs = environment["FUZZ_INPUTS"].flatMap { Int($0) } ?? 20_000
    private static let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 0x5167_0021

    private static let separator = "\u{1F}"
    private static let redis = [
        ["n", "3", "private-h", "1.2", "7 12 1", #"{"event":"e","channel":"private-h","data":"a","late":true}"#]
            .joined(separator: separator),
        ["n", "3", "news", "", "", #"{"event":"e","channel":"news","data":"a"}"#].joined(separator: separator),
        ["n", "3", "news", "", "", #"{"extras":{"tags":{"a":"b"},"conflation_key":"k"},"event":"e","channel":"news"}"#]
            .joined(separator: separator),
        ["n", "3", "", "terminate", "ann", ""].joined(separator: separator),
        #"{"kind":"added","node":"n","app":"3","ch":"presence-a","user":"1","member":"{\"user_id\":\"1\"}","except":"1.2"}"#,
        #"{"kind":"introduced","node":"n"}"#,
        #"{"ticket":"5","refused":false,"new":true,"count":2,"members":["{\"user_id\":\"1\"}"],"epoch":"e","serial":3,"#
            + #""events":["3 {\"event\":\"e\"}"],"live":["3"],"left":"1 99","now":4}"#,
        #"{"kind":"parted","node":"n","app":"3","ch":"presence-a","user":"1","left":2}"#,
        #"{"look":true,"app":"3","ch":"presence-a","members":["{\"user_id\":1}"],"nodes":["n","m"]}"#,
        #"["n","m"]"#,
    ].map { Array($0.utf8) }
    private static let queries = [
        "auth_key=k&auth_timestamp=1&auth_version=1.0&body_md5=0&auth_signature=ab%20c&filter_by_prefix=presence-",
        "socket_id=1.2&channel_name=private-%C3%A9+x&callback=", "a=%&b=%4&c=%zz&&=d&e==f",
    ].map { Array($0.utf8) }

    private func mutated(_ seed: [UInt8], using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 0...5, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert("\u{1F} %\"{}[],:09".utf8.randomElement(using: &generator) ?? 0, at: index)
            default: bytes.removeSubrange(index...)
            }
        }
        return bytes
    }

    @Test func `what Redis sends is read, or refused, whatever it is`() throws {
        var generator = FrameFuzzTests.Generator(state: Self.seed)
        let application = TestServer.application(history: [HistoryRule(prefix: "private-")])
        let subscription = Subscription(channel: try ChannelName("private-h"), member: nil, position: nil)
        let join = Join(
            application: application,
            socketID: SocketID(first: 1, second: 2),
            subscription: subscription,
            user: "1"
        )
        var read = [0, 0, 0]
        for round in 0..<Self.inputs {
            let payload = mutated(Self.redis[round % Self.redis.count], using: &generator)
            if case .event(let delivery, let node, _, _)? = RedisMessage(payload: payload) {
                read[0] += 1
                guard delivery.serial == nil else { continue }
                let again = RedisMessage(payload: RedisMessage.payload(delivery, node: node))
                guard case .event(let same, _, nil, false)? = again else {
                    return #expect(Bool(false), "an event is not read again: \(payload)")
                }
                #expect(
                    same.json == delivery.json && same.channel == delivery.channel && same.except == delivery.except
                        && same.extras == delivery.extras
                )
            }
            if MembershipChange(payload: payload) != nil { read[1] += 1 }
            if case .join(let answer)? = RedisAnswer(payload: payload) {
                read[2] += 1
                _ = answer.outcome(of: join)
            }
            _ = CachedEvent(reply: .list([.text(payload), .number(5)]))
            for item in SweptItem.items(.list([.list([.text(Array("n".utf8)), .text(payload)])])) {
                guard case .nodes(let nodes) = item else { return #expect(Bool(false), "no list of processes") }
                #expect(nodes.count <= payload.count)
            }
        }
        #expect(read.allSatisfy { $0 > Self.inputs / 50 }, "the mutations are too wild to test what is read: \(read)")
    }

    @Test(arguments: [4, Int64.max]) func `a position that the history never had is not recovered`(
        _ serial: Int64
    ) throws {
        let history = ChannelHistory(epoch: "e", serial: 3, events: [(Message(event: "e"), 3)], left: nil)
        let join = Join(
            application: TestServer.application(history: [HistoryRule(prefix: "private-")]),
            socketID: SocketID(first: 1, second: 2),
            subscription: Subscription(
                channel: try ChannelName("private-h"),
                member: nil,
                position: HistoryPosition(epoch: "e", serial: serial)
            ),
            user: nil
        )
        var outcome = JoinOutcome()
        history.serve(join, outcome: &outcome)
        #expect(outcome.isRecovered == false)
        #expect(outcome.position == HistoryPosition(epoch: "e", serial: 3))
        #expect(outcome.stored.isEmpty)
    }

    @Test func `queries, forms and signatures are read, or refused, whatever they are`() throws {
        var generator = FrameFuzzTests.Generator(state: Self.seed &+ 1)
        for round in 0..<Self.inputs {
            let bytes = mutated(Self.queries[round % Self.queries.count], using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            let parameters = QueryText.parameters(text)
            #expect(parameters.count <= text.utf8.count { $0 == UInt8(ascii: "&") } + 1)
            let path = QueryText.path(text)
            if !text.utf8.contains(UInt8(ascii: "%")) { #expect(path == text) }
            let request = SignedRequest(method: "POST", path: "/apps/3/events", parameters: parameters)
            #expect(throws: ProtocolError.self) {
                try request.verify(TestServer.credentials, body: bytes, nowSeconds: 1, skew: 600)
            }
            for parameter in parameters { _ = try? SocketID(parameter.value) }
            _ = RedisAddress("redis://" + text)
            #expect(!TestServer.credentials.authorizes(text, socketID: SocketID(first: 1, second: 2), channel: "a"))
        }
    }

    private static let heads = [
        RawSocket.upgradeHead("/app/key?protocol=7"),
        RawSocket.upgradeHead(
            "/app/key",
            fields: "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=12, x\r\n"
                + "Content-Length: 0\r\n"
        ),
    ].map { Array($0.utf8) }

    @Test func `requests for a WebSocket are read, and answered without a line of the client's`() {
        var generator = FrameFuzzTests.Generator(state: Self.seed &+ 2)
        var read = 0
        for round in 0..<Self.inputs {
            let bytes = mutated(Self.heads[round % Self.heads.count], using: &generator)
            _ = CompressionOffer.isAcceptable(String(decoding: bytes, as: UTF8.self))
            guard let request = bytes.withUnsafeBytes({ UpgradeRequest($0) }) else { continue }
            read += 1
            #expect(request.byteCount <= bytes.count && request.target.hasPrefix("/"))
            #expect(bytes[..<request.byteCount].suffix(4).elementsEqual("\r\n\r\n".utf8))
            let lines = String(decoding: request.answer, as: UTF8.self).components(separatedBy: "\r\n")
            #expect(lines.count == (request.takesCompressed ? 7 : 6))
        }
        #expect(read > Self.inputs / 50, "the mutations are too wild to test what is read: \(read)")
    }

    @Test func `bodies of polling clients and compressed messages are read, or refused`() {
        var generator = FrameFuzzTests.Generator(state: Self.seed &+ 3)
        let compressor = MessageCompressor()
        let message = #"{"event":"pusher:subscribe","data":{"channel":"news"}}"#
        let body = Array("[\(JSONText(string: message).text),\"\\u00e9\"]".utf8)
        let long = Array(String(repeating: message, count: 20).utf8)
        let packed = Array(Frame.payload(of: compressor.packed(Frame.text(long), milliseconds: 0)))
        #expect(packed.count < long.count)
        var read = 0
        var unpacked = 0
        for _ in 0..<Self.inputs {
            let bytes = mutated(body, using: &generator)
            if let messages = PollingRoutes.messages(bytes) {
                read += 1
                #expect(messages.reduce(0) { $0 + $1.count } <= bytes.count)
            }
            if let text = try? compressor.unpacked(mutated(packed, using: &generator), limit: 2_000) {
                unpacked += 1
                #expect(text.count <= 2_000)
            }
        }
        #expect(read > Self.inputs / 50 && unpacked > Self.inputs / 50, "\(read), \(unpacked)")
        // What was broken before does not harm what comes after.
        #expect((try? compressor.unpacked(packed, limit: long.count)) == long)
    }

    @Test func `an address that passes for a push service's is one to every other reader, too`() {
        var generator = FrameFuzzTests.Generator(state: Self.seed &+ 4)
        let seeds = [
            "https://fcm.googleapis.com/fcm/send/abc", "https://web.push.apple.com/QOXm#a",
            "https://db5p.notify.windows.com/w/?token=a%2fb", "https://a.push.services.mozilla.com@10.0.0.1/",
        ].map { Array($0.utf8) }
        var taken = 0
        for round in 0..<Self.inputs {
            var bytes = mutated(seeds[round % seeds.count], using: &generator)
            if round % 3 == 0, let place = bytes.indices.randomElement(using: &generator) {
                bytes.insert("@:/\\?#.%[]\t".utf8.randomElement(using: &generator) ?? 0, at: place)
            }
            let endpoint = String(decoding: bytes, as: UTF8.self)
            guard (try? WebPushTests.subscription(endpoint: endpoint)) != nil else { continue }
            taken += 1
            let parts = URLComponents(string: endpoint)
            guard let host = parts?.host else { continue }
            #expect(parts?.scheme == "https" && parts?.user == nil && parts?.port == nil, "\(endpoint)")
            let isKnown = PushSubscription.knownServices.contains { service in
                host == service || service.hasPrefix(".") && host.hasSuffix(service)
            }
            #expect(isKnown, "\(endpoint)")
        }
        #expect(taken > Self.inputs / 50, "the mutations are too wild to test what is taken: \(taken)")
    }
}
