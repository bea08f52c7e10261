import Geometry

/// The axes of a plane: origin at its centre, +Y along the normal, X along the longer side.
public enum PlaneSpace: Space {}

/// How a plane lies against gravity.
public enum PlaneAlignment: Equatable, Sendable {
    /// Level: a floor, a table.
    case horizontal
    /// Upright: a wall, a poster.
    case vertical
    /// Anything between.
    case tilted

    /// Level within 5°, upright within 5°, else tilted.
    init(of normal: Vector3) {
        let rise = abs(normal.y)
        if rise > Double.cosine(of: 5 * .pi / 180) {
            self = .horizontal
        } else {
            self = rise < Double.sine(of: 5 * .pi / 180) ? .vertical : .tilted
        }
    }

    /// Whether a surface is neither level nor upright by 12°: what is nearer to one of them is that, and its landmarks
    /// are bad.
    static func isClearlyTilted(_ normal: Vector3) -> Bool {
        let rise = abs(normal.y)
        return rise < Double.cosine(of: 12 * .pi / 180) && rise > Double.sine(of: 12 * .pi / 180)
    }
}

/// A surface found among the landmarks.
public struct DetectedPlane: Equatable, Sendable {
    /// What is assumed of a surface that somebody else found, who states no accuracy.
    struct OutsideTuning: Sendable {
        /// Least side of the rectangle around it.
        ///
        /// Unit: metres. Range: 0.01…0.1. Origin: by hand: browsers report no smaller ones.
        var leastSide = 0.02
        /// Accuracy of its position along the normal, one standard deviation.
        ///
        /// Unit: metres. Range: 0.002…0.02. Origin: by hand: headsets state none.
        var offsetSigma = 0.005
        /// Accuracy of its normal, one standard deviation.
        ///
        /// Unit: radians. Range: 0.001…0.02. Origin: by hand: headsets state none.
        var normalSigma = 0.005
        /// Side of a cell of what is known of its surface.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: nothing is learnt of it, so that any size does.
        var cell = 0.05
    }

    private static let outsideTuning = OutsideTuning()

    /// Stays the same as long as the plane lives.
    public private(set) var identifier: Int32
    /// How it lies against gravity.
    public let alignment: PlaneAlignment
    /// When it was first seen, nanoseconds.
    public let firstSeenNanoseconds: Int64
    /// The infinite plane in the world.
    public var plane: Plane
    /// From the plane's axes to the world.
    public var worldFromPlane: RigidTransform<WorldSpace, PlaneSpace>
    /// Length along X and along Z, metres.
    public var extent: Vector2
    /// The convex outline in the plane's X and Z, corners in order of a positive signed area, metres.
    public var boundary: [Vector2]
    /// How many landmarks lie on it.
    public var pointCount: Int
    /// The standard deviation of the plane's offset along the normal, metres.
    public private(set) var offsetSigma: Double
    /// The standard deviation of the normal's direction, radians; for level and upright planes gravity holds it.
    public private(set) var normalSigma: Double
    /// How far poses had drifted when its landmarks were last seen.
    public private(set) var drift: DriftSpan
    /// Since when it has had no landmarks; nil while it has some.
    private(set) var lostSinceNanoseconds: Int64?
    /// How well the world's scale was known when it was last fitted, as a fraction.
    private(set) var scaleSigma: Double
    /// What is known of its surface, cell by cell.
    public internal(set) var coverage: PlaneCoverage

    /// A plane that was fitted but has no outline yet; its identifier is 0.
    init(_ fit: PlaneFit, alignment: PlaneAlignment, coverage: PlaneCoverage, _ context: DetectionContext) {
        identifier = 0
        self.alignment = alignment
        firstSeenNanoseconds = context.timestampNanoseconds
        plane = fit.plane
        worldFromPlane = RigidTransform(rotation: .identity, translation: .zero)
        extent = .zero
        boundary = []
        pointCount = 0
        offsetSigma = fit.offsetSigma
        normalSigma = fit.normalSigma
        drift = DriftSpan(middle: context.driftVariance)
        scaleSigma = context.scaleSigma
        self.coverage = coverage
    }

    /// A surface that somebody else found, with its outline in the X and Z of `pose`, whose +Y is the normal; metres.
    ///
    /// Of the outline the convex hull counts; nil if it is narrower than `leastSide` or not finite.
    package init?(
        outside identifier: Int32,
        _ pose: RigidTransform<WorldSpace, PlaneSpace>,
        outline: [Vector2],
        firstSeenNanoseconds: Int64
    ) {
        guard outline.allSatisfy({ $0.isFinite }), pose.translation.isFinite,
            let rectangle = Polygon.smallestRectangle(around: Polygon.convexHull(outline)),
            min(rectangle.extent.x, rectangle.extent.y) >= Self.outsideTuning.leastSide
        else { return nil }
        let normal = pose.rotation * Vector3(0, 1, 0)
        let axisX = pose.rotation * Vector3(rectangle.axis.x, 0, rectangle.axis.y)
        let center = pose * Vector3(rectangle.center.x, 0, rectangle.center.y)
        let rotation = Rotation(matrix: Matrix3(columns: axisX, normal, cross(axisX, normal)))
        let plane = Plane(normal: normal, through: center)
        self.identifier = identifier
        alignment = PlaneAlignment(of: normal)
        self.firstSeenNanoseconds = firstSeenNanoseconds
        self.plane = plane
        worldFromPlane = RigidTransform(rotation: rotation, translation: center)
        extent = rectangle.extent
        boundary = []
        pointCount = 0
        offsetSigma = Self.outsideTuning.offsetSigma
        normalSigma = Self.outsideTuning.normalSigma
        drift = DriftSpan()
        scaleSigma = 0
        coverage = PlaneCoverage(plane: plane, origin: center, cell: Self.outsideTuning.cell)
        boundary = Polygon.convexHull(outline.map { local(pose * Vector3($0.x, 0, $0.y)) })
    }

