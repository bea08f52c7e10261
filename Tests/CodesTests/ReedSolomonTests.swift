import Geometry
import Testing

@testable import Codes

@Suite struct ReedSolomonTests {
    /// A block with its checks: the remainder of the data after division by the generator.
    private func block(_ data: [UInt8], checks: Int) -> [UInt8] {
        let field = GaloisField.qr
        var generator: [UInt8] = [1]
        for i in 0..<checks {
            var next = generator + [0]
            for (j, value) in generator.enumerated() { next[j + 1] ^= field.product(value, field.power(i)) }
            generator = next
        }
        var rest = data + [UInt8](repeating: 0, count: checks)
        for i in data.indices where rest[i] != 0 {
            let factor = rest[i]
            for (j, value) in generator.enumerated() { rest[i + j] ^= field.product(factor, value) }
        }
        return data + rest.suffix(checks)
    }

    @Test func errorsAndErasuresUpToTheBoundAreCorrected() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<200 {
            let checks = Int.random(in: 4...30, using: &random)
            let sent = block((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }, checks: checks)
            let erased = round % 2 == 0 ? 0 : Int.random(in: 0...checks, using: &random)
            let wrong = (checks - erased) / 2
            let places = Array(sent.indices.shuffled(using: &random).prefix(erased + wrong))
            var received = sent
            for place in places { received[place] ^= UInt8.random(in: 1...255, using: &random) }
            let count = ReedSolomon(checkCount: checks).correct(&received, erasures: Array(places.prefix(erased)))
            #expect(count == places.count)
            #expect(received == sent)
        }
    }

    @Test func moreErrorsThanTheBoundAreRefusedOrGiveAnotherWord() {
        var random = SeededGenerator(seed: 8)
        var refused = 0
        for _ in 0..<200 {
            let sent = block((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }, checks: 16)
            var received = sent
            for place in sent.indices.shuffled(using: &random).prefix(12) { received[place] ^= 0x55 }
            let before = received
            if ReedSolomon(checkCount: 16).correct(&received) == nil {
                refused += 1
                #expect(received == before)
            }
        }
        // A random word lies within the bound of another one with a probability of 1 in 8!.
        #expect(refused > 195)
    }
}
