import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOWebSocket
import PusherProtocol
import Testing

@testable import ChannelServer

/// Frames broken in every way, at a connection without a socket.
///
/// `FUZZ_INPUTS` and `FUZZ_SEED` of the environment ask for more conversations, and for others.
@Suite(.timeLimit(.minutes(10))) struct FrameFuzzTests {
    /// Reproducible randomness: SplitMix64.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private let loop = EmbeddedEventLoop()
    private let hub: Hub

    init() {
        let logger = Logger(label: "fuzz")
        let application = TestServer.application { _, limits in limits.message = 4096 }
        hub = Hub(
            applications: ApplicationDirectory([application]),
            bus: LocalBus(),
            group: loop,
            webhooks: WebhookSender(client: .shared, group: loop, logger: logger)
        )
    }

    /// The messages of a well-behaved client, frame by frame.
    static let conversation: [[UInt8]] = [
        RawSocket.frame(Array(#"{"event":"pusher:subscribe","data":{"channel":"news","auth":""}}"#.utf8)),
        RawSocket.frame(Array(#"{"event":"pusher:ping","data":{}}"#.utf8)),
        RawSocket.frame(Array(#"{"event":"pusher:"#.utf8), isFinal: false),
        RawSocket.frame(Array(#"unsubscribe","data":{"channel":"news"}}"#.utf8), opcode: 0),
        RawSocket.frame([1, 2, 3], opcode: 9),
        RawSocket.frame(.init(repeating: 0x20, count: 300)),
        // `{"event":"pusher:ping","data":{}}`, compressed.
        RawSocket.frame(
            [
                0xAA, 0x56, 0x4A, 0x2D, 0x4B, 0xCD, 0x2B, 0x51, 0xB2, 0x52, 0x2A, 0x28, 0x2D, 0xCE, 0x48, 0x2D, 0xB2,
                0x2A, 0xC8, 0xCC, 0x4B, 0x57, 0xD2, 0x51, 0x4A, 0x49, 0x2C, 0x49, 0x54, 0xB2, 0xAA, 0xAE, 0xAD, 0x05,
                0x00,
            ],
            opcode: 0x41
        ),
        RawSocket.frame([0x03, 0xE8], opcode: 8),
    ]

    /// A conversation with some bytes changed, and frames dropped, duplicated or truncated.
    func mutated(_ generator: inout Generator) -> [UInt8] {
        var frames = Self.conversation
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let place = Int.random(in: 0..<frames.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0 where frames.count > 1: frames.remove(at: place)
            case 1: frames.insert(frames[place], at: Int.random(in: 0...frames.count, using: &generator))
            default: frames[place].removeLast(Int.random(in: 0..<frames[place].count, using: &generator))
            }
        }
        var bytes = frames.flatMap { $0 }
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        return bytes
    }

    /// Sends a client's bytes to a new connection in pieces and returns the server's output.
    func converse(_ bytes: [UInt8], _ generator: inout Generator) throws -> [UInt8] {
        let channel = EmbeddedChannel(loop: loop)
        let target = "/app/\(TestServer.credentials.key)?protocol=7"
        let request = ConnectionRequest(target: target, prefix: "")
        try channel.pipeline.syncOperations.addHandlers([
            WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 16)),
        ])
        try channel.pipeline.syncOperations.addHandler(
            SocketHandler(
                hub: hub,
                mostConnections: .max,
                request: request,
                isTLS: false,
                takesCompressed: Bool.random(using: &generator)
            )
        )
        channel.pipeline.fireChannelActive()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...200, using: &generator))
            rest = rest.dropFirst(piece.count)
            // A fault of the decoder's reaches the handler as an error, and the caller here as well.
            try? channel.writeInbound(ByteBuffer(bytes: piece))
            loop.run()
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        loop.advanceTime(by: .seconds(3))
        var said: [UInt8] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { said += buffer.readableBytesView }
        return said
    }

    @Test func `a hundred thousand broken conversations leave nothing behind`() throws {
        let environment = ProcessInfo.processInfo.environment
        let inputs = environment["FUZZ_INPUTS"].flatMap { Int($0) } ?? 100_000
        var generator = Generator(state: environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 7)
        for number in 0..<inputs {
            let said = try converse(mutated(&generator), &generator)
            let frames = try #require(ServerFrames(said), "conversation \(number) was answered with broken frames")
            #expect(frames.isOrderly, "conversation \(number) was answered out of order")
        }
        #expect(hub.counters.connections.current == 0)
        #expect(hub.counters.subscriptions.current == 0)
        #expect(hub.use.connections(of: "3") == 0)
    }
}

/// A server's parsed output: whole unmasked frames, and nothing after a close.
struct ServerFrames {
    var opcodes: [UInt8] = []

    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.popFirst() {
            guard let second = rest.popFirst(), second & 0x80 == 0, first & 0x30 == 0 else { return nil }
            var length = Int(second)
            if second == 126 {
                guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
                length = Int(high) << 8 | Int(low)
            }
            guard second != 127, rest.count >= length else { return nil }
            rest = rest.dropFirst(length)
            opcodes.append(first & 15)
        }
    }

    var isOrderly: Bool { opcodes.first == 1 && !opcodes.dropLast().contains(8) }
}
