/// Changes inputs as a fuzzer does: flips, wrong lengths, cuts, repetitions and joins; the same ones for the same seed.
public struct InputMutator<Generator: RandomNumberGenerator> {
    private var generator: Generator
    private let seeds: [[UInt8]]

    /// A mutator of these inputs, of which there must be one; the first octet of each, its kind, stays.
    public init(seeds: [[UInt8]], generator: Generator) {
        precondition(!seeds.isEmpty, "a mutator needs an input")
        self.seeds = seeds
        self.generator = generator
    }

    /// One to four changes of the input with an index, counted round the list.
    public mutating func mutated(_ index: Int) -> [UInt8] {
        var octets = seeds[index % seeds.count]
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&octets) }
        return octets
    }

    private mutating func change(_ octets: inout [UInt8]) {
        guard let index = octets.indices.dropFirst().randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: octets[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: octets[index] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &generator) ?? 0
        case 2: octets[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 3: octets.removeSubrange(index...)
        case 4: octets.remove(at: index)
        case 5: octets.insert(contentsOf: octets[index...].prefix(16), at: index)
        // Characters that mean something in text: numbers out of range, separators, signs.
        case 6: octets[index] = Array("9-.e,:[]{}\"\n #".utf8).randomElement(using: &generator) ?? 0
        default: octets += seeds.randomElement(using: &generator)?.dropFirst() ?? []
        }
    }
}
