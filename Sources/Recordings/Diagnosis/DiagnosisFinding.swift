import Foundation

/// One unusual property of a recording, with what to do about it.
public struct DiagnosisFinding: Equatable, Sendable, Encodable {
    /// What is unusual.
    public enum Kind: String, Sendable, Encodable, CaseIterable {
        case unreadable, unreadableRows
        case noMotionSensors, lowInertialRate, inertialGaps, duplicateInertialStamps, lateInertialStamps
        case motionDoesNotCoverImages
        case frozenGyroscope, frozenAccelerometer, clippedGyroscope, clippedAccelerometer
        case gyroscopeUnit, accelerometerUnit
        case lowImageRate, droppedImages, duplicateImageStamps, lateImageStamps, frozenImages
        case blurredImages, darkImages, brightImages
        case cameraLag, focalLength, unusualLens, littleTracking
        case reportedFault, reportedSensorFault, reportedSlowness, reportedTracking
    }

    /// How much it harms tracking.
    public enum Severity: String, Sendable, Encodable {
        /// Lengths and poses are less certain.
        case minor
        /// Tracking fails, or is wrong, for that time.
        case serious
    }

    /// What is unusual.
    public let kind: Kind
    /// How much it harms tracking.
    public let severity: Severity
    /// What was found, one sentence.
    public let text: String
    /// What to do about it, one or two sentences.
    public let advice: String

    /// A number in three digits, as the texts have it.
    static func number(_ value: Double) -> String {
        abs(value) >= 100 ? String(format: "%.0f", value) : String(format: "%.3g", value)
    }
}
