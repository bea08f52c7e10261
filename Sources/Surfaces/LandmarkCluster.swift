import Geometry

/// Groups of landmarks that are of one surface.
enum LandmarkCluster {
    /// The largest group of landmarks in which each is joined to another.
    static func largest(
        among members: [WorldLandmark],
        on coverage: PlaneCoverage? = nil,
        _ configuration: PlaneDetectorConfiguration
    ) -> [WorldLandmark] {
        var isTaken = [Bool](repeating: false, count: members.count)
        var best: [Int] = []
        for start in members.indices where !isTaken[start] {
            var cluster = [start]
            isTaken[start] = true
            var head = 0
            while head < cluster.count {
                let point = members[cluster[head]].pointInWorld
                head += 1
                for other in members.indices where !isTaken[other] {
                    if isJoined(point, members[other].pointInWorld, coverage, configuration) {
                        isTaken[other] = true
                        cluster.append(other)
                    }
                }
            }
            if cluster.count > best.count { best = cluster }
        }
        return best.sorted().map { members[$0] }
    }

    /// Whether two points are of one surface: near each other, and nothing was seen through the plane between them; if
    /// images show the surface, far ones only with surface between.
    private static func isJoined(
        _ a: Vector3,
        _ b: Vector3,
        _ coverage: PlaneCoverage?,
        _ configuration: PlaneDetectorConfiguration
    ) -> Bool {
        let offset = b - a
        let distance = dot(offset, offset)
        guard distance < configuration.reach * configuration.reach else { return false }
        guard let coverage else { return true }
        let near = configuration.growsByImages ? min(configuration.reach, 4 * coverage.cell) : configuration.reach
        switch coverage.way(from: a, to: b) {
        case .open: return false
        case .surface: return true
        case .unknown: return distance < near * near
        }
    }
}
