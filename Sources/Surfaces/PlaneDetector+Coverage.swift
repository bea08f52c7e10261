import Geometry

extension PlaneDetector {
    /// How high above a plane what stands on it may reach, metres.
    private static let standing = 0.3

    /// Notes where the landmarks seen now lie on planes, where they are seen through them, and where they stand on them.
    mutating func notePoints(of now: Int64) {
        for stored in points where stored.lastSeenNanoseconds == now {
            for index in planes.indices { note(stored, on: &planes[index]) }
        }
    }

    private func note(_ stored: StoredPoint, on plane: inout DetectedPlane) {
        let point = stored.point
        if stored.plane == plane.identifier {
            plane.coverage.add(2, at: plane.coverage.cell(of: point.pointInWorld))
        } else if let place = piercing(point, plane.plane) {
            plane.coverage.add(-1, at: plane.coverage.cell(of: place))
        } else if isStanding(point, on: plane) {
            // Like a look that found no surface: nothing was seen through the plane.
            plane.coverage.add(-2, at: plane.coverage.cell(of: point.pointInWorld), byLooking: true)
        }
    }

    /// Whether a landmark belongs to a thing that stands on a plane: clearly above its outline, and no higher than such things are.
    private func isStanding(_ point: SurfacePoint, on plane: DetectedPlane) -> Bool {
        let height = plane.plane.signedDistance(to: point.pointInWorld)
        return height > clearance(of: point, from: plane.plane) && height < Self.standing
            && plane.contains(point.pointInWorld)
    }

    /// How far from a plane a landmark clearly does not lie on it, metres.
    private func clearance(of point: SurfacePoint, from plane: Plane) -> Double {
        max(2 * configuration.thickness, 4 * point.sigma(along: plane.normal))
    }

    /// Where the sight of a landmark pierces a plane that it lies clearly behind; nil where it does not.
    private func piercing(_ point: SurfacePoint, _ plane: Plane) -> Vector3? {
        let behind = -plane.signedDistance(to: point.pointInWorld)
        let before = plane.signedDistance(to: cameraInWorld)
        guard before > 0.05, behind > clearance(of: point, from: plane) else { return nil }
        return cameraInWorld + (point.pointInWorld - cameraInWorld) * (before / (before + behind))
    }

    /// What the landmarks of the last second say of a plane that may be one.
    func coverage(of plane: Plane, around members: [SurfacePoint], _ now: Int64) -> PlaneCoverage {
        let middle = members.reduce(Vector3.zero) { $0 + $1.pointInWorld } / Double(max(1, members.count))
        let cell = min(0.12, max(0.025, 0.05 * (middle - cameraInWorld).length))
        var coverage = PlaneCoverage(plane: plane, origin: middle, cell: cell)
        for stored in points where now - stored.lastSeenNanoseconds < 1_000_000_000 {
            if let place = piercing(stored.point, plane) { coverage.add(-3, at: coverage.cell(of: place)) }
        }
        return coverage
    }
}
