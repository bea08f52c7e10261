import Geometry
import InputMutations
import RecordingChecks
import Testing

/// The fuzzer's inputs without the fuzzer: every seed and every crash that was kept, and some thousand mutations.
@Suite struct RecordingFuzzTests {
    @Test func `Every kept input, and four thousand mutations, are read without an error`() {
        let kept = KeptInputs(of: "recordings")
        #expect(kept.inputs.count >= 24)
        #expect(kept.error(RecordingCheck.error) == nil)
        #expect(kept.error(mutations: 4000, generator: SeededGenerator(seed: 1), RecordingCheck.error) == nil)
    }
}
