import Geometry
import Imaging

/// Finds the corner or the straight edge that a person aims at.
///
/// Straight pieces of edges around the aim are fitted to the strongest steps of gray across them at full resolution;
/// two that end at their intersection are a corner. A corner has priority over an edge. If two of a kind are similarly
/// near and similarly clear, the aim is ambiguous: nothing is found. Of corners inside
/// one another, as those of a sheet and of the frame printed on it, the outermost is found.
public struct AimedFeatureFinder {
    /// The limits of a corner.
    private enum CornerTuning {
        /// The largest distance of both edges' ends from their intersection, pixels.
        static let gap: Float = 3
        /// The smallest length of both edges, pixels.
        static let leastArm: Float = 11
        /// The length next to the intersection that the fit omits, because the lens rounds edges there, pixels.
        static let rounded: Float = 3
        /// The smallest sine of the angle between both edges: 20 degrees.
        static let leastSine: Float = 0.34
        /// The smallest step of gray across both edges, levels.
        static let leastStep: Float = 10
        /// The smallest share of both edges that shows the step.
        static let leastCoverage: Float = 0.75
        /// The smallest cosine of the angle between edges that count as parallel: 14 degrees.
        static let leastParallel: Float = 0.97
        /// The smallest distance of a corner inside another corner's edges to count as inside it, pixels.
        static let leastInside: Float = 1
    }

    /// The limits of an edge.
    private enum EdgeTuning {
        /// The smallest length of a straight edge, both sides of the aim together, pixels.
        static let leastLength: Float = 20
        /// The length of the evaluated edge to each side of the aim, pixels.
        static let halfLength: Float = 14
        /// The smallest step of gray across it, levels.
        static let leastStep: Float = 20
        /// The smallest share of the edge that shows the step.
        static let leastCoverage: Float = 0.9
    }

    /// A corner or an edge near the aim.
    private struct Candidate {
        /// Its position, pixels.
        var point: SIMD2<Float>
        /// The direction of the edge, of length 1; for a corner, of one of its edges.
        var direction: SIMD2<Float>
        /// The distance from the aim, pixels.
        var distance: Float
        /// The step of gray across it, levels; for a corner, across the weaker edge.
        var clearness: Float
        /// Of a corner, along its other edge, of length 1; both directions lead away from it.
        var otherDirection: SIMD2<Float>?

        /// Whether a corner lies between the edges of another or on one, its own edges along those.
        func isInside(_ outer: Candidate) -> Bool {
            guard let other = otherDirection, let outerOther = outer.otherDirection else { return false }
            func isAlong(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Bool { (a * b).sum() > CornerTuning.leastParallel }
            guard
                isAlong(direction, outer.direction) && isAlong(other, outerOther)
                    || isAlong(direction, outerOther) && isAlong(other, outer.direction)
            else { return false }
            func across(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { a.x * b.y - a.y * b.x }
            let offset = point - outer.point
            let turn = across(outer.direction, outerOther)
            // How far inside of both edges, pixels.
            let inside = (across(outer.direction, offset) * turn, across(offset, outerOther) * turn)
            let limit = CornerTuning.leastInside * abs(turn)
            // The crossing of an outer edge with an inner one lies on the outer edge.
            return min(inside.0, inside.1) > -limit && max(inside.0, inside.1) > limit
        }
    }

    /// The unit of the distances from the aim, pixels: a corner may be `cornerReach` times as far, an edge half as far.
    public let reach: Double
    /// The aim in the image.
    private let aim: SIMD2<Float>
    private let sampler: SideSampler
    private let segments: [LineSegment]

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Half the side of the square around the aim in which edges are gathered.
        ///
        /// Unit: reaches of the aim. Range: 4…16. Origin: by hand.
        var surroundings = 8.0
        /// Step of gray that a gathered edge has at least.
        ///
        /// Unit: gray levels. Range: 3…15. Origin: by hand.
        var leastGatheredStep: Float = 6
        /// Length of a straight piece.
        ///
        /// Unit: pixels. Range: 4…20. Origin: by hand.
        var leastPiece: Float = 8
        /// Distance from the aim within which a corner is meant.
        ///
        /// Unit: reaches of the aim. Range: 1…2. Origin: people miss a corner by 2 to 4 pixels, and 0.5 for the finder;
        /// `make bench-taps ROOMS="101 102"`.
        var cornerReach: Float = 1.5
    }

