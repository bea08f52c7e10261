import NIOCore
import PusherProtocol
import Testing

@testable import ChannelServer

/// What a channel keeps to make deltas of, without sockets.
@Suite struct DeltaBasesTests {
    private func event(_ text: String, name: String = "e", key: String? = nil) -> Message {
        var message = Message(event: name, channel: "c", data: JSONText(string: text))
        message.extras.conflationKey = key
        return message
    }

    private func advance(
        _ bases: inout DeltaBases,
        _ message: Message,
        _ budget: DeltaBudget,
        _ change: (inout Limits) -> Void = { _ in }
    ) -> DeltaBases.Step? {
        var limits = Limits()
        change(&limits)
        return bases.advance(to: message, except: nil, serial: nil, limits: limits, budget: budget)
    }

    private let long = String(repeating: "0123456789", count: 20)

    @Test func `each name and key has its own event before`() throws {
        var bases = DeltaBases()
        let budget = DeltaBudget()
        for (name, key) in [("e", nil), ("f", nil), ("e", "k")] as [(String, String?)] {
            #expect(advance(&bases, event(long + name, name: name, key: key), budget)?.previous == nil)
        }
        let step = try #require(advance(&bases, event(long, key: "k"), budget))
        #expect(step.previous?.sequence == 3)
        #expect(step.mark == DeltaMark(sequence: 4, conflationKey: "k"))
        // Too short for a delta: the next one has none before it.
        #expect(advance(&bases, event("short"), budget) == nil)
        #expect(advance(&bases, event(long), budget)?.previous == nil)
    }

    @Test func `keys and bytes are limited, the oldest go first, and everything is given back`() {
        var bases = DeltaBases()
        let budget = DeltaBudget()
        for number in 0..<5 { _ = advance(&bases, event(long, key: "\(number)"), budget) { $0.deltaKeys = 3 } }
        #expect(
            (0..<5).map { bases.base(of: DeltaKey(event: "e", conflationKey: "\($0)")) != nil } == [
                false, false, true, true, true,
            ]
        )
        #expect(budget.bytes == 600)
        _ = advance(&bases, event(long + long, key: "4"), budget) { $0.deltaBytes = 700 }
        #expect(budget.bytes == 600)
        #expect(advance(&bases, event(long, key: "5"), budget) { $0.deltaBytes = 199 } == nil)
        bases.removeAll(budget)
        #expect(budget.bytes == 0)
    }

    @Test func `an event loop keeps so much and no more, and goes on without deltas`() {
        let budget = DeltaBudget()
        #expect(budget.reserve(DeltaBudget.mostBytes - 300))
        var (one, two) = (DeltaBases(), DeltaBases())
        #expect(advance(&one, event(long), budget) != nil)
        #expect(advance(&two, event(long), budget) == nil)
        #expect(advance(&one, event(long + "!"), budget)?.previous != nil)
        one.removeAll(budget)
        #expect(advance(&two, event(long), budget) != nil)
    }

    @Test func `what comparing costs is limited per second`() throws {
        var bases = DeltaBases()
        let budget = DeltaBudget()
        let large = String(repeating: long, count: 300)
        _ = advance(&bases, event(large), budget)
        let step = try #require(advance(&bases, event(large + "!"), budget))
        let made = (0..<1_000).count { _ in step.delta(budget, milliseconds: 5) != nil }
        #expect(made == DeltaBudget.bytesPerSecond / (2 * large.utf8.count + 1))
        #expect(step.delta(budget, milliseconds: 1_005) != nil)
    }

    @Test func `a delta that is hardly shorter is not sent`() throws {
        var bases = DeltaBases()
        let budget = DeltaBudget()
        _ = advance(&bases, event(long), budget)
        var generator = FrameFuzzTests.Generator(state: 9)
        let noise = (0..<200).map { _ in "abcdefghijklmnop".randomElement(using: &generator) ?? "a" }
        let step = try #require(advance(&bases, event(String(noise)), budget))
        #expect(step.previous != nil)
        #expect(step.delta(budget, milliseconds: 0) == nil)
    }

    /// The figures of docs/tools/channels.md.
    ///
    /// Other figures mean that the states here, the format of the messages or the encoder have changed.
    @Test(arguments: [(20, 0.3), (90, 0.13), (220, 0.12)])
    func `states with small changes are sent in a fraction of their bytes`(_ objects: Int, _ most: Double) throws {
        let states = DeltaDeliveryTests.states(50, objects: objects)
        var bases = DeltaBases()
        let (budget, compressor) = (DeltaBudget(), MessageCompressor())
        var (whole, packed, delta, deltaPacked) = (0, 0, 0, 0)
        var duration = Duration.zero
        for state in states {
            let message = event(state)
            let frame = Frame.text(message.encoded())
            let step = try #require(advance(&bases, message, budget))
            var sent = step.whole
            duration += ContinuousClock().measure { sent = step.delta(budget, milliseconds: 0) ?? sent }
            let deltaFrame = Frame.text(sent.encoded())
            whole += frame.readableBytes
            packed += compressor.packed(frame, milliseconds: 0).readableBytes
            delta += deltaFrame.readableBytes
            deltaPacked += compressor.packed(deltaFrame, milliseconds: 0).readableBytes
        }
        let count = states.count
        print(
            "a state of \(whole / count) bytes: compressed \(packed / count), as delta \(delta / count), both",
            "\(deltaPacked / count); \(duration / count) for a delta"
        )
        #expect(Double(delta) < most * Double(whole))
        #expect(delta < packed)
    }
}
