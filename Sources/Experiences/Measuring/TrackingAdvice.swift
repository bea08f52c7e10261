import Odometry
import WorldTracking

/// The state of tracking as a person sees it, and what to do.
public enum TrackingAdvice: Int32, Equatable, Sendable {
    /// No pose at all.
    case unavailable = 0
    /// The start.
    case initializing = 1
    /// Too fast.
    case excessiveMotion = 2
    /// Too little to see.
    case insufficientFeatures = 3
    /// The old place is looked for.
    case relocalizing = 4
    /// Tracking is good, but the scale is not known yet.
    case scaleUnknown = 5
    /// Tracking is good, but nothing is known yet at the aim.
    case noSurface = 6
    /// Ready.
    case normal = 7
    /// Tracking is good, but the aimed point is too far away to be known well.
    case comeNearer = 8
    /// Tracking is good, but the aimed point was seen from too few sides to be known well.
    case moveSideways = 9
    /// The aim is beside the edge of a surface: what is meant is not known.
    case aimInside = 10

    /// Tracking is good and the aim lies on a surface, but the scale is only known roughly.
    case scaleRough = 11

    /// How well the scale must be known before a length is measured at once, and how well for a rough one, as a fraction.
    private static let scaleLimits = (sure: 0.05, rough: 0.2)

    /// The advice for a frame; `hasSurface` states whether the aim hits anything known.
    public init(frame: Frame, hasSurface: Bool) {
        switch frame.trackingState {
        case .notAvailable: self = .unavailable
        case .limited(.initializing): self = .initializing
        case .limited(.excessiveMotion): self = .excessiveMotion
        case .limited(.insufficientFeatures): self = .insufficientFeatures
        case .limited(.relocalizing): self = .relocalizing
        case .normal where !(frame.scaleSigma < Self.scaleLimits.sure):
            self = hasSurface && frame.scaleSigma < Self.scaleLimits.rough ? .scaleRough : .scaleUnknown
        case .normal: self = hasSurface ? .normal : .noSurface
        }
    }

    /// Whether only the aimed point, or the scale, is not known well: a second tap takes it as a rough one.
    public var concernsAccuracy: Bool {
        switch self {
        case .comeNearer, .moveSideways, .aimInside, .scaleRough: true
        default: false
        }
    }

    /// A sentence for a person.
    public var text: StaticString {
        switch self {
        case .unavailable: "Tracking is not available yet. Point the camera at the room."
        case .initializing: "Starting: move the phone slowly from side to side."
        case .excessiveMotion: "Too much camera movement: slow down a little."
        case .insufficientFeatures: "Not enough surface detail: point at something with texture or more light."
        case .relocalizing: "Finding the place again: point the camera where you measured before."
        case .scaleUnknown: "Finding the scale: move the phone a hand's breadth left and right, not only turning it."
        case .scaleRough: "The scale is not exact yet: go on moving the phone left and right."
        case .noSurface: "Aim at a surface, and move a little until the ring lies on it."
        case .normal: "Ready."
        case .comeNearer: "Not exact from here: come nearer."
        case .moveSideways: "Not exact yet: move sideways, with the ring on the same place."
        case .aimInside: "Beside the edge: aim a little inside."
        }
    }
}
