import Testing

@testable import Shapes

@Suite("Which lines are tried as sides")
struct LineChoiceTests {
    /// A hundred lines, the heaviest first, the last the clearest.
    private let lines = (0..<100).map { i in
        LineSegment(
            centre: .zero,
            direction: SIMD2(1, 0),
            start: 0,
            end: 100,
            moments: LineMoments(),
            support: 100,
            weight: Float(100 - i),
            clearWeight: Float(i)
        )
    }

    @Test("the heaviest come in their order, and nobody asks how dense they are")
    func heaviest() {
        let order = LineChoice.heaviest.order(of: lines) {
            Issue.record("asked")
            return []
        }
        #expect(order == Array(0..<64))
    }

    @Test("forty heavy ones leave room for the clearest of the others")
    func clearest() {
        #expect(LineChoice.heaviestAndClearest.order(of: lines) { [] } == Array(0..<40) + (76..<100).reversed())
    }

    @Test("the densest come first, however light they are")
    func densest() {
        let order = LineChoice.densest.order(of: lines) { lines.indices.map { Float($0 % 50) } }
        #expect(order.count == 64)
        #expect(Set(order.prefix(4)) == [48, 49, 98, 99])
    }

    @Test("a dense stretch is one of edges of either sign, its gaps taken off")
    func density() {
        var profile = SupportProfile(capacity: 128)
        defer { profile.deallocate() }
        let edges = [(10, 1), (30, 0), (12, 1), (8, -1), (2, 0), (5, 1), (20, 0), (4, -1)]
        profile.brighter[0] = 0
        profile.darker[0] = 0
        for (length, sign) in edges {
            for _ in 0..<length {
                profile.brighter[profile.count + 1] = profile.brighter[profile.count] + (sign > 0 ? 1 : 0)
                profile.darker[profile.count + 1] = profile.darker[profile.count] + (sign < 0 ? 1 : 0)
                profile.count += 1
            }
        }
        #expect(profile.densestStretch == (12 + 8 - 2 + 5) * SupportProfile.step)
    }
}
