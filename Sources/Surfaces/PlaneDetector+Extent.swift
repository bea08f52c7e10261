import Geometry

extension PlaneDetector {
    /// The largest group of points in which each has another within reach.
    func largestCluster(_ members: [SurfacePoint]) -> [SurfacePoint] {
        var isTaken = [Bool](repeating: false, count: members.count)
        var best: [Int] = []
        let reachSquared = configuration.reach * configuration.reach
        for start in members.indices where !isTaken[start] {
            var cluster = [start]
            isTaken[start] = true
            var head = 0
            while head < cluster.count {
                let point = members[cluster[head]].pointInWorld
                head += 1
                for other in members.indices where !isTaken[other] {
                    let offset = members[other].pointInWorld - point
                    if dot(offset, offset) < reachSquared {
                        isTaken[other] = true
                        cluster.append(other)
                    }
                }
            }
            if cluster.count > best.count { best = cluster }
        }
        return best.sorted().map { members[$0] }
    }

    /// A plane with its outline around its members; nil where they are too few or lie too much in a line.
    func outlined(_ plane: DetectedPlane, members: [SurfacePoint]) -> DetectedPlane? {
        guard members.count > 2 else { return nil }
        let normal = plane.plane.normal
        let (axisU, axisV) = PlaneDetector.axes(of: normal)
        let origin = plane.plane.projection(of: members[0].pointInWorld)
        let flat = members.map { Vector2(dot($0.pointInWorld - origin, axisU), dot($0.pointInWorld - origin, axisV)) }
        guard let rectangle = Polygon.smallestRectangle(around: Polygon.convexHull(flat)),
            min(rectangle.extent.x, rectangle.extent.y) > configuration.minimumExtent
        else { return nil }
        let center = plane.plane.projection(of: origin + axisU * rectangle.center.x + axisV * rectangle.center.y)
        let side = axisU * rectangle.axis.x + axisV * rectangle.axis.y
        return reshaped(plane, members: members, center: center, side: side)
    }

    private func reshaped(
        _ plane: DetectedPlane,
        members: [SurfacePoint],
        center: Vector3,
        side: Vector3
    ) -> DetectedPlane {
        var result = plane
        let axisX = steadiest(side, normal: plane.plane.normal, previous: plane)
        let axisZ = cross(axisX, plane.plane.normal)
        let rotation = Rotation(matrix: Matrix3(columns: axisX, plane.plane.normal, axisZ))
        result.worldFromPlane = RigidTransform(rotation: rotation, translation: center)
        let hull = Polygon.convexHull(members.map { result.local($0.pointInWorld) })
        result.boundary = hull
        let low = hull.reduce(hull[0]) { Vector2(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = hull.reduce(hull[0]) { Vector2(max($0.x, $1.x), max($0.y, $1.y)) }
        result.extent = high - low
        result.pointCount = members.count
        return result
    }

    /// Of a rectangle's four directions the one nearest to the plane's X axis so far; the longer side for a new plane.
    private func steadiest(_ side: Vector3, normal: Vector3, previous: DetectedPlane) -> Vector3 {
        guard !previous.boundary.isEmpty else { return side }
        let other = cross(normal, side)
        let axis = previous.worldFromPlane.rotation * Vector3(1, 0, 0)
        var best = side
        for candidate in [other, -side, -other] where dot(candidate, axis) > dot(best, axis) { best = candidate }
        return best
    }
}
