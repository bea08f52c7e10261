import Features
import Geometry

/// The configuration of the odometry.
public struct OdometryConfiguration: Equatable, Sendable {
    /// The camera's lens.
    public var camera: CameraModel
    /// The camera in the body.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// What is added to an image's timestamp to get the inertial sensors' clock, seconds.
    public var timeOffset: Double
    /// The time from the first row's exposure to the last's, seconds; 0 for a global shutter.
    ///
    /// An image's timestamp is that of its middle row.
    public var readoutTime: Double
    /// How noisy the inertial sensors are.
    public var noise: InertialNoise
    /// Which parts of the calibration are estimated along.
    public var calibration: CalibrationOptions
    /// How far the calibration may be off.
    public var priors: CalibrationPriors
    /// Whether the camera's position in the body stays as given while its uncertainty counts in every other.
    ///
    /// It is observable only through hand tremor, by thousandths of a pixel; an image's exposure blurs the tremor by as
    /// much. Method: S. Schmidt, "Application of state-space methods to navigation problems", 1966.
    public var considersExtrinsicTranslation = false
    /// The standard deviation of a followed point in the image from one image to the next at a start from rest, pixels.
    ///
    /// Afterwards it is learnt from the images (`PointNoise`). What lasts longer is drift.
    /// Compared with the truth, points of EuRoC scatter by 0.1 pixels from image to image and by 0.4 pixels over a
    /// third of a second.
    public var pixelSigma: Double = 0.1
    /// The least noise of followed points that may be learnt, pixels.
    var minimumPixelSigma: Double = 0
    /// How far a followed point drifts over its surface from image to image, pixels; the square grows with their
    /// number.
    public var driftSigma: Double = 0.05
    /// The standard deviation of a landmark from the flat surface that it was found to lie on, metres; 0 ignores
    /// surfaces.
    ///
    /// 0.004 suits furniture; docs/notes/planes.md has its effect and its cost.
    public var surfaceSigma: Double = 0
    /// The length of gravity, m/s².
    public var gravity: Double = 9.81
    /// How many points are followed.
    public var maximumFeatureCount: Int = 160
    /// Thresholds of the filter.
    var tuning = Tuning()
    /// How points are found and followed; their number is `maximumFeatureCount`.
    var tracking = FeatureTrackerConfiguration()

    /// A configuration of its parts.
    public init(
        camera: CameraModel,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>,
        timeOffset: Double = 0,
        readoutTime: Double = 0,
        noise: InertialNoise,
        calibration: CalibrationOptions,
        priors: CalibrationPriors
    ) {
        self.camera = camera
        self.bodyFromOptical = bodyFromOptical
        self.timeOffset = timeOffset
        self.readoutTime = readoutTime
        self.noise = noise
        self.calibration = calibration
        self.priors = priors
    }

    /// Sensors that a laboratory has calibrated, with a global shutter.
    public static func calibrated(
        camera: CameraModel,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>,
        timeOffset: Double = 0,
        noise: InertialNoise
    ) -> OdometryConfiguration {
        var result = OdometryConfiguration(
            camera: camera,
            bodyFromOptical: bodyFromOptical,
            timeOffset: timeOffset,
            noise: noise,
            calibration: .globalShutter,
            priors: .calibrated
        )
        result.considersExtrinsicTranslation = true
        return result
    }

    /// A phone of which only guesses are known.
    public static func phone(
        camera: CameraModel,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>,
        timeOffset: Double = 0,
        noise: InertialNoise
    ) -> OdometryConfiguration {
        var result = OdometryConfiguration(
            camera: camera,
            bodyFromOptical: bodyFromOptical,
            timeOffset: timeOffset,
            readoutTime: 0.015,
            noise: noise,
            calibration: .all,
            priors: .guessed
        )
        // The errors of a guessed lens across the image count as noise of the points.
        result.pixelSigma = 1
        result.minimumPixelSigma = 1
        result.driftSigma = 0.1
        // The noise of a guessed phone's sensors is uncertain too.
        result.tuning.minimumForceDensity = 0.006
        // Over a long window a wrong lens bends the path, and points so noisy do not determine single timestamps.
        result.tuning.keyframeParallax = 10
        result.tuning.windowSeconds = 1.5
        result.tuning.usesVagueTimestamps = false
        // Whether a phone stabilises its images is not known.
        result.tuning.stabilizedViewDensity = 0.007
        return result
    }

    /// The same for a camera that stabilises its images; nil if it is not asked whether it does.
    var stabilized: OdometryConfiguration? {
        guard tuning.stabilizedViewDensity > 0 else { return nil }
        var result = self
        result.tuning.viewDensity = tuning.stabilizedViewDensity
        result.tuning.stabilizedViewDensity = 0
        return result
    }

    /// The noise of sensors in motion.
    var movingNoise: InertialNoise {
        var result = noise
        result.accelerometerDensity = max(result.accelerometerDensity, tuning.minimumForceDensity)
        result.accelerometerWalk = min(result.accelerometerWalk, tuning.maximumForceWalk)
        return result
    }

    /// The noise of followed points to start from.
    var startNoise: PointNoise { PointNoise(sigma: pixelSigma, minimum: minimumPixelSigma) }

