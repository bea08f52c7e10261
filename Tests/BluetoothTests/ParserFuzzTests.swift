import Foundation
import ParserChecks
import Testing

/// The fuzzer's inputs without the fuzzer: every seed and every crash that was kept, and a hundred thousand mutations.
@Suite struct ParserFuzzTests {
    private static let seeds: [[UInt8]] = {
        let folder = URL(fileURLWithPath: "Fuzz/seeds/beacons")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
    }()

    @Test func `Every kept input is read without a fault`() {
        #expect(Self.seeds.count >= 18)
        for seed in Self.seeds { #expect(ParserCheck.fault(seed) == nil) }
    }

    @Test func `A hundred thousand mutations are read without a fault`() {
        var generator = InputGenerator(state: 1)
        var faults: [(input: [UInt8], fault: String)] = []
        for round in 0..<100_000 {
            let input = generator.mutated(Self.seeds[round % Self.seeds.count], with: Self.seeds)
            if let fault = ParserCheck.fault(input) { faults.append((input, fault)) }
        }
        #expect(faults.isEmpty, "\(faults.first.map { "\($0.fault): \($0.input)" } ?? "")")
    }
}

/// Changes inputs as a fuzzer does: flips, lies about lengths, cuts, repeats and joins; the same ones each run.
private struct InputGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }

    mutating func mutated(_ seed: [UInt8], with others: [[UInt8]]) -> [UInt8] {
        var octets = seed
        for _ in 0..<Int.random(in: 1...4, using: &self) { change(&octets, others) }
        return octets
    }

    private mutating func change(_ octets: inout [UInt8], _ others: [[UInt8]]) {
        guard let place = octets.indices.dropFirst().randomElement(using: &self) else { return }
        switch Int.random(in: 0..<7, using: &self) {
        case 0: octets[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 1: octets[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &self) ?? 0
        case 2: octets[place] = UInt8.random(in: .min ... .max, using: &self)
        case 3: octets.removeSubrange(place...)
        case 4: octets.remove(at: place)
        case 5: octets.insert(contentsOf: octets[place...].prefix(16), at: place)
        default: octets += others.randomElement(using: &self)?.dropFirst() ?? []
        }
    }
}
