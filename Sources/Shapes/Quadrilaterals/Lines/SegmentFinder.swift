/// Finds the straight pieces of edges.
///
/// Touching thin edge points of similar direction form groups, the strongest first, and a line is fitted to each group;
/// a bent group is formed again within half the tolerance. After R. Grompone von Gioi and others, "LSD: a fast line
/// segment detector with a false detection control", 2010, on thinned points as in C. Akinlar, C. Topal, "EDLines",
/// 2011.
final class SegmentFinder {
    private(set) var segments: [LineSegment] = []
    private var used = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    private var region = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var capacity = 0
    /// The evidence of long bent edges about the lens.
    private(set) var bends: [EdgeBend] = []

    deinit {
        used.deallocate()
        region.deallocate()
    }

    private func reserve(_ count: Int) {
        if count <= capacity { return }
        used.deallocate()
        region.deallocate()
        capacity = count * 5 / 4 + 1024
        used = .allocate(capacity: capacity)
        region = .allocate(capacity: capacity)
    }

    /// Groups the points into segments at least `minimumLength` pixels long.
    func find(in points: EdgePoints, minimumLength: Float, measuringBends: Bool) {
        reserve(points.count)
        used.initialize(repeating: false, count: points.count)
        segments.removeAll(keepingCapacity: true)
        bends.removeAll(keepingCapacity: true)
        let middle = SIMD2(Float(points.width), Float(points.height)) / 2
        // Read once: each access to a class's property is checked for exclusivity.
        let (order, used) = (points.order, used)
        for rank in 0..<points.count {
            let seed = Int(order[rank])
            if used[seed] { continue }
            let count = gather(from: seed, points, cosine: 0.92)
            if Float(count) < minimumLength * 0.6 { continue }
            if measuringBends, count >= 40, let bend = EdgeBend(region, count, points.points, about: middle) {
                bends.append(bend)
            }
            if let segment = fit(count, points, middle, minimumLength) {
                segments.append(segment)
            } else {
                regather(count, seed, points, middle, minimumLength)
            }
        }
    }

    /// Releases a bent group and keeps the straighter part around its seed.
    private func regather(_ count: Int, _ seed: Int, _ points: EdgePoints, _ middle: SIMD2<Float>, _ least: Float) {
        let (used, region) = (used, region)
        for i in 0..<count { used[Int(region[i])] = false }
        let fewer = gather(from: seed, points, cosine: 0.985)
        if Float(fewer) >= least * 0.6, let segment = fit(fewer, points, middle, least) { segments.append(segment) }
    }

    private func gather(from seed: Int, _ points: EdgePoints, cosine: Float) -> Int {
        let (list, indexOfPixel, width) = (points.points, points.indexOfPixel, points.width)
        let (region, used) = (region, used)
        region[0] = Int32(truncatingIfNeeded: seed)
        used[seed] = true
        var sum = list[seed].direction
        var bound = cosine
        var count = 1
        var next = 0
        while next < count {
            let pixel = Int(list[Int(region[next])].pixel)
            next += 1
            for dy in -1...1 {
                let row = indexOfPixel + (pixel + dy * width)
                for dx in -1...1 {
                    let index = Int(row[dx]) - 1
                    if index < 0 || used[index] { continue }
                    let direction = list[index].direction
                    if (direction * sum).sum() < bound { continue }
                    used[index] = true
                    region[count] = Int32(truncatingIfNeeded: index)
                    count += 1
                    sum += direction
                    bound = cosine * (sum * sum).sum().squareRoot()
                }
            }
        }
        return count
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
