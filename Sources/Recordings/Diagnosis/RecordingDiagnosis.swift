import Foundation
import Geometry
import Imaging
import Odometry

/// Finds what is unusual in a recording: sensors' times and values, images, and what tracking says of the calibration.
public struct RecordingDiagnosis: Sendable {
    /// From the first image to the last, seconds.
    public let seconds: Double
    /// The images that the tables list.
    public let imageCount: Int
    /// Images per second, by the median step.
    public let imageRate: Double
    /// Samples of the gyroscope per second, by the median step.
    public let inertialRate: Double
    /// The share of the read images that have a pose; nil if none was read.
    public let trackedShare: Double?
    /// What a page said when a person reported a problem; nil if the recording has no such report.
    public let report: ProblemReport?
    /// What is unusual, in the order of the sensors, then images, then the calibration, then the problem report.
    public let findings: [DiagnosisFinding]

    /// Reads a recording completely, also one whose end cannot be read, and a problem report that has no images.
    ///
    /// `progress` is called after each image with the number of images read. Throws if there is no recording of a known
    /// layout at the path, or its tables or its calibration cannot be read at all.
    public init(path: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(RecordingError) {
        let place = try RecordingPlace(path: path)
        report = try place.report()
        if let report, RecordingLayout(path: place.path) == nil {
            (seconds, imageCount, imageRate, inertialRate, trackedShare) = (0, 0, 0, 0, nil)
            findings = ReportFindings(report: report, replayedShare: nil).all
            return
        }
        let timeline: RawTimeline
        do throws(RecordingError) {
            timeline = try RawTimeline(path: place.path)
        } catch {
            throw place.named(error)
        }
        let hasMotion = !timeline.gyroscope.stamps.isEmpty
        var reader = try RecordingReader(place: place, path: path, needsMotion: hasMotion)
        let replay = DiagnosisReplay(&reader, progress: progress)
        let images = StampStatistics(timeline.images)
        let motion = StampStatistics(timeline.gyroscope.stamps)
        (seconds, imageCount, imageRate) = (images.seconds, images.count, images.rate)
        inertialRate = motion.rate
        trackedShare = replay.trackedShare
        let tables = TableFindings(timeline: timeline, images: images, motion: motion)
        let calibration = CalibrationFindings(recorded: reader.calibration, replay: replay, hasMotion: hasMotion)
        let reported = report.map { ReportFindings(report: $0, replayedShare: replay.trackedShare).all } ?? []
        findings = tables.all + ImageFindings(statistics: replay.images).all + calibration.all + reported
    }
}

/// A run of the odometry over a recording, as far as it can be read.
struct DiagnosisReplay {
    private(set) var images = ImageStatistics()
    /// The last frame with a pose that is good; nil if there was none.
    private(set) var lastGood: OdometryFrame?
    /// Why the recording could not be read completely.
    private(set) var interruption: RecordingError?
    private var frameCount = 0
    private var trackedCount = 0

    /// The share of the frames that have a pose; nil without frames.
    var trackedShare: Double? { frameCount > 0 ? Double(trackedCount) / Double(frameCount) : nil }

    init(_ reader: inout RecordingReader, progress: (Int, Int) -> Void) {
        let odometry = VisualInertialOdometry(configuration: reader.calibration.odometryConfiguration)
        do throws(RecordingError) {
            while let event = try reader.next() {
                switch event {
                case .inertial(let sample): odometry.add(sample)
                case .image(let image):
                    images.add(image.gray)
                    odometry.add(image.gray, timestampNanoseconds: image.timestampNanoseconds)
                    progress(images.sharpness.count, reader.imageCount)
                }
                take(odometry)
            }
        } catch {
            interruption = error
        }
        odometry.finish()
        take(odometry)
    }

    private mutating func take(_ odometry: VisualInertialOdometry) {
        while let frame = odometry.nextFrame() {
            frameCount += 1
            if frame.odometryFromBody != nil { trackedCount += 1 }
            if frame.state == .normal { lastGood = frame }
        }
    }
}
