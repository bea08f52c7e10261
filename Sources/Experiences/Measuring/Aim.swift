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

    static func confidence(of type: HitTestTypes) -> Confidence {
        switch type {
        case .existingPlaneUsingExtent: .good
        case .featurePoint: .weak
        default: .fair
        }
    }
}
