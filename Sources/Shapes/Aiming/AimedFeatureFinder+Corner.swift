import Geometry

extension AimedFeatureFinder {
    /// How near to the crossing both edges must end, pixels.
    private static let gap: Float = 3
    /// How long both must be, pixels.
    private static let leastArm: Float = 11
    /// What is left out of the fit next to the crossing, where edges are rounded by the lens, pixels.
    private static let rounded: Float = 3
    /// Of what angle the sine between both is at least: 20 degrees.
    private static let leastSine: Float = 0.34
    /// What the step of gray across both must be at least, levels.
    private static let leastStep: Float = 10
    /// Which part of both must show it.
    private static let leastCoverage: Float = 0.75

    /// An edge that ends in the crossing: its direction away from there, and how long it is, pixels.
    private struct Arm {
        var direction: SIMD2<Float>
        var length: Float
    }

    /// The corner that is meant.
    func corner() -> AimedFeature? {
        var candidates: [AimedCandidate] = []
        for (index, first) in segments.enumerated() {
            for second in segments[(index + 1)...] {
                if let candidate = candidate(first, second) { candidates.append(candidate) }
            }
        }
        return meant(among: candidates, within: Float(reach)).map { .corner(Vector2($0.point)) }
    }

    private func candidate(_ first: LineSegment, _ second: LineSegment) -> AimedCandidate? {
        let across = (first.direction * second.normal).sum()
        guard abs(across) > Self.leastSine else { return nil }
        let along = ((second.centre - first.centre) * second.normal).sum() / across
        let crossing = first.centre + first.direction * along
        guard distance(crossing) < 2 * Float(reach), let a = arm(of: first, from: crossing),
            let b = arm(of: second, from: crossing), let one = fit(a, from: crossing),
            let other = fit(b, from: crossing),
            let point = one.crossing(other)
        else { return nil }
        let moved = point - crossing
        guard (moved * moved).sum() < 4 else { return nil }
        return AimedCandidate(
            point: point,
            direction: one.direction,
            distance: distance(point),
            clearness: min(abs(one.contrast), abs(other.contrast))
        )
    }

    private func arm(of segment: LineSegment, from crossing: SIMD2<Float>) -> Arm? {
        let place = segment.parameter(of: crossing)
        let before = place - segment.start
        let after = segment.end - place
        guard min(before, after) < Self.gap, min(before, after) > -Self.gap, max(before, after) >= Self.leastArm else {
            return nil
        }
        return after > before
            ? Arm(direction: segment.direction, length: after) : Arm(direction: -segment.direction, length: before)
    }

    private func fit(_ arm: Arm, from crossing: SIMD2<Float>) -> SideFit? {
        let fit = sampler.fit(
            from: crossing + arm.direction * Self.rounded,
            to: crossing + arm.direction * (arm.length + 1),
            reach: 3,
            samples: 48,
            leastStep: Self.leastStep / 2,
            credit: 0
        )
        guard let fit, fit.coverage >= Self.leastCoverage, abs(fit.contrast) >= Self.leastStep else { return nil }
        return fit
    }
}
