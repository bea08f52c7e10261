/// The uncertainty of the given calibration: one standard deviation of each part.
public struct CalibrationPriors: Equatable, Sendable {
    /// Of the rotation between camera and body, radians an axis.
    public var extrinsicRotation: Double
    /// Of the camera's place in the body, metres an axis.
    public var extrinsicTranslation: Double
    /// Of the time offset, seconds.
    public var timeOffset: Double
    /// Of each focal length, pixels.
    public var focalLength: Double
    /// Of the ratio of the two focal lengths: how square the pixels are (relative).
    public var pixelAspect: Double
    /// Of the principal point, pixels an axis.
    public var principalPoint: Double
    /// Of the first radial coefficient; the higher ones get less.
    public var distortion: Double
    /// Of the readout time, seconds.
    public var readoutTime: Double

    /// A laboratory's calibration.
    public static let calibrated = CalibrationPriors(
        extrinsicRotation: 0.005,
        extrinsicTranslation: 0.002,
        timeOffset: 0.005,
        focalLength: 1,
        pixelAspect: 0.001,
        principalPoint: 1,
        distortion: 0.005,
        readoutTime: 0.002
    )
    /// A guess for a phone: axes about right, the camera some centimetres from the sensor in any direction, focal
    /// length within a tenth, clocks within some hundredths of a second.
    public static let guessed = CalibrationPriors(
        extrinsicRotation: 0.015,
        extrinsicTranslation: 0.03,
        timeOffset: 0.03,
        focalLength: 40,
        pixelAspect: 0.003,
        principalPoint: 2,
        distortion: 0.01,
        readoutTime: 0.01
    )

    /// Priors by their parts.
    public init(
        extrinsicRotation: Double,
        extrinsicTranslation: Double,
        timeOffset: Double,
        focalLength: Double,
        pixelAspect: Double,
        principalPoint: Double,
        distortion: Double,
        readoutTime: Double
    ) {
        self.extrinsicRotation = extrinsicRotation
        self.extrinsicTranslation = extrinsicTranslation
        self.timeOffset = timeOffset
        self.focalLength = focalLength
        self.pixelAspect = pixelAspect
        self.principalPoint = principalPoint
        self.distortion = distortion
        self.readoutTime = readoutTime
    }
}
