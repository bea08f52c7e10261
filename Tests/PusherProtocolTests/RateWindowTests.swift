import PusherProtocol
import Testing

@Suite struct RateWindowTests {
    @Test func `so many events are admitted in each second, and any number without a limit`() {
        var window = RateWindow()
        let first = (0..<5).map { window.admits(at: $0 * 100, limit: 3) }
        #expect(first == [true, true, true, false, false])
        let next = window.admits(at: 1_000, limit: 3)
        #expect(next)
        let unlimited = (0..<100).allSatisfy { window.admits(at: $0, limit: 0) }
        #expect(unlimited)
    }

    @Test func `whoever sends more than the limit waits for the rest of the second`() {
        var window = RateWindow()
        let sent: [(bytes: Int, at: Int64)] = [(600, 5_000), (400, 5_200), (1, 5_300), (1_000, 6_000), (1, 6_999)]
        let waits = sent.map { window.wait(after: $0.bytes, at: $0.at, limit: 1_000) }
        #expect(waits == [0, 0, 700, 0, 1])
        let unlimited = window.wait(after: 1_000_000, at: 7_000, limit: 0)
        #expect(unlimited == 0)
    }
}
