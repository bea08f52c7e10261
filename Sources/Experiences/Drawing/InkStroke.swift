import Geometry
import SceneGraph
import WorldTracking

/// A line of ink in the world.
public struct InkStroke: Equatable, Sendable {
    /// Who drew it: 0 here, else the number of someone who shares the drawing.
    public internal(set) var author: Int32 = 0
    /// Stays the same; one of its own for each author.
    public internal(set) var identifier: Int32
    /// Its colour.
    public var color: Color
    /// How thick it is, metres.
    public var thickness: Double
    /// The points as they were set, metres in the world.
    public internal(set) var points: [Vector3]
    /// The normal of the surface it lies on.
    public internal(set) var normal: Vector3
    /// The plane's anchor that it lies on; nil where there was none yet.
    public internal(set) var planeAnchor: Int32?
    /// How far it was pulled out of its surface, metres.
    public internal(set) var height = 0.0
    /// What its solid looks like.
    public internal(set) var finish = SolidFinish.plain
    /// Grows with every change but a point at its end.
    public internal(set) var revision: Int32 = 0

    /// Whether its ends meet, so that it bounds a face: closer than a tenth of its length and than 3 cm.
    public var isClosed: Bool {
        guard points.count > 7 else { return false }
        let gap = (points[0] - points[points.count - 1]).length
        return gap < 0.1 * length && gap < 0.03
    }

    /// How long it is, metres.
    public var length: Double { zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length } }

    /// A smooth curve through the points: Catmull and Rom's, centripetal, so that it neither loops nor overshoots.
    public func smoothed(spacing: Double = 0.004) -> [Vector3] { Curve.smoothed(points, spacing: spacing) }
}

/// What a pulled solid looks like.
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
