/// Finds the straight pieces of edges.
///
/// Touching thin edge points of similar direction form groups, the strongest first, and a line is fitted to each group;
/// a bent group is formed again within half the tolerance. After R. Grompone von Gioi and others, "LSD: a fast line
/// segment detector with a false detection control", 2010, on thinned points as in C. Akinlar, C. Topal, "EDLines",
/// 2011.
final class SegmentFinder {
    private(set) var segments: [LineSegment] = []
    private var region = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var capacity = 0
    private var history = GroupHistory()
    /// The evidence of long bent edges about the lens.
    private(set) var bends: [EdgeBend] = []

    deinit { region.deallocate() }

    private func reserve(_ count: Int) {
        if count <= capacity { return }
        region.deallocate()
        // A neighbourhood of nine is written before it is known how many of it join.
        capacity = count * 5 / 4 + 1024
        region = .allocate(capacity: capacity)
    }

    /// Groups the points into segments at least `minimumLength` pixels long.
    func find(in points: EdgePoints, minimumLength: Float, measuringBends: Bool) {
        bends.removeAll(keepingCapacity: true)
        history.reset()
        let groups = begin(points)
        // Read once: each access to a class's property is checked for exclusivity.
        let (order, region, total) = (points.order, region, points.count)
        for rank in 0..<total {
            let seed = Int(order[rank])
            if groups.isTaken(seed) { continue }
            let count = groups.gather(from: seed, cosine: Self.cosine)
            if measuringBends { history.append(rank: rank, region, count) }
            if Float(count) < minimumLength * 0.6 { continue }
            if measuringBends, count >= 40, let bend = EdgeBend(region, count, points.points, about: points.middle) {
                bends.append(bend)
            }
            if let fewer = settle(count, seed, groups, points, minimumLength), measuringBends {
                history.append(straighter: region, fewer)
            }
        }
    }

    /// Finds the segments of the same points once more after they have moved; the last search measured bends.
    func findAgain(in points: EdgePoints, minimumLength: Float) {
        let groups = begin(points)
        history.rewind(pixelCount: points.width * points.height)
        let (order, region, total) = (points.order, region, points.count)
        for rank in 0..<total {
            let seed = Int(order[rank])
            let before = history.group(rank: rank)
            if groups.isTaken(seed) {
                history.change(before, groups)
                continue
            }
            let repeated = before.flatMap { history.repeated($0, groups) }
            let count = repeated ?? groups.gather(from: seed, cosine: Self.cosine)
            var isSame = repeated != nil || history.matches(before, region, count)
            if !isSame { history.change(region, count, groups) }
            let fewer =
                Float(count) < minimumLength * 0.6 ? nil : settle(count, seed, groups, points, minimumLength)
            isSame = isSame && history.matches(straighterOf: before, region, fewer)
            if !isSame {
                history.change(before, groups)
                history.change(region, fewer ?? 0, groups)
            }
        }
    }

    /// Cosine of the angle between a point and the mean of its group; and of a group that is formed again.
    private static let (cosine, straighterCosine): (Float, Float) = (0.92, 0.985)

    private func begin(_ points: EdgePoints) -> PointGroups {
        reserve(points.count)
        points.releaseAll()
        segments.removeAll(keepingCapacity: true)
        return PointGroups(points, region)
    }

    /// Makes a segment of a group, or, if it is bent, of the straighter part around its seed; returns the number of
    /// points of that part.
    private func settle(
        _ count: Int,
        _ seed: Int,
        _ groups: PointGroups,
        _ points: EdgePoints,
        _ minimumLength: Float
    ) -> Int? {
        if let segment = fit(count, points, points.middle, minimumLength) {
            segments.append(segment)
            return nil
        }
        groups.release(count)
        let fewer = groups.gather(from: seed, cosine: Self.straighterCosine)
        if Float(fewer) >= minimumLength * 0.6, let segment = fit(fewer, points, points.middle, minimumLength) {
            segments.append(segment)
        }
        return fewer
    }

    private func fit(_ count: Int, _ points: EdgePoints, _ middle: SIMD2<Float>, _ least: Float) -> LineSegment? {
        var moments = LineMoments()
        let (list, region) = (points.points, region)
        for i in 0..<count { moments.add(list[Int(region[i])].position - middle) }
        let line = moments.line
        var segment = LineSegment(
            centre: line.centre + middle,
            direction: line.direction,
            start: .infinity,
            end: -.infinity,
            moments: moments,
            support: Float(count),
            weight: 0
        )
        var strength: Float = 0
        for i in 0..<count {
            strength += min(list[Int(region[i])].strength, 1500)
            segment.brightening += (list[Int(region[i])].direction * segment.normal).sum() / Float(count)
            let t = segment.parameter(of: list[Int(region[i])].position)
            segment.start = min(segment.start, t)
            segment.end = max(segment.end, t)
        }
        let length = segment.length
        guard length >= least, line.error < 0.5 + 0.004 * length, line.error < 1.2 else { return nil }
        segment.support = min(segment.support, length)
        segment.weight = segment.support * segment.support.squareRoot()
        segment.clearWeight = segment.weight * strength / Float(count)
        return segment
    }
}
