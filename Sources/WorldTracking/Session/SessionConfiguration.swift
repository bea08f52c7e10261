import Geometry
import Odometry
import Surfaces

/// What a session does.
public struct SessionConfiguration: Equatable, Sendable {
    /// Which planes become anchors.
    public var planeDetection: PlaneDetection
    /// What a plane is.
    public var planes: PlaneDetectorConfiguration
    /// Whether a user's anchors outlive an interruption that ends in a fresh start.
    public var keepsAnchorsOverRestart: Bool
    /// Whether the place is remembered, to be recognised after an interruption and when it is seen again.
    ///
    /// A change leaves what is remembered already.
    public var remembersPlace: Bool
    /// How long the session tries to recognise an old place before a fresh start, seconds; may be infinite.
    public var relocalizationTimeout: Double
    /// How long images may be missing before the session counts as interrupted, seconds.
    public var interruptionAfter: Double

    /// The defaults: all planes, anchors kept, the place remembered, ten seconds to relocalise.
    public init(
        planeDetection: PlaneDetection = .all,
        planes: PlaneDetectorConfiguration = .init(),
        keepsAnchorsOverRestart: Bool = false,
        remembersPlace: Bool = true,
        relocalizationTimeout: Double = 10,
        interruptionAfter: Double = 0.5
    ) {
        self.planeDetection = planeDetection
        self.planes = planes
        self.keepsAnchorsOverRestart = keepsAnchorsOverRestart
        self.remembersPlace = remembersPlace
        self.relocalizationTimeout = relocalizationTimeout
        self.interruptionAfter = interruptionAfter
    }

    /// What a plane is and which to detect.
    var detectedPlanes: PlaneDetectorConfiguration {
        var result = planes
        result.findsHorizontal = planeDetection.contains(.horizontal)
        result.findsVertical = planeDetection.contains(.vertical)
        result.findsTilted = planeDetection.contains(.tilted)
        return result
    }
}

/// Which planes to detect.
public struct PlaneDetection: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Level ones.
    public static let horizontal = PlaneDetection(rawValue: 1)
    /// Upright ones.
    public static let vertical = PlaneDetection(rawValue: 2)
    /// All others.
    public static let tilted = PlaneDetection(rawValue: 4)
    /// Every plane.
    public static let all: PlaneDetection = [.horizontal, .vertical, .tilted]
}

/// How a session starts.
public struct RunOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Forget the camera's pose and restart the world.
    public static let resetTracking = RunOptions(rawValue: 1)
    /// Drop the anchors of the run before.
    public static let removeExistingAnchors = RunOptions(rawValue: 2)
}