    // MARK: Geometry

    /// The middle of the extent in the world, metres.
    public var center: Vector3 { worldFromPlane.translation }
    /// The area of the outline, square metres.
    public var area: Double { Polygon.area(boundary) }

    /// A point of the world in the plane's X and Z, metres.
    public func local(_ pointInWorld: Vector3) -> Vector2 {
        let point = worldFromPlane.rotation.inverse * (pointInWorld - worldFromPlane.translation)
        return Vector2(point.x, point.z)
    }

    /// A point in the plane's X and Z, in the world, metres.
    public func world(_ local: Vector2) -> Vector3 { worldFromPlane * Vector3(local.x, 0, local.y) }

    /// Whether there is surface at a point of the plane.
    ///
    /// There is inside the outline, unless images or landmarks say that there is none.
    public func hasSurface(at pointInWorld: Vector3) -> Bool {
        contains(pointInWorld) && coverage.isSurface(at: pointInWorld)
    }

    /// Whether landmarks were seen through the plane at a point of it.
    public func isSeenThrough(at pointInWorld: Vector3) -> Bool { coverage.isSeenThrough(at: pointInWorld) }

    /// Whether the outline holds a point of the plane, with a margin in metres.
    public func contains(_ pointInWorld: Vector3, margin: Double = 0) -> Bool {
        Polygon.distance(from: local(pointInWorld), to: boundary) <= margin
    }

    /// Whether the outlines of two planes overlap, or nearly do by a margin in metres.
    func touches(_ other: DetectedPlane, margin: Double) -> Bool {
        other.boundary.contains { contains(other.world($0), margin: margin) }
            || boundary.contains { other.contains(world($0), margin: margin) }
    }

    /// Of the outline, the share where something was seen through the plane.
    var openShare: Double {
        let open = coverage.known.count { known in
            guard known.evidence <= -PlaneCoverage.tuning.surfaceEvidence else { return false }
            return contains(coverage.point(Vector2(Double(known.cell.x) + 0.5, Double(known.cell.y) + 0.5)))
        }
        return Double(open) * coverage.cell * coverage.cell / max(area, 1e-6)
    }

    /// Whether a user would see that the plane changed: by 1 mm, 0.1° or 5 mm of extent.
    package func differsVisibly(from old: DetectedPlane) -> Bool {
        abs(old.plane.signedDistance(to: center)) > 0.001
            || dot(old.plane.normal, plane.normal) < Double.cosine(of: 0.1 * .pi / 180)
            || (old.extent - extent).length > 0.005
            || (old.center - center).length > 0.005
            || abs(old.area - area) > 0.005 * (extent.x + extent.y)
    }

    // MARK: Life cycle

    /// The same plane under an identifier.
    func named(_ identifier: Int32) -> DetectedPlane {
        var plane = self
        plane.identifier = identifier
        return plane
    }

    /// The same plane after a new fit.
    func fitted(_ fit: PlaneFit) -> DetectedPlane {
        var result = self
        result.plane = fit.plane
        result.offsetSigma = fit.offsetSigma
        result.normalSigma = fit.normalSigma
        return result
    }

    /// The same plane, whose landmarks are there.
    func seen(scaleSigma: Double, drift: DriftSpan) -> DetectedPlane {
        var plane = self
        plane.lostSinceNanoseconds = nil
        plane.scaleSigma = scaleSigma
        plane.drift = drift
        return plane
    }

    /// The same plane, which has had no landmarks since a time.
    func lost(since nanoseconds: Int64) -> DetectedPlane {
        var plane = self
        plane.lostSinceNanoseconds = nanoseconds
        return plane
    }

    /// The same plane with what is known of the surface of another that turned out to be this one.
    func covering(_ other: DetectedPlane) -> DetectedPlane {
        var plane = self
        plane.coverage.merge(other.coverage)
        return plane
    }

    /// Moves by a change of the world's scale.
    mutating func scale(by scaling: Scaling) {
        worldFromPlane = scaling * worldFromPlane
        plane = Plane(normal: plane.normal, through: center)
        extent = extent * scaling.factor
        boundary = boundary.map { $0 * scaling.factor }
        offsetSigma *= scaling.factor
        coverage.scale(by: scaling)
    }
}
