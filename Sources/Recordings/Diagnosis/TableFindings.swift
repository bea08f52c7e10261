/// What the tables of samples and images show, without an image being looked at.
struct TableFindings {
    /// The limits beyond which something is reported.
    private struct Tuning {
        /// A lower rate of the motion sensors is reported.
        ///
        /// Unit: per second. Range: 30…100. Origin: below, fast turns alias; browsers give 60.
        var lowInertialRate = 50.0
        /// A longer step between samples is a gap.
        ///
        /// Unit: s. Range: 0.02…0.1. Origin: a hand turns by some degrees meanwhile.
        var inertialGap = 0.05
        /// A longer step is a gap, also of slow sensors.
        ///
        /// Unit: median steps. Range: 2…10. Origin: by hand.
        var gapSteps = 4.0
        /// A value that stays this long is frozen.
        ///
        /// Unit: s. Range: 0.1…1. Origin: a resting sensor's noise changes in every sample.
        var frozenTime = 0.2
        /// A frozen value is repeated this often.
        ///
        /// Unit: samples. Range: 5…50. Origin: by hand.
        var frozenCount = 8
        /// A lower rate of images is reported.
        ///
        /// Unit: per second. Range: 10…20. Origin: features are lost between images that are too far apart.
        var lowImageRate = 15.0
        /// In a longer step between images one was dropped.
        ///
        /// Unit: median steps. Range: 1.5…2. Origin: a dropped image makes two steps one.
        var droppedSteps = 1.7
        /// More dropped images are reported.
        ///
        /// Unit: images. Range: 0.01…0.1. Origin: single dropped images do no harm.
        var droppedShare = 0.02
        /// A longer time of images without samples is reported.
        ///
        /// Unit: s. Range: 0.1…1. Origin: by hand.
        var uncovered = 0.25
        /// The plausible median of the accelerometer.
        ///
        /// Unit: m/s². Range: 8…12. Origin: gravity, and a hand's motion.
        var gravity = 7.0...13.0
        /// That median if the unit is g.
        ///
        /// Unit: m/s². Range: 0.5…1.5. Origin: gravity in units of itself.
        var gravityUnit = 0.7...1.4
        /// A larger median of the gyroscope is reported.
        ///
        /// Unit: rad/s. Range: 6…20. Origin: no hand turns so fast half of the time, a reading in °/s is so large.
        var fastTurn = 8.0
    }

    let timeline: RawTimeline
    let images: StampStatistics
    let motion: StampStatistics
    private let tuning = Tuning()

    init(timeline: RawTimeline, images: StampStatistics, motion: StampStatistics) {
        (self.timeline, self.images, self.motion) = (timeline, images, motion)
    }

    /// All findings, in order.
    var all: [DiagnosisFinding] {
        var found: [DiagnosisFinding] = []
        if timeline.unreadableRows > 0 {
            found.append(
                DiagnosisFinding(
                    kind: .unreadableRows,
                    severity: .serious,
                    text: "\(timeline.unreadableRows) rows of the tables cannot be read.",
                    advice: "The file was cut off or edited. Record again, or delete those rows."
                )
            )
        }
        guard motion.count > 1, !timeline.accelerometer.stamps.isEmpty else {
            let missing = DiagnosisFinding(
                kind: .noMotionSensors,
                severity: .serious,
                text: "There are no readings of \(motion.count > 1 ? "the accelerometer" : "the motion sensors").",
                advice: "Allow the page to use the motion sensors; on an iPhone that is asked in a tap, over HTTPS."
            )
            return found + [missing] + imageTimes
        }
        return found + inertialTimes + coverage + values + imageTimes
    }

    private var inertialTimes: [DiagnosisFinding] {
        var found: [DiagnosisFinding] = []
        if motion.rate < tuning.lowInertialRate {
            found.append(
                DiagnosisFinding(
                    kind: .lowInertialRate,
                    severity: motion.rate < tuning.lowInertialRate / 2 ? .serious : .minor,
                    text: "The motion sensors give \(DiagnosisFinding.number(motion.rate)) samples per second.",
                    advice:
                        "60 or more are good. Close other pages, switch off the phone's power saving, and try another browser."
                )
            )
        }
        let limit = max(tuning.inertialGap, tuning.gapSteps * motion.medianStep)
        let gaps = motion.gaps(longerThan: limit)
        if gaps > 0 {
            let longest = "the longest of \(DiagnosisFinding.number(1000 * motion.longestStep)) ms after "
            found.append(
                DiagnosisFinding(
                    kind: .inertialGaps,
                    severity: motion.longestStep > 0.3 ? .serious : .minor,
                    text:
                        "The motion sensors have \(gaps) gaps, \(longest)\(DiagnosisFinding.number(motion.longestStepStart)) s.",
                    advice: "The page was busy or hidden at that time. Keep it in front, and close what else runs."
                )
            )
        }
        return found + Self.stamps(motion, "motion samples", .duplicateInertialStamps, .lateInertialStamps)
    }

    /// Repeated timestamps, and those that go back.
    private static func stamps(
        _ statistics: StampStatistics,
        _ name: String,
        _ duplicate: DiagnosisFinding.Kind,
        _ late: DiagnosisFinding.Kind
    ) -> [DiagnosisFinding] {
        var found: [DiagnosisFinding] = []
        if statistics.duplicates > 0 {
            found.append(
                DiagnosisFinding(
                    kind: duplicate,
                    severity: statistics.duplicates * 20 > statistics.count ? .serious : .minor,
                    text: "\(statistics.duplicates) \(name) have the time of the one before.",
                    advice:
                        "The recorder delivers some twice, or its clock is coarse. Take the sensor's own time, not that of arrival."
                )
            )
        }
        if statistics.lateCount > 0 {
            found.append(
                DiagnosisFinding(
                    kind: late,
                    severity: .serious,
                    text: "\(statistics.lateCount) \(name) are earlier than one before them.",
                    advice: "Sort them by time before they are written; a reader stops at the first."
                )
            )
        }
        return found
    }

