import Geometry

extension PlaneDetector {
    /// The largest group of points in which each is joined to another.
    func largestCluster(_ members: [SurfacePoint], on coverage: PlaneCoverage? = nil) -> [SurfacePoint] {
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
                    if isJoined(point, members[other].pointInWorld, coverage) {
                        isTaken[other] = true
                        cluster.append(other)
                    }
                }
            }
            if cluster.count > best.count { best = cluster }
        }
        return best.sorted().map { members[$0] }
    }

    /// Whether two points are of one surface: near each other, with no place between that was seen through; where pictures tell of
    /// the surface, far ones only with surface between.
    private func isJoined(_ a: Vector3, _ b: Vector3, _ coverage: PlaneCoverage?) -> Bool {
        let offset = b - a
        let distance = dot(offset, offset)
        guard distance < configuration.reach * configuration.reach else { return false }
        guard let coverage else { return true }
        let near = configuration.growsByPictures ? min(configuration.reach, 4 * coverage.cell) : configuration.reach
        switch coverage.way(from: a, to: b) {
        case .open: return false
        case .surface: return true
        case .unknown: return distance < near * near
        }
    }

    /// A plane with its outline around its members; nil where they are too few or lie too much in a line.
    func outlined(_ plane: DetectedPlane, members: [SurfacePoint]) -> DetectedPlane? {
        guard members.count > 2 else { return nil }
        let normal = plane.plane.normal
        let (axisU, axisV) = PlaneDetector.axes(of: normal)
        let origin = plane.plane.projection(of: members[0].pointInWorld)
        let outer = outerPoints(plane, members)
        let flat = outer.map { Vector2(dot($0 - origin, axisU), dot($0 - origin, axisV)) }
        guard let rectangle = Polygon.smallestRectangle(around: Polygon.convexHull(flat)),
            min(rectangle.extent.x, rectangle.extent.y) > smallestExtent(of: plane)
        else { return nil }
        let center = plane.plane.projection(of: origin + axisU * rectangle.center.x + axisV * rectangle.center.y)
        let side = axisU * rectangle.axis.x + axisV * rectangle.axis.y
        var result = reshaped(plane, outer: outer, center: center, side: side)
        result.pointCount = members.count
        return result
    }

    /// A plane that is known may become smaller than a new one must be: what is just large enough is not to be lost and found anew.
    private func smallestExtent(of plane: DetectedPlane) -> Double {
        let least = configuration.minimumExtent * (plane.boundary.isEmpty ? 1 : 0.5)
        switch plane.alignment {
        case .horizontal: return least
        case .vertical: return 1.5 * least
        case .tilted: return 2 * least
        }
    }

    /// The members' places, and the corners of the cells that pictures showed to be surface.
    private func outerPoints(_ plane: DetectedPlane, _ members: [SurfacePoint]) -> [Vector3] {
        var result = surest(members, plane).map { $0.pointInWorld }
        guard configuration.growsByPictures else { return result }
        let seeds = members.map { plane.coverage.cell(of: $0.pointInWorld) }
        for cell in plane.coverage.surfaceEnds(from: seeds) {
            for corner in [Vector2(0.2, 0.2), Vector2(0.8, 0.2), Vector2(0.2, 0.8), Vector2(0.8, 0.8)] {
                let place = Vector2(Double(cell.x), Double(cell.y)) + corner
                result.append(plane.plane.projection(of: plane.coverage.point(place)))
            }
        }
        return result
    }

    /// The members that are known well and lie well on the plane; all where most are not known well yet.
    ///
    /// A landmark of a chair beside a table, known badly, is within reach of the table for a while, and one is enough to draw the
    /// outline out to it.
    private func surest(_ members: [SurfacePoint], _ plane: DetectedPlane) -> [SurfacePoint] {
        let sure = members.filter { point in
            abs(plane.plane.signedDistance(to: point.pointInWorld)) < configuration.thickness
                && point.sigma(along: plane.plane.normal) < configuration.thickness
        }
        return 2 * sure.count > members.count ? sure : members
    }

    private func reshaped(
        _ plane: DetectedPlane,
        outer: [Vector3],
        center: Vector3,
        side: Vector3
    ) -> DetectedPlane {
        var result = plane
        let axisX = steadiest(side, normal: plane.plane.normal, previous: plane)
        let axisZ = cross(axisX, plane.plane.normal)
        let rotation = Rotation(matrix: Matrix3(columns: axisX, plane.plane.normal, axisZ))
        result.worldFromPlane = RigidTransform(rotation: rotation, translation: center)
        let hull = Polygon.convexHull(outer.map { result.local($0) })
        result.boundary = hull
        let low = hull.reduce(hull[0]) { Vector2(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = hull.reduce(hull[0]) { Vector2(max($0.x, $1.x), max($0.y, $1.y)) }
        result.extent = high - low
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
