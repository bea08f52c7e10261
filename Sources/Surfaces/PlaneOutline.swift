import Geometry

/// The outline of a plane around its landmarks and around the cells that images showed to be surface.
enum PlaneOutline {
    /// A plane with its outline around its members; nil if they are too few or lie too much in a line.
    static func outlined(
        _ plane: DetectedPlane,
        members: [WorldLandmark],
        _ configuration: PlaneDetectorConfiguration
    ) -> DetectedPlane? {
        guard members.count > 2 else { return nil }
        let normal = plane.plane.normal
        let (axisU, axisV) = PlaneFit.axes(of: normal)
        let origin = plane.plane.projection(of: members[0].pointInWorld)
        let outer = outerPoints(plane, members, configuration)
        let flat = outer.map { Vector2(dot($0 - origin, axisU), dot($0 - origin, axisV)) }
        // A plane that is known may become smaller than a new one must be: what is just large enough is not lost and
        // found anew.
        let smallest = configuration.smallestExtent(plane.alignment) * (plane.boundary.isEmpty ? 1 : 0.5)
        guard let rectangle = Polygon.smallestRectangle(around: Polygon.convexHull(flat)),
            min(rectangle.extent.x, rectangle.extent.y) > smallest
        else { return nil }
        let center = plane.plane.projection(of: origin + axisU * rectangle.center.x + axisV * rectangle.center.y)
        let side = axisU * rectangle.axis.x + axisV * rectangle.axis.y
        var result = reshaped(plane, outer: outer, center: center, side: side)
        result.pointCount = members.count
        return result
    }

    /// The members' positions, and the corners of the cells that images showed to be surface.
    private static func outerPoints(
        _ plane: DetectedPlane,
        _ members: [WorldLandmark],
        _ configuration: PlaneDetectorConfiguration
    ) -> [Vector3] {
        var result = surest(members, plane, configuration.thickness).map { $0.pointInWorld }
        guard configuration.growsByImages else { return result }
        let seeds = members.map { plane.coverage.cell(of: $0.pointInWorld) }
        for cell in plane.coverage.surfaceEnds(from: seeds) {
            for corner in [Vector2(0.2, 0.2), Vector2(0.8, 0.2), Vector2(0.2, 0.8), Vector2(0.8, 0.8)] {
                let position = Vector2(Double(cell.x), Double(cell.y)) + corner
                result.append(plane.plane.projection(of: plane.coverage.point(position)))
            }
        }
        return result
    }

    /// The members that are known well and lie well on the plane; all if most are not known well yet.
    ///
    /// A landmark of a chair beside a table, known badly, is within reach of the table for a while, and one is enough
    /// to draw the outline out to it.
    private static func surest(
        _ members: [WorldLandmark],
        _ plane: DetectedPlane,
        _ thickness: Double
    ) -> [WorldLandmark] {
        let sure = members.filter { landmark in
            abs(plane.plane.signedDistance(to: landmark.pointInWorld)) < thickness
                && landmark.sigma(along: plane.plane.normal) < thickness
        }
        return 2 * sure.count > members.count ? sure : members
    }

    private static func reshaped(
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
    private static func steadiest(_ side: Vector3, normal: Vector3, previous: DetectedPlane) -> Vector3 {
        guard !previous.boundary.isEmpty else { return side }
        let other = cross(normal, side)
        let axis = previous.worldFromPlane.rotation * Vector3(1, 0, 0)
        var best = side
        for candidate in [other, -side, -other] where dot(candidate, axis) > dot(best, axis) { best = candidate }
        return best
    }
}
