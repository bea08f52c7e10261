import Geometry

extension AimedFeatureFinder {
    /// How long a straight edge must be to both sides of the aim together, pixels.
    private static let leastLength: Float = 20
    /// How far to each side of the aim it is looked at, pixels.
    private static let halfLength: Float = 14
    /// What the step of gray across it must be at least, levels.
    private static let leastStep: Float = 20
    /// Which part of it must show it.
    private static let leastCoverage: Float = 0.9

    /// The straight edge that is meant.
    func edge() -> AimedFeature? {
        let candidates = segments.compactMap(candidate)
        return meant(among: candidates, within: Float(reach) / 2).map {
            .edge(Vector2($0.point), direction: Vector2($0.direction))
        }
    }

    private func candidate(_ segment: LineSegment) -> AimedCandidate? {
        let foot = segment.parameter(of: aim)
        guard segment.length >= Self.leastLength, foot >= segment.start, foot <= segment.end,
            abs(segment.distance(of: aim)) < 2 * Float(reach)
        else { return nil }
        let fit = sampler.fit(
            from: segment.point(at: max(segment.start + 1, foot - Self.halfLength)),
            to: segment.point(at: min(segment.end - 1, foot + Self.halfLength)),
            reach: 3,
            samples: 48,
            leastStep: Self.leastStep / 2,
            credit: 0
        )
        guard let fit, fit.coverage >= Self.leastCoverage, abs(fit.contrast) >= Self.leastStep else { return nil }
        let point = fit.centre + fit.direction * ((aim - fit.centre) * fit.direction).sum()
        return AimedCandidate(
            point: point,
            direction: fit.direction,
            distance: distance(point),
            clearness: abs(fit.contrast)
        )
    }

    /// How far something is from the aim, pixels.
    func distance(_ point: SIMD2<Float>) -> Float {
        let offset = point - aim
        return (offset * offset).sum().squareRoot()
    }
}