    /// The calibration to start from.
    var startCalibration: OdometryCalibration {
        OdometryCalibration(
            camera: camera,
            bodyFromOptical: bodyFromOptical,
            timeOffset: timeOffset,
            readoutTime: readoutTime
        )
    }
}

extension OdometryConfiguration {
    /// Thresholds of the filter that a preset or a test may change.
    struct Tuning: Equatable, Sendable {
        /// The least white noise of the accelerometer; data sheets describe a sensor at rest on a bench (0.006 for a
        /// phone).
        ///
        /// Unit: m/s²/√Hz. Range: 0.001…0.02. Origin: by hand.
        var minimumForceDensity = 0.003
        /// How much of the vibration above the sampling rate counts as noise, by the samples' interval.
        ///
        /// The multicopter's accelerometer shows a tenth of its vibration at 200 Hz, and a third when one sample in
        /// three is kept.
        ///
        /// Unit: 1/s. Range: 5…40. Origin: EuRoC's truth.
        var vibrationShare = 18.0
        /// How far the scale may be off as a whole, relative to the accelerometer's noise in use.
        ///
        /// EuRoC's multicopter, 0.007 m/s²/√Hz: scales 0.7 to 2.7 % off (docs/notes/odometry.md).
        ///
        /// Unit: 1/(m/s²/√Hz). Range: 1…4. Origin: EuRoC's truth.
        var scaleSigmaPerForceDensity = 2.0
        /// How far the scale may be off, relative to how far the time offset has moved since the filter began.
        ///
        /// What is learnt before the offset is found, the biases above all, comes from pairs of images and samples that do
        /// not belong together. Simulated phones whose images are 20 to 120 ms late (docs/notes/phones.md).
        ///
        /// Unit: 1/s. Range: 0.2…0.4. Origin: 22 simulated phones, four walks each.
        var scaleSigmaPerOffset = 0.3
        /// The largest random walk of the accelerometer's bias.
        ///
        /// Data sheets include warming up. On EuRoC the bias stays the same within 0.001 m/s² for half a minute, a
        /// fifteenth of what its sheet allows; a bias that is free to wander absorbs the errors of followed points, and
        /// with them the scale.
        ///
        /// Unit: m/s³/√Hz. Range: 1e-4…1e-2. Origin: EuRoC's truth.
        var maximumForceWalk = 0.001
        /// The parallax, without rotation, that keeps an image in a full window (10 for a phone).
        ///
        /// Unit: pixels. Range: 5…40. Origin: by hand.
        var keyframeParallax = 20.0
        /// The time between images that stay in a full window: a longer window determines the scale better.
        ///
        /// Unit: s. Range: 0…0.5. Origin: by hand.
        var keyframeSeconds = 0.0
        /// The largest age of the oldest image in a full window (1.5 for a phone).
        ///
        /// Unit: s. Range: 1…6. Origin: by hand.
        var windowSeconds = 4.0
        /// Whether an image's delay counts for the timestamps' jitter beyond the expected one, as far as its points are
        /// noisy.
        ///
        /// Unit: 1. Range: false, true. Origin: by hand: false for a phone.
        var usesVagueTimestamps = true
        /// The relative standard deviation of the inverse depth below which a feature is used.
        ///
        /// Unit: 1. Range: 0.1…0.5. Origin: by hand.
        var depthLimit = 0.3
        /// The absolute one that suffices instead: far points determine rotations.
        ///
        /// Unit: 1/m. Range: 0.005…0.05. Origin: by hand.
        var farDepthLimit = 0.02
        /// The relative standard deviation of the inverse depth below which a track becomes a landmark of the state.
        ///
        /// Unit: 1. Range: 0.03…0.3. Origin: by hand.
        var landmarkDepthLimit = 0.1
        /// With fewer landmarks in the state, features of unknown depth are used too.
        ///
        /// Unit: 1. Range: 5…20. Origin: by hand.
        var starvedLandmarks = 10
        /// The standard deviation of a level or upright surface from its alignment.
        ///
        /// Unit: rad. Range: 0.005…0.05. Origin: by hand: tables.
        var surfaceTilt = 0.01
        /// For how long nothing may have moved before the body counts as resting.
        ///
        /// Unit: s. Range: 0.2…1. Origin: by hand.
        var restSeconds = 0.4
        /// The white noise of the view's turn by image stabilisation; 0 takes the view for the body's.
        ///
        /// Unit: rad/√s. Range: 0…0.02. Origin: set where images are stabilised.
        var viewDensity = 0.0
        /// The same once images turn out to be stabilised; 0 does not ask whether they are (0.007 for a phone).
        ///
        /// Unit: rad/√s. Range: 0.003…0.02. Origin: by hand, on four simulated phones (docs/notes/phones.md).
        var stabilizedViewDensity = 0.0
        /// How many features outside of the state one image may use.
        ///
        /// Unit: 1. Range: 10…60. Origin: by hand: time for each image.
        var maximumWindowFeatures = 30
        /// The share of an image's landmarks that must fit: if fewer do, the estimate is wrong and not they.
        ///
        /// Unit: 1. Range: 0.5…0.9. Origin: by hand.
        var fittingShare = 0.7
        /// How many images must show a feature before it becomes a landmark of the state.
        ///
        /// Unit: 1. Range: 4…10. Origin: by hand.
        var landmarkObservations = 6
    }
}
