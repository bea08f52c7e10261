import Features
import Geometry
import Imaging
import Odometry
import Surfaces

/// Everything that is known about one image; a value that does not change.
public struct Frame: Sendable {
    /// The image's timestamp, nanoseconds, as it was given.
    public var timestampNanoseconds: Int64
    /// How far the camera's pose can be trusted.
    public var trackingState: TrackingState
    /// The camera's pose and lens; nil if the pose is not known.
    public var camera: Camera?
    /// The landmarks seen in the image.
    public var points: [WorldLandmark]
    /// All anchors.
    public var anchors: [Anchor]
    /// How bright the image is.
    public var lightEstimate: LightEstimate?
    /// The standard deviation of the world's scale, as a fraction; infinite while it is not observable.
    public var scaleSigma: Double
    /// How far poses may have drifted since the session began, the variance an axis, m².
    ///
    /// Its growth between two frames is the uncertainty of points seen in one against points seen in the other.
    public var driftVariance = 0.0
    /// By what all that was known was moved with this frame, because the scale turned out to be another; nil if it was not.
    ///
    /// Anchors and planes have moved by it already; what else hangs on positions in the world must follow.
    public var scaleChange: ScaleChange?
    /// The image in gray, if the session keeps images.
    public var image: GrayImage?
    /// What the odometry knew when the image was processed; nil if poses come with the images.
    public var odometry: OdometryFrame?
    /// The features that the odometry followed in the image; none if poses come with the images.
    public var features: [TrackedFeature] = []

    /// The fault in a sensor's data, found by comparison with the other sensors; nil if there is none.
    public var sensorFault: SensorFault? { odometry?.fault }

    /// A frame of an image whose pose in the user's world is not known yet.
    init(_ image: TrackedImage, isLocalized: Bool) {
        timestampNanoseconds = image.timestampNanoseconds
        trackingState = isLocalized || image.odometryFromOptical == nil ? image.state : .limited(.relocalizing)
        points = []
        anchors = []
        lightEstimate = image.image.map(LightEstimate.init(of:))
        scaleSigma = image.scaleSigma
        driftVariance = image.driftVariance
        self.image = image.image
        odometry = image.odometry
        features = image.features
    }
}

/// How bright the surroundings are, from the image.
public struct LightEstimate: Equatable, Sendable {
    /// 1,000 is a well lit image, as AR frameworks count; an image's mean shade of 46 % gives it.
    public var ambientIntensity: Double
    /// The mean shade of the image, 0…1.
    public var meanShade: Double

    /// The estimate of an image, from every eighth pixel of every eighth row.
    init(of image: GrayImage) {
        var sum = 0
        var count = 0
        for y in stride(from: 0, to: image.height, by: 8) {
            for x in stride(from: 0, to: image.width, by: 8) {
                sum += Int(image[x, y])
                count += 1
            }
        }
        let mean = Double(sum) / Double(max(count, 1)) / 255
        ambientIntensity = mean / 0.46 * 1_000
        meanShade = mean
    }
}
