extension FingertipCandidate {
    /// Rows across the finger, in parts of its width from its outermost point.
    private static let rows: [Float] = [0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.35]

    /// The finger's outermost point on its middle line, to a part of a pixel; `point` itself is anywhere on the round end.
    func outermost(in map: HandMap, fingerWidth: Float) -> SIMD2<Float> {
        let coarse = middleLine(in: map, from: point, inward, fingerWidth)
        let line = coarse.map { middleLine(in: map, from: $0.place, $0.inward, fingerWidth) ?? $0 }
        let inward = line?.inward ?? inward
        let across = SIMD2(-inward.y, inward.x)
        let inside = (line?.place ?? point) + inward * (0.6 * fingerWidth)
        var length: Float = 0
        var lines: Float = 0
        for step in -2...2 {
            let start = inside + across * (0.1 * fingerWidth * Float(step))
            guard let way = way(map, from: start, along: -inward, limit: 1.6 * fingerWidth) else { continue }
            length += way
            lines += 1
        }
        return lines > 0 ? inside - inward * (length / lines) : point
    }

    /// The line through the middles of rows across the finger: a place near its end and its direction into the finger.
    ///
    /// Nil where the finger's sides are not seen on most rows.
    private func middleLine(
        in map: HandMap,
        from start: SIMD2<Float>,
        _ inward: SIMD2<Float>,
        _ fingerWidth: Float
    ) -> (place: SIMD2<Float>, inward: SIMD2<Float>)? {
        let across = SIMD2(-inward.y, inward.x)
        var count: Float = 0
        var (sumAlong, sumShift, sumSquare, sumProduct): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for row in Self.rows {
            let along = row * fingerWidth
            let middle = start + inward * along
            guard let left = way(map, from: middle, along: -across, limit: 1.2 * fingerWidth),
                let right = way(map, from: middle, along: across, limit: 1.2 * fingerWidth)
            else { continue }
            let shift = (right - left) / 2
            count += 1
            sumAlong += along
            sumShift += shift
            sumSquare += along * along
            sumProduct += along * shift
        }
        let spread = sumSquare - sumAlong * sumAlong / max(1, count)
        guard count > 5, spread > 0 else { return nil }
        let slope = max(-0.5, min(0.5, (sumProduct - sumAlong * sumShift / count) / spread))
        let shift = (sumShift - slope * sumAlong) / count
        let turned = inward + across * slope
        let length = (turned * turned).sum().squareRoot()
        return (start + across * shift, turned / length)
    }

    /// How far the hand reaches from a place in it; nil where the place is out of it or the end is not met within the limit.
    private func way(_ map: HandMap, from start: SIMD2<Float>, along: SIMD2<Float>, limit: Float) -> Float? {
        var length: Float = 0
        while length < limit {
            let place = start + along * length
            guard place.x >= 0, place.y >= 0, map.isHand(Int(place.x), Int(place.y)) else {
                return length > 0 ? length - 0.25 : nil
            }
            length += 0.5
        }
        return nil
    }
}
