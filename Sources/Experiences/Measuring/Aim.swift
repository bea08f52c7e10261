import Geometry
import WorldTracking

/// Where the reticle lies.
public struct Aim: Equatable, Sendable {
    /// How much can be made of it.
    public enum Confidence: Int32, Equatable, Sendable, Comparable {
        /// Only a landmark.
        case weak = 0
        /// A guessed plane, or a found one beyond its outline.
        case fair = 1
        /// A found plane.
        case good = 2

        /// Weak before fair before good.
        public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
    }

    /// What the ray met.
    public var hit: HitTestResult
    /// What the point was drawn to.
    public var snap: Snap?
    /// How much can be made of it.
    public var confidence: Confidence

    /// How well the point is known without the world's scale: one standard deviation, all directions together, metres.
    public var sigma: Double { Self.sigma(of: hit.covariance) }

    /// How well a point must be known to be set at once: as a fraction of its distance, and metres at most.
    private static let accuracy = (ofDistance: 0.03, metres: 0.05)
    /// Beyond this distance it helps more to come nearer than to move sideways, metres.
    private static let far = 2.0

    /// Whether a point with a covariance is known well enough to be set at once, seen from a distance in metres.
    package static func isAccurate(_ covariance: Matrix3, seenFrom distance: Double) -> Bool {
        sigma(of: covariance) <= min(accuracy.metres, accuracy.ofDistance * distance)
    }

    /// Whether the aim was drawn to nothing, or to a straight edge.
    var isAtNothingSharp: Bool {
        switch snap {
        case nil, .line: true
        default: false
        }
    }

    private static func sigma(of covariance: Matrix3) -> Double {
        max(0, covariance[0, 0] + covariance[1, 1] + covariance[2, 2]).squareRoot()
    }

    /// What makes the point better known; nil if it is known well enough, and for a point that was set before.
    ///
    /// `isDoubtful` says that the aim passes close to the outline of a nearer plane, which may be what is meant.
    func accuracyAdvice(isDoubtful: Bool) -> TrackingAdvice? {
        switch snap {
        case .point, .closing: return nil
        default: break
        }
        if isDoubtful, hit.type != .existingPlaneUsingExtent { return .aimInside }
        guard !Self.isAccurate(hit.covariance, seenFrom: hit.distance) else { return nil }
        if hit.type == .existingPlane { return .aimInside }
        return hit.distance > Self.far ? .comeNearer : .moveSideways
    }

    static func confidence(of type: HitTestTypes) -> Confidence {
        switch type {
        case .existingPlaneUsingExtent: .good
        case .featurePoint: .weak
        default: .fair
        }
    }
}

/// What a point was drawn to.
public enum Snap: Equatable, Sendable {
    /// A point set before: of a measurement, by its position.
    case point(measurement: Int32, index: Int)
    /// The first point of the chain that is being set: it closes.
    case closing
    /// The edge of a plane, by its anchor.
    case edge(anchor: Int32)
    /// A right angle to the segment before.
    case rightAngle
    /// A thing's corner in the image.
    case corner
    /// A thing's straight edge in the image; its direction in the world, of length 1.
    case line(along: Vector3)
}
