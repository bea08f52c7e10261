import Foundation
import InputMutations
import ParserChecks
import Proximity
import Testing

/// The fuzzer's inputs without the fuzzer: every seed and every crash that was kept, and a hundred thousand mutations.
@Suite struct ParserFuzzTests {
    private static let seeds: [[UInt8]] = {
        let folder = URL(fileURLWithPath: "Fuzz/seeds/beacons")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
    }()

    @Test func `Every kept input is read without an error`() {
        #expect(Self.seeds.count >= 18)
        for seed in Self.seeds { #expect(ParserCheck.error(seed) == nil) }
    }

    @Test func `A hundred thousand mutations are read without an error`() {
        var mutator = InputMutator(seeds: Self.seeds, generator: SeededGenerator(seed: 1))
        var errors: [(input: [UInt8], error: String)] = []
        for round in 0..<100_000 {
            let input = mutator.mutated(round)
            if let error = ParserCheck.error(input) { errors.append((input, error)) }
        }
        #expect(errors.isEmpty, "\(errors.first.map { "\($0.error): \($0.input)" } ?? "")")
    }
}
