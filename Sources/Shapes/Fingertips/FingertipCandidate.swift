/// A point on a hand's outline that is shaped like the end of a finger, in pixels of the map.
struct FingertipCandidate {
    /// The outermost point.
    var point = SIMD2<Float>.zero
    /// The direction from the tip into the finger, of length 1.
    var inward = SIMD2<Float>(0, 1)
    /// 0…1: narrow and attached on one side only.
    var quality: Float = 0

    /// The finger's outermost point on its middle line, to a fraction of a pixel; `point` itself is anywhere on the
    /// round end.
    func outermost(in map: HandMap, fingerWidth: Float) -> SIMD2<Float> {
        let across = SIMD2(-inward.y, inward.x)
        var shift: Float = 0
        var rows: Float = 0
        for row in 2...8 {
            let middle = point + inward * (0.15 * fingerWidth * Float(row))
            guard let left = way(map, from: middle, along: -across, limit: 1.2 * fingerWidth),
                let right = way(map, from: middle, along: across, limit: 1.2 * fingerWidth)
            else { continue }
            shift += (right - left) / 2
            rows += 1
        }
        if rows > 0 { shift /= rows }
        let inside = point + across * shift + inward * (0.6 * fingerWidth)
        var length: Float = 0
        var lines: Float = 0
        for line in -2...2 {
            let start = inside + across * (0.1 * fingerWidth * Float(line))
            guard let way = way(map, from: start, along: -inward, limit: 1.6 * fingerWidth) else { continue }
            length += way
            lines += 1
        }
        return lines > 0 ? inside - inward * (length / lines) : point
    }

    /// The distance from a point to the hand's border along a direction; nil if the point is outside the hand or the
    /// border is beyond the limit.
    private func way(_ map: HandMap, from start: SIMD2<Float>, along: SIMD2<Float>, limit: Float) -> Float? {
        var length: Float = 0
        while length < limit {
            let point = start + along * length
            guard point.x >= 0, point.y >= 0, map.isHand(Int(point.x), Int(point.y)) else {
                return length > 0 ? length - 0.25 : nil
            }
            length += 0.5
        }
        return nil
    }
}
