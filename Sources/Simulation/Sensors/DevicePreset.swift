import Geometry
import Odometry

/// A kind of device: its lens, its inertial sensors, and their errors.
public struct DevicePreset: Sendable {
    /// Its name on the command line.
    public var name: String
    /// The lens.
    public var camera: CameraModel
    /// The camera's pose in the frame of the inertial sensor.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// Images per second.
    public var imageRate: Double
    /// Inertial samples per second.
    public var inertialRate: Double
    /// From the first row's exposure to the last's, seconds.
    public var readoutTime: Double
    /// The exposure time of a row, seconds.
    public var exposureTime: Double
    /// The time to add to an image's timestamp to get the inertial clock, seconds; that of the start if stamps drift.
    public var timeOffset: Double
    /// The inertial sensors' noise.
    public var noise: InertialNoise
    /// The noise that a program assumes that does not know the chip; nil if it knows `noise`.
    public var assumedNoise: InertialNoise?
    /// The biases at the start: one sigma, rad/s and m/s².
    public var startingBias: (gyroscope: Double, accelerometer: Double)
    /// Scale errors and misalignments of both sensors: one sigma, relative.
    public var inertialScaleSigma: Double
    /// The resolution of the samples, rad/s and m/s²; 0 for none.
    public var rounding: (gyroscope: Double, accelerometer: Double)
    /// The jitter of the images' timestamps, seconds (one sigma).
    public var stampJitter: Double
    /// The share of dropped images.
    public var droppedShare: Double
    /// The noise of the pixels: one sigma at middle gray, of 255.
    public var pixelNoise: Double
    /// The random variation of the exposure, as a part of the gain.
    public var gainWander: Double
    /// Whether images have colour.
    public var isColor: Bool
    /// How the platform hands over inertial samples.
    public var delivery = InertialDelivery()
    /// How the platform hands over images.
    public var imageDelivery = ImageDelivery()
    /// How the lens and the view change from image to image.
    public var lensMotion = LensMotion()
    /// What light, exposure control and a touched lens do to images.
    public var light = LightConditions()
    /// Its chip and its platform; empty for devices that stand for a kind.
    public var parts = ""
    /// Where its figures are published; empty for devices that stand for a kind.
    public var source = ""

    /// The devices that come with the program.
    public static let all: [DevicePreset] = kinds + phones
    /// Devices that stand for a kind.
    public static let kinds: [DevicePreset] = [.phone, .browser, .euroc, .ideal]

