import Geometry
import SceneGraph
import WorldTracking

/// A line of ink in the world.
public struct InkStroke: Equatable, Sendable {
    /// The author: 0 for this device, else the number of someone who shares the drawing.
    public let author: Int32
    /// A constant identifier, unique for each author.
    public let identifier: Int32
    /// Its colour.
    public var color: Color
    /// Its thickness, metres.
    public var thickness: Double
    /// The points, metres in the world.
    public private(set) var points: [Vector3]
    /// The normal of the surface it lies on.
    public private(set) var normal: Vector3
    /// The anchor of its plane; nil if there is none yet.
    public private(set) var planeAnchor: Int32?
    /// The height to which it was pulled above its surface, metres.
    public private(set) var height: Double
    /// The finish of its solid.
    public private(set) var finish: SolidFinish
    /// Increases with every change except a point added at its end.
    public private(set) var revision: Int32 = 0

    /// The maximum height, metres.
    private static let maximumHeight = 3.0
    /// The maximum distance of an outline's points, metres.
    private static let outlineSpacing = 0.008

    init(
        author: Int32 = 0,
        identifier: Int32,
        color: Color,
        thickness: Double,
        points: [Vector3],
        normal: Vector3,
        planeAnchor: Int32?,
        height: Double = 0,
        finish: SolidFinish = .plain
    ) {
        self.author = author
        self.identifier = identifier
        self.color = color
        self.thickness = thickness
        self.points = points
        self.normal = normal
        self.planeAnchor = planeAnchor
        self.height = height
        self.finish = finish
    }

    /// Whether its ends meet, so that it bounds a face: closer than a tenth of its length and than 3 cm.
    public var isClosed: Bool {
        guard points.count > 7 else { return false }
        let gap = (points[0] - points[points.count - 1]).length
        return gap < 0.1 * length && gap < 0.03
    }

    /// Its length, metres.
    public var length: Double { zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length } }

    /// A smooth curve through the points: a centripetal Catmull–Rom spline, which has no loops or overshoot.
    public func smoothed(spacing: Double = 0.004) -> [Vector3] { Curve.smoothed(points, spacing: spacing) }

    /// Its watertight solid: a body if the stroke is closed, else a wall of its thickness; nil if it was not pulled.
    public var solid: Mesh? {
        guard height > 1e-4, points.count > 1 else { return nil }
        let axes = SurfaceAxes(normal: normal, origin: points[0])
        let path = Curve.smoothed(points, spacing: Self.outlineSpacing).map(axes.pointOnSurface)
        let outline = isClosed ? Outline.simplified(path) : Outline.wall(along: path, thickness: thickness)
        return Prism.mesh(of: outline, height: height) { flat, height in axes.pointInWorld(flat, height) }
    }

    /// Whether it has this author and identifier.
    func isStroke(of author: Int32, _ identifier: Int32) -> Bool {
        self.author == author && self.identifier == identifier
    }

    /// Adds a point at the end.
    mutating func appendPoint(_ point: Vector3) { points.append(point) }

    /// Pulls it to a height above its surface, metres.
    mutating func pull(to height: Double, finish: SolidFinish) {
        self.height = min(max(0, height), Self.maximumHeight)
        self.finish = finish
        revision &+= 1
    }

    /// Changes the finish of its solid.
    mutating func setFinish(_ finish: SolidFinish) {
        self.finish = finish
        revision &+= 1
    }

    /// Moves it to a plane's anchor, if the points are farther from it than a step, metres.
    mutating func lie(on anchor: Anchor, step: Double) {
        let plane = anchor.surface
        planeAnchor = anchor.identifier
        normal = anchor.worldFromAnchor.rotation * Vector3(0, 1, 0)
        guard abs(plane.signedDistance(to: points[0])) > step else { return }
        points = points.map(plane.projection)
    }

    /// Moves by a change of the world's scale.
    mutating func scale(by change: ScaleChange) {
        let scaling = change.scaling(ofPlaneAnchor: planeAnchor)
        points = points.map { scaling * $0 }
        revision &+= 1
    }

    /// The stroke transformed to other axes.
    func moved<A, B>(by transform: RigidTransform<A, B>) -> InkStroke {
        var moved = self
        moved.points = points.map { transform.rotation * $0 + transform.translation }
        moved.normal = transform.rotation * normal
        moved.planeAnchor = nil
        return moved
    }

    /// The stroke rotated about the origin.
    func rotated(by rotation: Rotation) -> InkStroke {
        var rotated = self
        rotated.points = points.map { rotation * $0 }
        rotated.normal = rotation * normal
        return rotated
    }

    /// The same stroke with another identifier.
    func renumbered(_ identifier: Int32) -> InkStroke {
        var copy = InkStroke(
            author: author,
            identifier: identifier,
            color: color,
            thickness: thickness,
            points: points,
            normal: normal,
            planeAnchor: planeAnchor,
            height: height,
            finish: finish
        )
        copy.revision = revision
        return copy
    }

    /// The stroke with a received part that replaces its points from an index on.
    func joined(with part: InkStroke, from index: Int) -> InkStroke {
        var joined = part
        joined.planeAnchor = planeAnchor
        joined.points = Array(points.prefix(index)) + part.points
        joined.revision = revision &+ 1
        return joined
    }

    /// A separate flat stroke along some of its points.
    func piece(_ points: [Vector3], identifier: Int32) -> InkStroke {
        InkStroke(
            identifier: identifier,
            color: color,
            thickness: thickness,
            points: points,
            normal: normal,
            planeAnchor: planeAnchor
        )
    }
}

/// The material of a pulled solid.
public enum SolidFinish: Int32, Equatable, Sendable, CaseIterable {
    /// The stroke's colour, matt.
    case plain = 0
    /// Oak.
    case wood = 1
    /// Brushed metal.
    case metal = 2
    /// Glazed like a cup.
    case glazed = 3
}

/// The axes of a stroke's surface: two along it, one along its normal.
private struct SurfaceAxes {
    private let origin: Vector3
    private let axisU: Vector3
    private let axisV: Vector3
    private let normal: Vector3

    init(normal: Vector3, origin: Vector3) {
        self.normal = normal.normalized
        self.origin = origin
        axisU = self.normal.anyPerpendicular
        axisV = cross(self.normal, axisU)
    }

    func pointOnSurface(_ point: Vector3) -> Vector2 {
        Vector2(dot(point - origin, axisU), dot(point - origin, axisV))
    }

    func pointInWorld(_ flat: Vector2, _ height: Double) -> Vector3 {
        origin + axisU * flat.x + axisV * flat.y + normal * height
    }
}
