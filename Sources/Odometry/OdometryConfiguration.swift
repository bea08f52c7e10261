import Features
import Geometry

/// What the odometry must know before it starts.
public struct OdometryConfiguration: Equatable, Sendable {
    /// The camera's lens.
    public var camera: CameraModel
    /// The camera in the body.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// What is added to a picture's stamp to get the inertial sensors' clock, seconds.
    public var timeOffset: Double
    /// The time from the first row's exposure to the last's, seconds; 0 for a global shutter.
    ///
    /// A picture's stamp is that of its middle row.
    public var readoutTime: Double
    /// How noisy the inertial sensors are.
    public var noise: InertialNoise
    /// Which parts of the calibration are estimated along.
    public var calibration: CalibrationOptions
    /// How far the calibration may be off.
    public var priors: CalibrationPriors
    /// Whether the camera's place in the body stays as given while how far it may be off counts in every uncertainty.
    ///
    /// What tells of it is a hand's tremor, thousandths of a pixel; a picture's exposure blurs the tremor by as much. The method:
    /// S. Schmidt, "Application of state-space methods to navigation problems", 1966.
    public var considersExtrinsicTranslation = false
    /// The standard deviation of a followed point in the picture from one picture to the next, pixels; what lasts longer is its drift.
    ///
    /// Held to truth, points of EuRoC scatter by 0.1 pixels from picture to picture and by 0.4 pixels over a third of a second.
    public var pixelSigma: Double = 0.1
    /// How far a followed point drifts over its surface from picture to picture, pixels; the square grows with their number.
    public var driftSigma: Double = 0.05
    /// The standard deviation of a landmark from the flat surface that it was found to lie on, metres; 0 leaves surfaces out of account.
    ///
    /// 0.004 suits furniture; what it gives and costs stands in docs/notes/planes.md.
    public var surfaceSigma: Double = 0
    /// The length of gravity, m/s².
    public var gravity: Double = 9.81
    /// How many points are followed.
    public var maximumFeatureCount: Int = 160
    /// The least white noise of the accelerometer to reckon with, m/s²/√Hz; data sheets tell of a sensor at rest on a bench.
    var leastForceDensity = 0.003
    /// How much of what shakes the accelerometer faster than its samples follow counts as noise, by the samples' interval, 1/s.
    ///
    /// Against EuRoC's truth the multicopter's accelerometer shows a tenth of its shaking at 200 Hz, and a third where one sample in three is kept.
    var shakingShare = 18.0
    /// The most random walk of the accelerometer's bias to reckon with, m/s³/√Hz.
    ///
    /// Data sheets count warming up to it. Against EuRoC's truth the bias stays the same within 0.001 m/s² for half a minute, a fifteenth of what
    /// its sheet allows; a bias free to wander takes up what is wrong with followed points, and the scale with it.
    var largestForceWalk = 0.001
    /// How points are found and followed; their number is `maximumFeatureCount`.
    var tracking = FeatureTrackerConfiguration()
    /// How far points must move, turns taken out, for a picture to stay in a full window, pixels.
    var keyframeParallax = 20.0
    /// How far apart in time the pictures are that stay in a full window, seconds: a longer window tells more of the scale.
    var keyframeSeconds = 0.0
    /// How old the oldest picture of a full window may get, seconds: what it saw must be used some time.
    var windowSeconds = 4.0
    /// Whether pictures' delays count for the unevenness of stamps beyond what it is thought to be, as far as their points are noisy.
    var reckonsWithVagueStamps = true
    /// How well the inverse depth of a feature must be known relative to itself before the feature is used.
    var depthLimit = 0.3
    /// Or how well in absolute terms, 1/m: what is far away tells of turns.
    var farDepthLimit = 0.02
    /// How well the inverse depth of a landmark of the state must be known relative to itself when it is taken up.
    var landmarkDepthLimit = 0.1
    /// With fewer landmarks in the state than this, features of unknown depth are used too.
    var starvedLandmarks = 10
    /// How far a level or upright surface may be off its alignment, radians: tables stand so.
    var surfaceTilt = 0.01
    /// How long nothing may have moved before the body counts as resting, seconds.
    var restSeconds = 0.4
    /// How many features outside of the state one picture may use.
    var maximumWindowFeatures = 30
    /// The share of a picture's landmarks that must fit: where fewer do, the estimate is off and not they.
    var fittingShare = 0.7
    /// How many pictures must show a feature before it becomes a landmark of the state.
    var landmarkObservations = 6

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
        // What a guessed lens gets wrong across the picture counts as noise of the points.
        result.pixelSigma = 1
        result.driftSigma = 0.1
        // Nor does anyone know a guessed phone's sensors so well.
        result.leastForceDensity = 0.006
        // Over a long window a wrong lens bends the path, and points so noisy tell nothing of single stamps.
        result.keyframeParallax = 10
        result.windowSeconds = 1.5
        result.reckonsWithVagueStamps = false
        return result
    }

    /// The noise to reckon with on the move.
    var movingNoise: InertialNoise {
        var result = noise
        result.accelerometerDensity = max(result.accelerometerDensity, leastForceDensity)
        result.accelerometerWalk = min(result.accelerometerWalk, largestForceWalk)
        return result
    }

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
