import Geometry

/// What a run of the odometry says of the calibration, and whether it tracked.
struct CalibrationFindings {
    /// The limits beyond which something is reported.
    private struct Tuning {
        /// A larger lag than stated is reported.
        ///
        /// Unit: s. Range: 0.02…0.1. Origin: an image's lag that a phone's camera may add.
        var lag = 0.03
        /// A larger one is serious.
        ///
        /// Unit: s. Range: 0.05…0.3. Origin: phones' cameras and browsers delay images less.
        var largeLag = 0.12
        /// A larger difference of focal lengths is reported.
        ///
        /// Unit: relative. Range: 0.03…0.1. Origin: makers' focal lengths are right within a few per cent.
        var focalLength = 0.06
        /// The focal lengths of phones' main cameras.
        ///
        /// Unit: of the image's longer side. Range: 0.5…1.5. Origin: main cameras of 24 to 28 mm, cropped for video.
        var usualLens = 0.6...1.15
        /// A smaller tracked share is reported.
        ///
        /// Unit: share of the images. Range: 0.5…0.9. Origin: the first second has no pose.
        var trackedShare = 0.6
        /// The estimates are used once the scale's sigma is below this.
        ///
        /// Unit: relative. Range: 0.02…0.1. Origin: before, the estimates are the first guess.
        var knownScale = 0.06
    }

    let recorded: RecordedCalibration
    let replay: DiagnosisReplay
    let hasMotion: Bool
    private let tuning = Tuning()

    init(recorded: RecordedCalibration, replay: DiagnosisReplay, hasMotion: Bool) {
        (self.recorded, self.replay, self.hasMotion) = (recorded, replay, hasMotion)
    }

    /// All findings, in order.
    var all: [DiagnosisFinding] {
        var found = lens
        if let frame = replay.lastGood, frame.scaleSigma < tuning.knownScale {
            found += lag(frame.calibration.timeOffset) + focalLength(frame.calibration.camera.focalLengthPixels.x)
        }
        if hasMotion, let share = replay.trackedShare, share < tuning.trackedShare {
            found.append(
                DiagnosisFinding(
                    kind: .littleTracking,
                    severity: .serious,
                    text: "\(Int((100 * share).rounded())) % of the images have a pose.",
                    advice:
                        "Begin with slow movement from side to side over things with detail; see the other findings for causes."
                )
            )
        }
        if let interruption = replay.interruption {
            found.append(
                DiagnosisFinding(
                    kind: .unreadable,
                    severity: .serious,
                    text: "Only \(replay.images.sharpness.count) images can be read: \(interruption).",
                    advice: "Everything after that place is ignored. Correct the line, or record again."
                )
            )
        }
        return found
    }

    private var lens: [DiagnosisFinding] {
        let camera = recorded.camera
        let share = camera.focalLengthPixels.x / Double(max(camera.width, camera.height))
        guard recorded.isGuess, !tuning.usualLens.contains(share) else { return [] }
        return [
            DiagnosisFinding(
                kind: .unusualLens,
                severity: .minor,
                text:
                    "The stated focal length is \(DiagnosisFinding.number(share)) of the image's longer side; phones' main cameras have 0.65 to 1.",
                advice:
                    "Choose the main camera, not the wide or the tele one, and check focalLengthX in calibration.json."
            )
        ]
    }

    private func lag(_ estimated: Double) -> [DiagnosisFinding] {
        let difference = estimated - recorded.timeOffset
        guard abs(difference) > tuning.lag else { return [] }
        let milliseconds = Int((1000 * abs(difference)).rounded())
        return [
            DiagnosisFinding(
                kind: .cameraLag,
                severity: abs(difference) > tuning.largeLag ? .serious : .minor,
                text:
                    "The images' times are \(milliseconds) ms too \(difference < 0 ? "late" : "early") against the gyroscope's, by what was tracked.",
                advice:
                    "Tracking estimates it; the first seconds are better with `timeOffset` \(DiagnosisFinding.number(estimated)) s in the calibration. "
                    + "Take an image's time from requestVideoFrameCallback (captureTime), not from its arrival."
            )
        ]
    }

    private func focalLength(_ estimated: Double) -> [DiagnosisFinding] {
        let stated = recorded.camera.focalLengthPixels.x
        let difference = estimated / stated - 1
        guard abs(difference) > tuning.focalLength else { return [] }
        return [
            DiagnosisFinding(
                kind: .focalLength,
                severity: .minor,
                text:
                    "The focal length is \(DiagnosisFinding.number(estimated)) pixels by what was tracked, \(DiagnosisFinding.number(stated)) as stated.",
                advice:
                    "Put the estimate in the calibration. Zoom, another lens, or stabilisation that crops the image change it."
            )
        ]
    }
}
