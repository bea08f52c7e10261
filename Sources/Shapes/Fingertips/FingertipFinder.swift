import Geometry
import RealModule

/// Finds the ends of fingers on a hand's outline: points around which a circle crosses the hand once, in a narrow arc.
struct FingertipFinder {
    static let spokes = 48
    let map: HandMap
    /// Width of the finger, pixels of the map.
    let fingerWidth: Float

    /// The radii of the circles, in finger widths: beside a bent finger only the small ones cross the hand once.
    private static let radii: [Float] = [1, 0.7]

    /// All candidates, the best first, none within a finger's width of a better one.
    func candidates() -> [FingertipCandidate] {
        var found: [FingertipCandidate] = []
        for y in 1..<map.height - 1 {
            for x in 1..<map.width - 1 where map.isHand(x, y) && isOutline(x, y) {
                for radius in Self.radii {
                    guard let candidate = candidate(x, y, radius * fingerWidth) else { continue }
                    found.append(candidate)
                    break
                }
            }
        }
        found = found.sorted(byKey: { -Double($0.quality) })
        var kept: [FingertipCandidate] = []
        for candidate in found where kept.count < 24 {
            let isNew = kept.allSatisfy { other in
                let d = other.point - candidate.point
                return (d * d).sum() > fingerWidth * fingerWidth
            }
            if isNew { kept.append(candidate) }
        }
        return kept
    }

    private func isOutline(_ x: Int, _ y: Int) -> Bool {
        !(map.isHand(x - 1, y) && map.isHand(x + 1, y) && map.isHand(x, y - 1) && map.isHand(x, y + 1))
    }

    private func candidate(_ x: Int, _ y: Int, _ radius: Float) -> FingertipCandidate? {
        let centre = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
        guard let near = arc(centre, radius), let far = arc(centre, radius * 1.6) else { return nil }
        // The finger must continue in its initial direction.
        let agreement = (near.direction * far.direction).sum()
        guard agreement > 0.6 else { return nil }
        let width = near.share + far.share
        let inward = near.direction + far.direction
        return FingertipCandidate(
            point: centre,
            inward: inward / (inward * inward).sum().squareRoot(),
            quality: max(0, min(1, (0.75 - width) / 0.5)) * agreement
        )
    }

    /// The only arc of a circle inside the hand: its direction and its share of the circle; nil if there are several.
    private func arc(_ centre: SIMD2<Float>, _ radius: Float) -> (direction: SIMD2<Float>, share: Float)? {
        var sum = SIMD2<Float>.zero
        var inside = 0
        var edges = 0
        var before = isHand(centre, radius, Self.spokes - 1)
        for spoke in 0..<Self.spokes {
            let now = isHand(centre, radius, spoke)
            if now {
                inside += 1
                sum += Self.direction(spoke)
            }
            if now != before { edges += 1 }
            before = now
        }
        guard edges == 2, inside >= 2, inside * 10 <= Self.spokes * 5 else { return nil }
        let length = (sum * sum).sum().squareRoot()
        return (sum / length, Float(inside) / Float(Self.spokes))
    }

    private static let directions: [SIMD2<Float>] = (0..<spokes).map { spoke in
        let angle = 2 * Float.pi * Float(spoke) / Float(spokes)
        return SIMD2(Float.cos(angle), Float.sin(angle))
    }

    private static func direction(_ spoke: Int) -> SIMD2<Float> { directions[spoke] }

    private func isHand(_ centre: SIMD2<Float>, _ radius: Float, _ spoke: Int) -> Bool {
        let point = centre + Self.direction(spoke) * radius
        return point.x >= 0 && point.y >= 0 && map.isHand(Int(point.x), Int(point.y))
    }
}
