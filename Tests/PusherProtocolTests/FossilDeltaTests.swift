import Testing

@testable import PusherProtocol

@Suite struct FossilDeltaTests {
    private typealias Generator = FuzzTests.Generator

    static let base = #"{"room":"hall","people":[{"id":1,"x":0.25,"y":1.5},{"id":2,"x":2.75,"y":3.125}],"open":true}"#
    static let target =
        #"{"room":"hall","people":[{"id":1,"x":0.25,"y":1.5},{"id":2,"x":2.80,"y":3.125}],"open":false}"#
    /// By Fossil's own code: PyPI's `python-fossil-delta` 18.11.27, `create_delta(base, target)`.
    static let golden = "1T\n11@0,S:80,\"y\":3.125}],\"open\":false}5pG1R;"

    private func applied(_ delta: String, to base: String = base, limit: Int = 1_000) throws -> String {
        let target = try FossilDelta.apply(Array(delta.utf8), to: Array(base.utf8), limit: limit)
        return String(decoding: target, as: UTF8.self)
    }

    @Test func `a delta of Fossil's own code is applied, and ours has its form`() throws {
        #expect(try applied(Self.golden) == Self.target)
        let own = FossilDelta.encode(Array(Self.target.utf8), from: Array(Self.base.utf8))
        #expect(try applied(String(decoding: own, as: UTF8.self)) == Self.target)
        // Both ends and what stands between the two changes are copied.
        #expect(String(decoding: own, as: UTF8.self) == "1T\n11@0,2:80K@13,6:false}5pG1R;")
    }

    @Test func `texts come back from their deltas, however they differ`() throws {
        var generator = Generator(state: 11)
        for round in 0..<5_000 {
            // Few different bytes, so that much is found again in many places.
            let base = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...3, using: &generator)
            }
            var target = round % 3 == 0 ? base + base.reversed() : base
            for _ in 0..<Int.random(in: 0...5, using: &generator) where !target.isEmpty {
                let index = Int.random(in: 0..<target.count, using: &generator)
                if Bool.random(using: &generator) { target.remove(at: index) } else { target.insert(7, at: index) }
            }
            let delta = FossilDelta.encode(target, from: base)
            #expect(try FossilDelta.apply(delta, to: base, limit: 1_000) == target)
        }
    }

    @Test func `a small change of a large text is a small delta`() throws {
        let base = Array((0..<200).map { #"{"id":\#($0),"x":\#($0 * 7919 % 1000)},"# }.joined().utf8)
        var target = base
        for index in [500, 1_500, 2_500] { target[index] = UInt8(ascii: "#") }
        let delta = FossilDelta.encode(target, from: base)
        #expect(delta.count < 60, "\(delta.count) bytes for three changes of \(base.count)")
        // Nothing in common: as long as the text, and a few bytes around it.
        let other = base.map { $0 ^ 0x80 }
        #expect(FossilDelta.encode(other, from: base).count < base.count + 20)
    }

    @Test(arguments: [
        "", "1T", "1T\n", "1T\n11@0,", "1T\n11@0S:", "~~~~~~~\n0;", "1T\n11@1S,0;", "3\n3@~~~~,0;", "3\n4@0,0;",
        "3\n3:ab",
        "3\n3:abc", "3\n3:abc;", "3\n2:ab0;", "3\n3:abc0", "3\n3:abcOWo00;x", "é\n0;", "3\n3@0,3@3,0;", "-1\n0;",
    ])
    func `what is no delta is refused`(_ delta: String) {
        #expect(throws: FossilDelta.Failure.malformed) { try applied(delta) }
    }

    @Test func `another base and a text beyond the limit are refused`() throws {
        #expect(throws: FossilDelta.Failure.wrongBase) {
            try applied(Self.golden, to: Self.base.replacing("hall", with: "hell"))
        }
        #expect(try applied(Self.golden, limit: Self.target.utf8.count) == Self.target)
        #expect(throws: FossilDelta.Failure.tooLong) { try applied(Self.golden, limit: Self.target.utf8.count - 1) }
        // The size is believed only up to the limit, so that nobody is made to reserve memory.
        #expect(throws: FossilDelta.Failure.tooLong) { try applied("3~~~~~\n0;") }
    }

    @Test func `mutated deltas are survived, and never give more than they may`() {
        var generator = Generator(state: max(1, FuzzTests.wish.seed))
        var taken = 0
        for _ in 0..<FuzzTests.wish.inputs / 5 {
            let delta = FuzzTests().mutated(Array(Self.golden.utf8), using: &generator)
            if let target = try? FossilDelta.apply(delta, to: Array(Self.base.utf8), limit: 200) {
                #expect(target.count <= 200)
                taken += 1
            }
        }
        #expect(taken < FuzzTests.wish.inputs / 50, "the checksum lets through too much: \(taken)")
    }
}
