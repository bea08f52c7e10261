import Geometry
import InputMutations
import ModelChecks
import Testing

/// The fuzzer's inputs without the fuzzer: every seed and every crash that was kept, and some thousand mutations.
@Suite struct ModelFuzzTests {
    @Test func `every kept input, and four thousand mutations, are read without an error`() {
        let kept = KeptInputs(of: "models")
        #expect(kept.inputs.count >= 6)
        #expect(kept.error(ModelCheck.error) == nil)
        #expect(kept.error(mutations: 4000, generator: SeededGenerator(seed: 1), ModelCheck.error) == nil)
    }
}