    /// Whether there are motion samples from before the first image to the last.
    private var coverage: [DiagnosisFinding] {
        guard let firstImage = timeline.images.min(), let lastImage = timeline.images.max(),
            let firstSample = timeline.gyroscope.stamps.min(), let lastSample = timeline.gyroscope.stamps.max()
        else { return [] }
        let before = Double(firstSample - firstImage) * 1e-9
        let after = Double(lastImage - lastSample) * 1e-9
        guard max(before, after) > tuning.uncovered else { return [] }
        let side =
            after > before
            ? "end \(DiagnosisFinding.number(after)) s before" : "begin \(DiagnosisFinding.number(before)) s after"
        return [
            DiagnosisFinding(
                kind: .motionDoesNotCoverImages,
                severity: .serious,
                text: "The motion samples \(side) the images.",
                advice:
                    "Both must have the same clock and run together: start the sensors before the camera and stop them after it."
            )
        ]
    }

    private var values: [DiagnosisFinding] {
        let gyroscope = ReadingStatistics(timeline.gyroscope)
        let accelerometer = ReadingStatistics(timeline.accelerometer)
        var found = frozen(gyroscope, "gyroscope", .frozenGyroscope)
        found += frozen(accelerometer, "accelerometer", .frozenAccelerometer)
        found += clipped(gyroscope, "gyroscope", "rad/s", .clippedGyroscope)
        found += clipped(accelerometer, "accelerometer", "m/s²", .clippedAccelerometer)
        if gyroscope.medianLength > tuning.fastTurn {
            found.append(
                DiagnosisFinding(
                    kind: .gyroscopeUnit,
                    severity: .serious,
                    text:
                        "The gyroscope's median is \(DiagnosisFinding.number(gyroscope.medianLength)) rad/s, too fast for a hand.",
                    advice: "Its values are probably in °/s, as browsers give them: multiply them by π / 180."
                )
            )
        }
        let gravity = accelerometer.medianLength
        if !tuning.gravity.contains(gravity) {
            let isInG = tuning.gravityUnit.contains(gravity)
            found.append(
                DiagnosisFinding(
                    kind: .accelerometerUnit,
                    severity: .serious,
                    text: "The accelerometer's median is \(DiagnosisFinding.number(gravity)) m/s², not about 9.8.",
                    advice: isInG
                        ? "Its values are in g: multiply them by 9.80665."
                        : "Gravity must be in the values: on the web use accelerationIncludingGravity, not acceleration."
                )
            )
        }
        return found
    }

    private func frozen(
        _ statistics: ReadingStatistics,
        _ name: String,
        _ kind: DiagnosisFinding.Kind
    ) -> [DiagnosisFinding] {
        guard statistics.frozenSeconds > tuning.frozenTime, statistics.frozenCount >= tuning.frozenCount else {
            return []
        }
        let (count, seconds) = (statistics.frozenCount, DiagnosisFinding.number(statistics.frozenSeconds))
        return [
            DiagnosisFinding(
                kind: kind,
                severity: .serious,
                text: "The \(name) repeats one value \(count) times, for \(seconds) s.",
                advice:
                    "A true sensor's noise never repeats: the system withholds it. Restart the browser, or the phone."
            )
        ]
    }

    private func clipped(
        _ statistics: ReadingStatistics,
        _ name: String,
        _ unit: String,
        _ kind: DiagnosisFinding.Kind
    ) -> [DiagnosisFinding] {
        guard let axis = statistics.clippedAxis else { return [] }
        let value = DiagnosisFinding.number(statistics.clippedValue)
        return [
            DiagnosisFinding(
                kind: kind,
                severity: .serious,
                text:
                    "The \(name)'s \(["x", "y", "z"][axis]) stays at its limit of \(value) \(unit) in \(statistics.clippedCount) samples.",
                advice: "Move less abruptly, or set a larger range of the sensor."
            )
        ]
    }

    private var imageTimes: [DiagnosisFinding] {
        var found: [DiagnosisFinding] = []
        if images.count > 1, images.rate < tuning.lowImageRate {
            found.append(
                DiagnosisFinding(
                    kind: .lowImageRate,
                    severity: images.rate < tuning.lowImageRate / 2 ? .serious : .minor,
                    text: "There are \(DiagnosisFinding.number(images.rate)) images per second.",
                    advice:
                        "25 or more are good. Give more light, which shortens the exposure, or choose a smaller image."
                )
            )
        }
        let missing = images.missing(inGapsLongerThan: tuning.droppedSteps * images.medianStep)
        let dropped = max(missing, timeline.droppedImages)
        if Double(dropped) > max(1, tuning.droppedShare * Double(images.count)) {
            found.append(
                DiagnosisFinding(
                    kind: .droppedImages,
                    severity: dropped * 5 > images.count || images.longestStep > 0.5 ? .serious : .minor,
                    text:
                        "Some \(dropped) images are missing between \(images.count), the longest gap is \(DiagnosisFinding.number(1000 * images.longestStep)) ms.",
                    advice:
                        "The phone was too busy or too hot. Close what else runs, let it cool, or choose a smaller image."
                )
            )
        }
        return found + Self.stamps(images, "images", .duplicateImageStamps, .lateImageStamps)
    }
}
