import Geometry
import Testing

@testable import WorldTracking

@Suite("Errors with their probabilities")
struct ErrorMixtureTests {
    @Test("of normally distributed errors the standard deviation is theirs")
    func normal() {
        var generator = SeededGenerator(seed: 5)
        var errors = ErrorMixture()
        for _ in 0..<20_000 { errors.add(0.3 * generator.nextNormal(), weight: 2) }
        #expect(abs(errors.sigma - 0.3) < 0.01)
    }

    @Test("a rare large error does not count, a less rare one counts half, a frequent one whole")
    func heavyTail() {
        func sigma(_ share: Double) -> Double {
            var errors = ErrorMixture()
            errors.add(0.01, weight: 1 - share)
            errors.add(-2, weight: share)
            return errors.sigma
        }
        #expect(sigma(0.03) == 0.01)
        #expect(sigma(0.1) == 1)
        #expect(sigma(0.4) == 2)
    }

    @Test("weights are relative, mixtures add, and of nothing nothing is known to be wrong")
    func weights() {
        var errors = ErrorMixture()
        #expect(errors.sigma == 0)
        errors.add(1, weight: 5)
        errors.normalize(to: 0.9)
        var others = ErrorMixture()
        others.add(3, weight: 0.1)
        errors.add(others)
        #expect(abs(errors.weight - 1) < 1e-12)
        #expect(errors.sigma == 1.5)
    }
}
