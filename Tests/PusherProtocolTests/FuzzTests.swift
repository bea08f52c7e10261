import Foundation
import Testing

@testable import PusherProtocol

/// Mutated messages: nothing crashes, and an accepted message is the same after it is written and read again.
///
/// `FUZZ_INPUTS` and `FUZZ_SEED` of the environment ask for more inputs, and for others.
@Suite struct FuzzTests {
    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    /// What the environment asks for, a hundred thousand inputs else.
    static let wish = (
        inputs: ProcessInfo.processInfo.environment["FUZZ_INPUTS"].flatMap { Int($0) } ?? 100_000,
        seed: ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 0x5167_4C69
    )

    static let seeds = [
        #"{"event":"pusher:subscribe","data":{"channel":"presence-a","auth":"k:s","channel_data":"{\"user_id\":\"1\"}"}}"#,
        #"{"event":"pusher:signin","data":"{\"auth\":\"k:s\",\"user_data\":\"{\\\"id\\\":\\\"1\\\"}\"}"}"#,
        #"{"event":"client-a","channel":"private-a","data":{"x":[1,-2.5e3,true,null,"é\ud83d\ude00"]}}"#,
        #"{"event":"pusher:unsubscribe","data":{"channel":"news"}}"#, #"{"event":"pusher:ping","data":{}}"#,
        #"{"batch":[{"name":"e","channel":"c","data":"{}","socket_id":"1.2"}]}"#,
        #"{"name":"e","channels":["a","b"],"data":"x","info":"user_count"}"#,
        #"{"event":"pusher:subscribe","data":{"channel":"a","delta":true,"filter":{"op":"not","nodes":[{"key":"k","cmp":"gt","val":"1"}]}}}"#,
        #"{"event":"pusher:delta","channel":"a","data":{"event":"e","delta":"Mwo=","seq":2,"base_seq":1,"conflation_key":"k"}}"#,
        #"{"name":"e","channel":"a","data":"x","tags":{"k":"1"},"extras":{"delta":{"conflation_key":"k"}}}"#,
    ].map { Array($0.utf8) }

    private static let greeting = Message.connectionEstablished(socketID: Fixture.socket, activityTimeout: 120)
        .encoded()

    func mutated(_ seed: [UInt8], using generator: inout Generator) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let index = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where !bytes.isEmpty: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1 where !bytes.isEmpty: bytes.remove(at: index)
            case 2: bytes.insert("\"\\{}[]:,u0\u{FF}".utf8.randomElement(using: &generator) ?? 0, at: index)
            case 3 where !bytes.isEmpty: bytes.removeSubrange(index..<bytes.count)
            default: bytes.insert(contentsOf: bytes.prefix(index), at: index)
            }
        }
        return bytes
    }

    @Test func `a hundred thousand mutated inputs are survived`() throws {
        var generator = Generator(state: max(1, Self.wish.seed))
        let application = Fixture.application { options, limits in
            limits.clientEventsPerSecond = 0
            options.activityTimeout = 1
        }
        let channel = try ChannelName("a")
        var taken = 0
        for round in 0..<Self.wish.inputs {
            let bytes = mutated(Self.seeds[round % Self.seeds.count], using: &generator)
            var server = ServerConnection(application: application, socketID: Fixture.socket, milliseconds: 0)
            _ = server.received(bytes, milliseconds: 0)
            var client = ClientConnection()
            _ = client.connect(milliseconds: 0)
            _ = client.received(Self.greeting, milliseconds: 0)
            _ = client.subscribe(to: channel, options: DeliveryOptions(takesDeltas: true))
            _ = client.received(bytes, milliseconds: 0)
            _ = try? EventRequest(body: bytes, limits: application.limits)
            _ = try? BatchRequest(body: bytes, limits: application.limits)
            guard let message = try? Message(parsing: bytes) else { continue }
            taken += 1
            let again = try Message(parsing: message.encodedForServers())
            #expect(again == message)
        }
        #expect(taken > Self.wish.inputs / 100, "the mutations are too wild to test what is taken: \(taken)")
    }
}
