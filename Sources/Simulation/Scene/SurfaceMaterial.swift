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
        let parts = word.split(separator: ":")
        let number = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let kind: Kind? =
            switch parts.first ?? "" {
            case "plain": .plain
            case "plaster": .plaster
            case "planks": .planks
            case "wood": .wood
            case "fabric": .fabric
            case "rug": .rug
            case "print": .print(number)
            case "page": .page(number)
            case "spines": .spines(number)
            case "leaves": .leaves
            default: nil
            }
        guard let kind else { throw line.fault("the material “\(word)” is not known") }
        self.init(kind, tint: SIMD3<Float>(Float(tint[0]), Float(tint[1]), Float(tint[2])))
    }
}
