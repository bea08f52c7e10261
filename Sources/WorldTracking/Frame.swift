import Geometry
import Imaging
import Odometry

/// Everything that is known about one picture; a value that does not change.
public struct Frame: Sendable {
    /// The picture's stamp, nanoseconds, as it was given.
    public var timestampNanoseconds: Int64
    /// How far the camera's pose can be trusted.
    public var trackingState: TrackingState
    /// Where the camera was; nil where that is not known.
    public var camera: Camera?
    /// The landmarks seen in the picture.
    public var points: [FramePoint]
    /// All anchors.
    public var anchors: [Anchor]
    /// How bright the picture is.
    public var lightEstimate: LightEstimate?
    /// The standard deviation of the world's scale, as a fraction; infinite where it is not observable yet.
    public var scaleSigma: Double
    /// How far poses may have drifted since the session began, the variance an axis, m²: by how much it grew between two frames tells
    /// how unsure the places seen in one are against those seen in the other.
    public var driftVariance = 0.0
    /// The picture in gray, where the session keeps pictures.
    public var picture: GrayImage?
}

/// How bright the surroundings are, from the picture.
public struct LightEstimate: Equatable, Sendable {
    /// 1,000 is a well lit picture, as AR frameworks count; a picture's mean shade of 46 % gives it.
    public var ambientIntensity: Double
    /// The mean shade of the picture, 0…1.
    public var meanShade: Double
}