    private static let tuning = Tuning()

    /// The corner or edge near a pixel of an image; nil if there is none, or if the aim is ambiguous.
    ///
    /// A corner may be within 4.5 pixels of the aim, in wide images within a 142nd of their width; an edge within a
    /// third of that. People miss an intended corner by up to 4 pixels; an edge farther away is in half of the cases
    /// not the intended one (`WorldBenchmark`).
    public static func feature(near pixel: Vector2, in image: GrayImage) -> AimedFeature? {
        let reach = Self.reach(in: image)
        guard pixel.isFinite, image.width > 64, image.height > 64,
            pixel.x > 8, pixel.y > 8, pixel.x < Double(image.width) - 8, pixel.y < Double(image.height) - 8
        else { return nil }
        return image.pixels.withUnsafeBufferPointer { pixels -> AimedFeature? in
            guard let start = pixels.baseAddress else { return nil }
            let sampler = SideSampler(pixels: start, width: image.width, height: image.height, warp: .none)
            let finder = AimedFeatureFinder(near: SIMD2<Float>(pixel), sampler: sampler, reach: reach)
            return finder.corner() ?? finder.edge()
        }
    }

    /// The unit of both distances, pixels.
    public static func reach(in image: GrayImage) -> Double { reach(inWidth: image.width) }

    /// How far from the aim a corner may be in an image of a width, pixels.
    public static func cornerReach(inWidth width: Int) -> Double { Double(tuning.cornerReach) * reach(inWidth: width) }

    private static func reach(inWidth width: Int) -> Double { max(3, Double(width) / 213) }

    private init(near aim: SIMD2<Float>, sampler: SideSampler, reach: Double) {
        (self.aim, self.sampler, self.reach) = (aim, sampler, reach)
        let half = Int(reach * Self.tuning.surroundings)
        let left = max(0, Int(aim.x) - half)
        let top = max(0, Int(aim.y) - half)
        let width = min(sampler.width, Int(aim.x) + half) - left
        let height = min(sampler.height, Int(aim.y) + half) - top
        let field = EdgeField()
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height) { patch in
            guard let patch = patch.baseAddress else { return }
            for y in 0..<height {
                (patch + y * width).copyBytes(from: sampler.pixels + (top + y) * sampler.width + left, count: width)
            }
            field.compute(patch, width: width, height: height)
        }
        let points = EdgePoints()
        points.find(in: field, threshold: Self.tuning.leastGatheredStep * 48)
        let finder = SegmentFinder()
        finder.find(in: points, minimumLength: Self.tuning.leastPiece, measuringBends: false)
        segments = finder.segments.map { segment in
            var segment = segment
            segment.centre += SIMD2(Float(left), Float(top))
            return segment
        }
    }

    /// The intended candidate: the nearest, if it is clearly the nearest or clearly the strongest at about that
    /// distance.
    private func meant(among candidates: [Candidate], within reach: Float) -> Candidate? {
        guard let first = candidates.min(by: { $0.distance < $1.distance }), first.distance <= reach else { return nil }
        let rivals = candidates.filter { other in
            let apart = other.point - first.point
            return other.distance < first.distance + 0.75 * Float(self.reach) && (apart * apart).sum() > 2
        }
        guard let strongest = rivals.max(by: { $0.clearness < $1.clearness }) else { return first }
        return first.clearness > 3 * strongest.clearness ? first : nil
    }

    // MARK: - Corners

    /// An edge that ends at the intersection: its direction away from there, and its length, pixels.
    private struct Arm {
        var direction: SIMD2<Float>
        var length: Float
    }

