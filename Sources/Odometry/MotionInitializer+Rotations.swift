import Geometry

extension MotionInitializer {
    /// What the rotations alone tell.
    struct RotationEstimate {
        var unknowns: Unknowns
        /// Number of matches used.
        var matchCount: Int
    }

    /// Gyroscope bias, time offset and focal length from matches between neighbouring pictures; nil where readings are missing.
    func estimateRotations(_ window: [Picture]) -> RotationEstimate? {
        var unknowns = Unknowns(bodyFromOptical: configuration.bodyFromOptical.rotation)
        var matchCount = 0
        for scale in [16.0, 8, 4, 2, 1.5, 1.5] {
            guard let path = Path(readings, times(of: window, unknowns), unknowns) else { return nil }
            var system = MotionInitializerRotationSystem(configuration, unknowns)
            matchCount = 0
            for gap in 1...2 {
                for first in 0..<window.count - gap {
                    let nodes = (path.nodes[first], path.nodes[first + gap])
                    let matches = Self.matches(window[first], window[first + gap])
                    if gap == 1 { matchCount += matches.count }
                    system.add(matches, nodes, unknowns, tolerance: scale / focalLength)
                }
            }
            guard let step = system.solve() else { break }
            unknowns.gyroscopeBias += Vector3(step[0], step[1], step[2])
            unknowns.timeOffset += step[3]
            unknowns.focalExcess = Swift.min(Swift.max(unknowns.focalExcess + step[4], -0.3), 0.3)
        }
        return RotationEstimate(unknowns: unknowns, matchCount: matchCount)
    }

    /// As many matches of two pictures tell the rotation between them well enough.
    private static let enoughMatches = 90

    /// Points seen in both pictures, thinned evenly where there are more than needed.
    private static func matches(_ a: Picture, _ b: Picture) -> [(Vector2, Vector2)] {
        var result: [(Vector2, Vector2)] = []
        var i = 0
        var j = 0
        while i < a.sightings.count, j < b.sightings.count {
            let left = a.sightings[i]
            let right = b.sightings[j]
            if left.identifier == right.identifier { result.append((left.point, right.point)) }
            if left.identifier <= right.identifier { i += 1 }
            if right.identifier <= left.identifier { j += 1 }
        }
        let stride = (result.count + enoughMatches - 1) / enoughMatches
        return stride > 1 ? Swift.stride(from: 0, to: result.count, by: stride).map { result[$0] } : result
    }
}
