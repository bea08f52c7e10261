import Foundation
import Geometry
import InputMutations
import ModelChecks
import Testing

/// The fuzzer's inputs without the fuzzer: every seed and every crash that was kept, and some thousand mutations.
@Suite struct ModelFuzzTests {
    private static let seeds: [[UInt8]] = {
        let folder = URL(fileURLWithPath: "Fuzz/seeds/models")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
    }()

    @Test func `every kept input, and four thousand mutations, are read without an error`() {
        #expect(Self.seeds.count >= 6)
        for seed in Self.seeds { #expect(ModelCheck.error(seed) == nil) }
        var mutator = InputMutator(seeds: Self.seeds, generator: SeededGenerator(seed: 1))
        var errors: [(input: [UInt8], error: String)] = []
        for round in 0..<4000 {
            let input = mutator.mutated(round)
            if let error = ModelCheck.error(input) { errors.append((input, error)) }
        }
        #expect(errors.isEmpty, "\(errors.first.map { "\($0.error): \($0.input)" } ?? "")")
    }
}