    /// The intended corner.
    private func corner() -> AimedFeature? {
        var candidates: [Candidate] = []
        for (index, first) in segments.enumerated() {
            for second in segments[(index + 1)...] {
                if let candidate = candidate(first, second) { candidates.append(candidate) }
            }
        }
        let cornerReach = Self.tuning.cornerReach * Float(reach)
        let outer = candidates.filter { inner in
            !candidates.contains { $0.distance <= cornerReach && inner.isInside($0) }
        }
        return meant(among: outer, within: cornerReach).map { .corner(Vector2($0.point)) }
    }

    private func candidate(_ first: LineSegment, _ second: LineSegment) -> Candidate? {
        let across = (first.direction * second.normal).sum()
        guard abs(across) > CornerTuning.leastSine else { return nil }
        let along = ((second.centre - first.centre) * second.normal).sum() / across
        let crossing = first.centre + first.direction * along
        guard distance(crossing) < 2 * Float(reach), let a = arm(of: first, from: crossing),
            let b = arm(of: second, from: crossing), let one = fit(a, from: crossing),
            let other = fit(b, from: crossing),
            let point = one.crossing(other)
        else { return nil }
        let moved = point - crossing
        guard (moved * moved).sum() < 4 else { return nil }
        return Candidate(
            point: point,
            direction: a.direction,
            distance: distance(point),
            clearness: min(abs(one.contrast), abs(other.contrast)),
            otherDirection: b.direction
        )
    }

    private func arm(of segment: LineSegment, from crossing: SIMD2<Float>) -> Arm? {
        let parameter = segment.parameter(of: crossing)
        let before = parameter - segment.start
        let after = segment.end - parameter
        guard min(before, after) < CornerTuning.gap, min(before, after) > -CornerTuning.gap,
            max(before, after) >= CornerTuning.leastArm
        else {
            return nil
        }
        return after > before
            ? Arm(direction: segment.direction, length: after) : Arm(direction: -segment.direction, length: before)
    }

    private func fit(_ arm: Arm, from crossing: SIMD2<Float>) -> SideFit? {
        fit(
            from: crossing + arm.direction * CornerTuning.rounded,
            to: crossing + arm.direction * (arm.length + 1),
            leastStep: CornerTuning.leastStep,
            leastCoverage: CornerTuning.leastCoverage
        )
    }

    /// The edge between two points; nil if the step of gray across it is too small or is missing along too much of it.
    private func fit(
        from start: SIMD2<Float>,
        to end: SIMD2<Float>,
        leastStep: Float,
        leastCoverage: Float
    ) -> SideFit? {
        let fit = sampler.fit(from: start, to: end, reach: 3, samples: 48, leastStep: leastStep / 2, credit: 0)
        guard let fit, fit.coverage >= leastCoverage, abs(fit.contrast) >= leastStep else { return nil }
        return fit
    }

    // MARK: - Edges

    /// The intended straight edge.
    private func edge() -> AimedFeature? {
        let candidates = segments.compactMap(candidate)
        return meant(among: candidates, within: Float(reach) / 2).map {
            .edge(Vector2($0.point), direction: Vector2($0.direction))
        }
    }

    private func candidate(_ segment: LineSegment) -> Candidate? {
        let foot = segment.parameter(of: aim)
        guard segment.length >= EdgeTuning.leastLength, foot >= segment.start, foot <= segment.end,
            abs(segment.distance(of: aim)) < 2 * Float(reach)
        else { return nil }
        let fit = fit(
            from: segment.point(at: max(segment.start + 1, foot - EdgeTuning.halfLength)),
            to: segment.point(at: min(segment.end - 1, foot + EdgeTuning.halfLength)),
            leastStep: EdgeTuning.leastStep,
            leastCoverage: EdgeTuning.leastCoverage
        )
        guard let fit else { return nil }
        let point = fit.centre + fit.direction * ((aim - fit.centre) * fit.direction).sum()
        return Candidate(
            point: point,
            direction: fit.direction,
            distance: distance(point),
            clearness: abs(fit.contrast)
        )
    }

    /// The distance from the aim, pixels.
    private func distance(_ point: SIMD2<Float>) -> Float {
        let offset = point - aim
        return (offset * offset).sum().squareRoot()
    }
}
