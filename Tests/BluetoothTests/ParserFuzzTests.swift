import InputMutations
import ParserChecks
import Proximity
import Testing

/// The fuzzer's inputs without the fuzzer: every seed and every crash that was kept, and a hundred thousand mutations.
@Suite struct ParserFuzzTests {
    private static let kept = KeptInputs(of: "beacons")

    @Test func `Every kept input is read without an error`() {
        #expect(Self.kept.inputs.count >= 18)
        #expect(Self.kept.error(ParserCheck.error) == nil)
    }

    @Test func `A hundred thousand mutations are read without an error`() {
        let generator = SeededGenerator(seed: 1)
        #expect(Self.kept.error(mutations: 100_000, generator: generator, ParserCheck.error) == nil)
    }
}
