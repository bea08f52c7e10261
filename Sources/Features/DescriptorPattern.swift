import Geometry

/// The pattern of a descriptor: 256 pairs of points around a corner, rotated to 32 directions.
///
/// The pairs come from a normal distribution of a fifth of the patch's width, as G II of M. Calonder et al., "BRIEF:
/// Binary robust independent elementary features", ECCV 2010.
struct DescriptorPattern {
    /// The radius of the pattern, pixels.
    static let radius = 15
    static let directions = 32
    static let pairs = 256

    /// x and y of both points of each pair, one direction after the other.
    let offsets: [SIMD4<Int8>]

    init() {
        var generator = SeededGenerator(seed: 256)
        var base: [SIMD4<Double>] = []
        while base.count < Self.pairs {
            let sigma = Double(2 * Self.radius + 1) / 5
            let pair =
                SIMD4(
                    generator.nextNormal(),
                    generator.nextNormal(),
                    generator.nextNormal(),
                    generator.nextNormal()
                ) * sigma
            let limit = Double(Self.radius) - 0.5
            let first = Vector2(pair.x, pair.y)
            let second = Vector2(pair.z, pair.w)
            if first.length < limit, second.length < limit, (first - second).length > 2 { base.append(pair) }
        }
        var offsets: [SIMD4<Int8>] = []
        offsets.reserveCapacity(Self.directions * Self.pairs)
        for direction in 0..<Self.directions {
            let angle = 2 * Double.pi * Double(direction) / Double(Self.directions)
            let (cosine, sine) = (Double.cosine(of: angle), Double.sine(of: angle))
            for pair in base {
                let turned = SIMD4(
                    cosine * pair.x - sine * pair.y,
                    sine * pair.x + cosine * pair.y,
                    cosine * pair.z - sine * pair.w,
                    sine * pair.z + cosine * pair.w
                )
                offsets.append(SIMD4<Int8>(truncatingIfNeeded: SIMD4<Int32>(turned.rounded(.toNearestOrAwayFromZero))))
            }
        }
        self.offsets = offsets
    }

    /// The nearest of the directions to an angle, radians.
    static func direction(of angle: Double) -> Int {
        let turns = angle / (2 * .pi) * Double(directions)
        return (Int(turns.rounded()) + 2 * directions) % directions
    }
}
