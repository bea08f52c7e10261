/// The parts of the calibration that the odometry estimates; the others stay as given.
public struct CalibrationOptions: OptionSet, Equatable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Options of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The rotation between camera and body.
    public static let extrinsicRotation = CalibrationOptions(rawValue: 1)
    /// The camera's position in the body.
    public static let extrinsicTranslation = CalibrationOptions(rawValue: 2)
    /// The time offset between the clocks of camera and inertial sensors.
    public static let timeOffset = CalibrationOptions(rawValue: 4)
    /// The focal lengths.
    public static let focalLength = CalibrationOptions(rawValue: 8)
    /// The principal point.
    public static let principalPoint = CalibrationOptions(rawValue: 16)
    /// The coefficients of the lens's distortion.
    public static let distortion = CalibrationOptions(rawValue: 32)
    /// The time that the sensor needs from the first row to the last.
    public static let readoutTime = CalibrationOptions(rawValue: 64)

    /// Everything but the readout time: a camera with a global shutter.
    public static let globalShutter: CalibrationOptions = [
        .extrinsicRotation, .extrinsicTranslation, .timeOffset, .focalLength, .principalPoint, .distortion,
    ]
    /// Everything.
    public static let all: CalibrationOptions = [.globalShutter, .readoutTime]
}
