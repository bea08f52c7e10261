/// The likelihood that a colour belongs to the object, from histograms of the object and of its surroundings.
///
/// L. Bertinetto and others, "Staple: complementary learners for real-time tracking", 2016.
final class ColorModel {
    private static let binCount = 4096
    private let object: UnsafeMutablePointer<Float>
    private let ground: UnsafeMutablePointer<Float>
    private let likelihood: UnsafeMutablePointer<Float>
    /// How well colour separates the object from its background, 0…1.
    private(set) var contrast: Float = 0
    private var isEmpty = true

    init() {
        object = .allocate(capacity: Self.binCount)
        ground = .allocate(capacity: Self.binCount)
        likelihood = .allocate(capacity: Self.binCount)
        object.initialize(repeating: 0, count: Self.binCount)
        ground.initialize(repeating: 0, count: Self.binCount)
        likelihood.initialize(repeating: 0.5, count: Self.binCount)
    }

    deinit {
        object.deallocate()
        ground.deallocate()
        likelihood.deallocate()
    }

    @inline(__always)
    private static func bin(_ color: SIMD4<Float>) -> Int {
        (Int(color.x * 0.0625) & 15) << 8 | (Int(color.y * 0.0625) & 15) << 4 | (Int(color.z * 0.0625) & 15)
    }

    /// The likelihood that a colour is the object's, 0…1.
    @inline(__always)
    func probability(of color: SIMD4<Float>) -> Float { likelihood[Self.bin(color)] }

    /// Learns from a patch whose middle `box` (samples) is the object; a `rate` of 1 replaces everything.
    func learn(_ patch: PatchFeatures, box: SIMD2<Float>, rate: Float) {
        let rate = isEmpty ? 1 : rate
        isEmpty = false
        for i in 0..<Self.binCount {
            object[i] *= 1 - rate
            ground[i] *= 1 - rate
        }
        let half = Float(patch.side) / 2
        let inner = box * 0.4
        let outer = box * 0.55
        let bound = box * 1.1 + 8
        let objectShare = rate / max(1, 4 * inner.x * inner.y / 4)
        let total = 4 * min(half, bound.x) * min(half, bound.y) - 4 * outer.x * outer.y
        let groundShare = rate / max(1, total / 4)
        for j in stride(from: 0, to: patch.side, by: 2) {
            let dy = abs(Float(j) + 0.5 - half)
            if dy > bound.y { continue }
            for i in stride(from: 0, to: patch.side, by: 2) {
                let dx = abs(Float(i) + 0.5 - half)
                if dx < inner.x && dy < inner.y {
                    object[Self.bin(patch.samples[j * patch.side + i])] += objectShare
                } else if dx < bound.x && (dx > outer.x || dy > outer.y) {
                    ground[Self.bin(patch.samples[j * patch.side + i])] += groundShare
                }
            }
        }
        var inside: Float = 0
        var outside: Float = 0
        for i in 0..<Self.binCount {
            likelihood[i] = (object[i] + 1e-4) / (object[i] + ground[i] + 2e-4)
            inside += object[i] * likelihood[i]
            outside += ground[i] * likelihood[i]
        }
        contrast = max(0, min(1, inside - outside))
    }
}
