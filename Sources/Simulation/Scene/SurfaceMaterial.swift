/// The appearance of a face: a texture and a tint.
public struct SurfaceMaterial: Hashable, Sendable {
    /// The kinds of texture that can be painted.
    public enum Kind: Hashable, Sendable {
        case plain
        case plaster
        case planks
        case wood
        case fabric
        case rug
        case print(Int)
        case page(Int)
        case spines(Int)
        case leaves
        case skin
        case glow
    }

    /// The texture.
    public var kind: Kind
    /// The factor on its colour, 0…1 per channel, as displayed.
    public var tint: SIMD3<Float>

    init(_ kind: Kind, tint: SIMD3<Float> = SIMD3(1, 1, 1)) {
        self.kind = kind
        self.tint = tint
    }

    /// Whether the texture is stretched over the face once instead of being repeated.
    var isFitted: Bool {
        switch kind {
        case .print, .page, .rug: true
        default: false
        }
    }

    /// A material by the word and tint of a scene's line.
    init(_ line: SceneLine, key: String = "material", default fallback: String = "plain") throws(SimulationError) {
        let word = try line.word(key, default: fallback)
        let tint = try line.numbers(key == "material" ? "tint" : key + "-tint", count: 3, default: [1, 1, 1])
        guard let kind = Kind(word) else { throw line.fault("the material “\(word)” is not known") }
        self.init(kind, tint: SIMD3<Float>(Float(tint[0]), Float(tint[1]), Float(tint[2])))
    }
}

extension SurfaceMaterial.Kind {
    /// The kind of a word, with a number after a colon where there are several: `print`, `print:3`; nil if there is none.
    fileprivate init?(_ word: String) {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let number = parts.count == 2 ? Int(parts[1]) : 0 else { return nil }
        switch (parts[0], parts.count) {
        case ("plain", 1): self = .plain
        case ("plaster", 1): self = .plaster
        case ("planks", 1): self = .planks
        case ("wood", 1): self = .wood
        case ("fabric", 1): self = .fabric
        case ("rug", 1): self = .rug
        case ("print", _): self = .print(number)
        case ("page", _): self = .page(number)
        case ("spines", _): self = .spines(number)
        case ("leaves", 1): self = .leaves
        default: return nil
        }
    }
}
