import RealModule

/// Searches beyond a side for a fainter one that its neighbours reach.
///
/// A printed line has more contrast than the edge of white paper on a white table. But the paper's other edges continue
/// beyond the printed line, and end where the paper ends. Every candidate passes through the vanishing point of the
/// side and its opposite, as parallel lines do. It is scored by log-likelihood ratios of samples that are edge: of its
/// neighbours up to it, and of its own. So a long faint edge outweighs a short strong one.
struct OuterSideSearch {
    let sampler: SideSampler
    /// Step of gray that counts as an edge.
    let leastStep: Float

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// How far beyond a side is looked, as a part of its neighbours' length.
        ///
        /// Unit: 1. Range: 0.2…1. Origin: by hand.
        var reach: Float = 0.4
        /// Part of samples that are an edge of the expected sign by chance, before any is seen beside a line.
        ///
        /// Unit: 1. Range: 0.1…0.4. Origin: by hand.
        var chanceRate: Float = 0.2
        /// Part of a faint side's stretches that show its step.
        ///
        /// Unit: 1. Range: 0.5…0.9. Origin: by hand.
        var faintRate: Float = 0.75
        /// Part of stretches that show such a step where there is no side.
        ///
        /// Unit: 1. Range: 0.05…0.2. Origin: by hand.
        var faintChanceRate: Float = 0.1
        /// What a side that cannot be seen counts: the neighbours alone say where it is.
        ///
        /// Unit: natural logarithm. Range: −6…−1. Origin: by hand.
        var unseenEvidence: Float = -3
        /// What a side that is seen counts at most.
        ///
        /// Unit: natural logarithm. Range: 2…12. Origin: by hand.
        var seenEvidence: Float = 6
        /// Evidence that a neighbour ends.
        ///
        /// Unit: natural logarithm. Range: 3…10. Origin: by hand.
        var endEvidence: Float = 6
        /// Evidence that the neighbours go on, together.
        ///
        /// Unit: natural logarithm. Range: 1…6. Origin: by hand.
        var leastNeighbours: Float = 3
        /// Further evidence for an outer side if the side parts two things already.
        ///
        /// Unit: natural logarithm. Range: 4…30. Origin: by hand.
        var partingEvidence: Float = 16
        /// Evidence for an outer side.
        ///
        /// Unit: natural logarithm. Range: 2…8. Origin: by hand.
        var leastEvidence: Float = 4
    }

    private static let tuning = Tuning()
    /// Pixels between samples along a neighbour: nearer ones are not independent.
    private static let spacing: Float = 4
    private static let stretches = 12
    private static let samplesPerStretch = 4

    /// A quadrilateral with each side moved outwards to the end of the evidence; nil if none moves.
    func extended(_ quad: QuadHypothesis) -> QuadHypothesis? {
        var result = quad
        var isMoved = false
        for side in 0..<4 {
            guard let (first, second) = outer(side, of: result) else { continue }
            result[side + 3] = first
            result[side] = second
            isMoved = true
        }
        return isMoved ? result : nil
    }

    /// The ends of the likeliest side beyond the side from corner `side` − 1 to corner `side`.
    private func outer(_ side: Int, of quad: QuadHypothesis) -> (SIMD2<Float>, SIMD2<Float>)? {
        let first = Ray(from: quad[side + 2], through: quad[side + 3])
        let second = Ray(from: quad[side + 1], through: quad[side])
        guard first.length > 16, second.length > 16 else { return nil }
        let atFirst = continuation(of: first)
        let atSecond = continuation(of: second)
        guard let most = atFirst.max(), let other = atSecond.max(), most + other > Self.tuning.leastNeighbours else {
            return nil
        }
        let pencil = Pencil(quad[side + 3], quad[side], quad[side + 1], quad[side + 2])
        let needed = Self.tuning.leastEvidence + Self.tuning.partingEvidence * parting(quad[side + 3], quad[side])
        return likeliest(first, second, pencil, atFirst, atSecond, needed)
    }

    /// How certainly a side separates two objects, 0…1: edge of one sign along all of it and different strips beside
    /// it.
    private func parting(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
        let along = b - a
        let normal = SIMD2(along.y, -along.x) / max(1, (along * along).sum().squareRoot())
        var (rising, falling) = (Float(0), Float(0))
        for i in 0..<48 {
            let step = strongestStep(at: a + along * ((Float(i) + 0.5) / 48), normal) ?? 0
            if step > 0 { rising += 1 }
            if step < 0 { falling += 1 }
        }
        return max(0, abs(rising - falling) / 48 * 2 - 1) * min(1, sampler.separation(from: a, to: b))
    }

    private func likeliest(
        _ first: Ray,
        _ second: Ray,
        _ pencil: Pencil,
        _ atFirst: [Float],
        _ atSecond: [Float],
        _ needed: Float
    ) -> (SIMD2<Float>, SIMD2<Float>)? {
        var candidates: [(away: Float, otherAway: Float)] = []
        var away: Float = 1
        while Int(away / Self.spacing) < atFirst.count {
            let line = pencil.line(through: first.point(beyond: away))
            guard let otherAway = second.meeting(line), otherAway > 0, Int(otherAway / Self.spacing) < atSecond.count
            else { break }
            candidates.append((away, otherAway))
            away += 1
        }
        guard candidates.count > 8 else { return nil }
        let ends = candidates.map { (first.point(beyond: $0.away), second.point(beyond: $0.otherAway)) }
        let own = evidence(of: ends)
        var best = (index: 0, evidence: needed)
        for i in 3..<candidates.count {
            let neighbours =
                atFirst[Int(candidates[i].away / Self.spacing)]
                + atSecond[Int(candidates[i].otherAway / Self.spacing)]
            let total = neighbours + max(Self.tuning.unseenEvidence, min(own[i], Self.tuning.seenEvidence))
            if total > best.evidence { best = (i, total) }
        }
        return best.index > 0 ? ends[best.index] : nil
    }

    /// For each sample beyond a side's end, the evidence that the side continues up to there.
    private func continuation(of ray: Ray) -> [Float] {
        var (rising, falling, seen) = (Float(0), Float(0), Float(0))
        var t = -0.9 * ray.length
        while t < -4 {
            if let step = strongestStep(at: ray.point(beyond: t), ray.normal) {
                seen += 1
                if step > 0 { rising += 1 }
                if step < 0 { falling += 1 }
            }
            t += Self.spacing
        }
        guard seen >= 6 else { return [0] }
        let sign: Float = rising >= falling ? 1 : -1
        let rate = min(0.95, max(rising, falling) / seen)
        let (found, chance) = samples(beyond: ray, sign)
        guard rate > chance + 0.1 else { return [0] }
        let hit = Float.log(rate / chance)
        let miss = Float.log((1 - rate) / (1 - chance))
        var sums: [Float] = [0]
        var most: Float = 0
        for isEdge in found {
            let sum = sums[sums.count - 1] + (isEdge ? hit : miss)
            most = max(most, sum)
            // What comes after a clear end belongs to another object.
            guard sum > most - Self.tuning.endEvidence else { break }
            sums.append(sum)
        }
        return sums
    }

    /// Whether each sample beyond a side's end is an edge of a sign, and the rate of such edges on parallels beside it.
    private func samples(beyond ray: Ray, _ sign: Float) -> (found: [Bool], chance: Float) {
        var found: [Bool] = []
        var (hits, total) = (Self.tuning.chanceRate * 16, Float(16))
        for i in 1..<max(2, Int(Self.tuning.reach * ray.length / Self.spacing)) {
            let point = ray.point(beyond: Float(i) * Self.spacing)
            guard let step = strongestStep(at: point, ray.normal) else { break }
            found.append(step * sign > 0)
            for offset: Float in [-14, -8, 8, 14] {
                guard let other = strongestStep(at: point + ray.normal * offset, ray.normal) else { continue }
                total += 1
                if other * sign > 0 { hits += 1 }
            }
        }
        return (found, min(0.9, hits / total))
    }

    /// The strongest step within a pixel and a half across a line, 0 if there is none; nil outside the image.
    private func strongestStep(at point: SIMD2<Float>, _ normal: SIMD2<Float>) -> Float? {
        var best: Float = 0
        for offset: Float in [-1.5, 0, 1.5] {
            guard let step = sampler.step(at: point + normal * offset, normal) else { return nil }
            if abs(step) >= leastStep, abs(step) > abs(best) { best = step }
        }
        return best
    }

    /// For each candidate the evidence that it is a side of one sign, strong or faint.
    private func evidence(of ends: [(SIMD2<Float>, SIMD2<Float>)]) -> [Float] {
        let steps = ends.map { meanSteps(from: $0.0, to: $0.1) }
        let magnitudes = steps.flatMap { $0.map { abs($0) } }.sorted()
        let noise = max(0.3, magnitudes[magnitudes.count / 2] / 0.67)
        let hit = Float.log(Self.tuning.faintRate / Self.tuning.faintChanceRate)
        let miss = Float.log((1 - Self.tuning.faintRate) / (1 - Self.tuning.faintChanceRate))
        return ends.indices.map { i in
            var counts = (rising: 0, falling: 0)
            for j in 0..<Self.stretches {
                // A vanishing point is known to about a pixel: the side may be rotated by that much.
                let near = (max(0, i - 1)...min(ends.count - 1, i + 1)).map { steps[$0][j] }
                if near.contains(where: { $0 > 2 * noise }) { counts.rising += 1 }
                if near.contains(where: { $0 < -2 * noise }) { counts.falling += 1 }
            }
            let hits = Float(max(counts.rising, counts.falling))
            return hits * hit + (Float(Self.stretches) - hits) * miss
        }
    }

    /// The mean step across each stretch of a line; 0 outside the image.
    private func meanSteps(from a: SIMD2<Float>, to b: SIMD2<Float>) -> [Float] {
        let along = b - a
        let normal = SIMD2(along.y, -along.x) / max(1, (along * along).sum().squareRoot())
        let total = Float(Self.stretches * Self.samplesPerStretch)
        return (0..<Self.stretches).map { j in
            var sum: Float = 0
            for k in 0..<Self.samplesPerStretch {
                let t = 0.03 + 0.94 * (Float(j * Self.samplesPerStretch + k) + 0.5) / total
                sum += sampler.step(at: a + along * t, normal) ?? 0
            }
            return sum / Float(Self.samplesPerStretch)
        }
    }

    /// A neighbour's line, measured from the corner that it shares with the side.
    private struct Ray {
        let corner: SIMD2<Float>
        let direction: SIMD2<Float>
        let length: Float
        var normal: SIMD2<Float> { SIMD2(direction.y, -direction.x) }

        init(from start: SIMD2<Float>, through corner: SIMD2<Float>) {
            let along = corner - start
            length = (along * along).sum().squareRoot()
            direction = length > 0 ? along / length : SIMD2(1, 0)
            self.corner = corner
        }

        func point(beyond distance: Float) -> SIMD2<Float> { corner + direction * distance }

        /// The distance beyond the corner at which a homogeneous line meets it; nil if they are parallel.
        func meeting(_ line: SIMD3<Float>) -> Float? {
            let across = line.x * direction.x + line.y * direction.y
            let scale = (line.x * line.x + line.y * line.y).squareRoot()
            guard abs(across) > 0.05 * scale else { return nil }
            return -(line.x * corner.x + line.y * corner.y + line.z) / across
        }
    }

    /// The lines through the intersection of two lines, which may be far away.
    private struct Pencil {
        private let middle: SIMD2<Float>
        private let vertex: SIMD3<Float>

        init(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ d: SIMD2<Float>) {
            middle = (a + b + c + d) / 4
            let one = Self.line(a - middle, b - middle)
            let other = Self.line(c - middle, d - middle)
            vertex = Self.cross(one, other)
        }

        /// The line of the pencil through a point, homogeneous.
        func line(through point: SIMD2<Float>) -> SIMD3<Float> {
            let p = point - middle
            let line = Self.cross(vertex, SIMD3(p.x, p.y, 1))
            let scale = max(1e-12, (line.x * line.x + line.y * line.y).squareRoot())
            let unit = line / scale
            return SIMD3(unit.x, unit.y, unit.z - unit.x * middle.x - unit.y * middle.y)
        }

        private static func line(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD3<Float> {
            let along = b - a
            let scale = max(1e-6, (along * along).sum().squareRoot())
            return SIMD3(along.y, -along.x, a.y * along.x - a.x * along.y) / scale
        }

        private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
    }
}