    /// A hand-held phone: 640 × 480 at 30 Hz, 200 Hz inertial, a rolling shutter of 20 ms, timestamps 8 ms late.
    public static let phone = DevicePreset(
        name: "phone",
        camera: CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(502, 502),
            principalPointPixels: Vector2(321.5, 237.5),
            distortion: .radialTangential(k1: 0.05, k2: -0.09, p1: 0.0004, p2: -0.0003)
        ),
        bodyFromOptical: RigidTransform(
            rotation: Rotation(matrix: Matrix3(rows: Vector3(0, -1, 0), Vector3(-1, 0, 0), Vector3(0, 0, -1))),
            translation: Vector3(0.012, 0.048, -0.003)
        ),
        imageRate: 30,
        inertialRate: 200,
        readoutTime: 0.020,
        exposureTime: 0.010,
        timeOffset: -0.008,
        noise: InertialNoise(
            gyroscopeDensity: 2e-4,
            accelerometerDensity: 2.5e-3,
            gyroscopeWalk: 1e-5,
            accelerometerWalk: 1.5e-4
        ),
        startingBias: (0.006, 0.04),
        inertialScaleSigma: 0.002,
        rounding: (0, 0),
        stampJitter: 0.0003,
        droppedShare: 0.005,
        pixelNoise: 2.2,
        gainWander: 0.1,
        isColor: true
    )

    /// A phone's browser: inertial events at 60 Hz, rounded as browsers round them, images with jittered timestamps.
    public static let browser: DevicePreset = {
        var preset = DevicePreset.phone
        preset.name = "browser"
        preset.inertialRate = 60
        preset.rounding = (0.1 * .pi / 180, 0.1)
        preset.stampJitter = 0.002
        preset.timeOffset = -0.025
        preset.droppedShare = 0.02
        return preset
    }()

    /// The EuRoC data set's camera: 752 × 480 gray at 20 Hz, a global shutter, a good inertial sensor with large
    /// biases.
    public static let euroc = DevicePreset(
        name: "euroc",
        camera: CameraModel(
            width: 752,
            height: 480,
            focalLengthPixels: Vector2(458.654, 457.296),
            principalPointPixels: Vector2(367.715, 248.875),
            distortion: .radialTangential(k1: -0.28340811, k2: 0.07395907, p1: 0.00019359, p2: 1.76187114e-05)
        ),
        bodyFromOptical: RigidTransform(
            rotation: Rotation(
                matrix: Matrix3(
                    rows: Vector3(0.0148655429818, -0.999880929698, 0.00414029679422),
                    Vector3(0.999557249008, 0.0149672133247, 0.025715529948),
                    Vector3(-0.0257744366974, 0.00375618835797, 0.999660727178)
                )
            ),
            translation: Vector3(-0.0216401454975, -0.064676986768, 0.00981073058949)
        ),
        imageRate: 20,
        inertialRate: 200,
        readoutTime: 0,
        exposureTime: 0.006,
        timeOffset: 0,
        noise: InertialNoise(
            gyroscopeDensity: 1.6968e-4,
            accelerometerDensity: 2e-3,
            gyroscopeWalk: 1.9393e-5,
            accelerometerWalk: 3e-3
        ),
        startingBias: (0.03, 0.06),
        inertialScaleSigma: 0,
        rounding: (0, 0),
        stampJitter: 0,
        droppedShare: 0,
        pixelNoise: 2.5,
        gainWander: 0.12,
        isColor: false
    )

    /// A device without any error, for tests of the simulator and the estimators.
    public static let ideal: DevicePreset = {
        var preset = DevicePreset.phone
        preset.name = "ideal"
        (preset.readoutTime, preset.exposureTime, preset.timeOffset) = (0, 0, 0)
        preset.noise = InertialNoise(
            gyroscopeDensity: 0,
            accelerometerDensity: 0,
            gyroscopeWalk: 0,
            accelerometerWalk: 0
        )
        preset.startingBias = (0, 0)
        (preset.inertialScaleSigma, preset.stampJitter, preset.droppedShare) = (0, 0, 0)
        (preset.pixelNoise, preset.gainWander) = (0, 0)
        return preset
    }()

    /// The mean time from the motion that a sample shows to its timestamp, seconds.
    var inertialLag: Double { delivery.meanLag(rate: inertialRate) }

    /// Whether one lens and one time offset hold for all images.
    var isSteady: Bool { lensMotion.isStill && imageDelivery.stampDrift == 0 }

    /// The calibration in a recording of the device: the true one, or a guess for a phone.
    func calibration(isGuess: Bool) -> RecordedParts {
        guard isGuess else {
            return RecordedParts(
                camera: camera,
                bodyFromOptical: bodyFromOptical,
                timeOffset: timeOffset,
                readoutTime: readoutTime
            )
        }
        let guess = CameraModel(
            width: camera.width,
            height: camera.height,
            focalLengthPixels: camera.focalLengthPixels * 1.05,
            principalPointPixels: camera.sizePixels / 2
        )
        let pose = RigidTransform<BodySpace, OpticalSpace>(rotation: bodyFromOptical.rotation, translation: .zero)
        return RecordedParts(
            camera: guess,
            bodyFromOptical: pose,
            timeOffset: 0,
            readoutTime: readoutTime > 0 ? 0.015 : 0
        )
    }

    /// The parts of a calibration that a guess changes.
    struct RecordedParts {
        let camera: CameraModel
        let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
        let timeOffset: Double
        let readoutTime: Double
    }
}
