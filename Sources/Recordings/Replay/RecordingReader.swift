import Foundation

/// Reads a recording as a stream: the EuRoC ASL layout, or a `.jsonl` with a video or a folder of images, also in an
/// uncompressed `.zip`, which is unpacked into a temporary folder meanwhile.
///
/// Only a few samples and one image are in memory at a time, so a recording may have any length. `next()` throws errors
/// in the data when the stream reaches them.
public struct RecordingReader {
    /// The path of the recording, as given.
    public let path: String
    /// The calibration of the recording's sensors.
    public let calibration: RecordedCalibration
    /// The number of listed images.
    public let imageCount: Int

    private let source: Source
    private let place: RecordingPlace
    private enum Source {
        case euroc(EurocSource)
        case lines(JSONLinesSource)
    }

    /// Opens a recording: a folder of either layout, a `.jsonl` file, or an uncompressed `.zip` of one of them.
    ///
    /// `wantsColor` decodes images in colour too. With `needsMotion` false, an EuRoC recording may lack `imu0`: the
    /// body's frame is then the layout's own. Throws if the layout is not known or a description is bad.
    public init(path: String, wantsColor: Bool = false, needsMotion: Bool = true) throws(RecordingError) {
        try self.init(
            place: try RecordingPlace(path: path),
            path: path,
            wantsColor: wantsColor,
            needsMotion: needsMotion
        )
    }

    /// Opens the recording at a place.
    init(
        place: RecordingPlace,
        path: String,
        wantsColor: Bool = false,
        needsMotion: Bool = true
    ) throws(RecordingError) {
        (self.path, self.place) = (path, place)
        do throws(RecordingError) {
            if let layout = EurocLayout(path: place.path) {
                let euroc = try EurocSource(layout: layout, wantsColor: wantsColor, needsMotion: needsMotion)
                (calibration, imageCount, source) = (euroc.calibration, euroc.imageCount, .euroc(euroc))
            } else if let layout = JSONLinesLayout(path: place.path) {
                let lines = try JSONLinesSource(layout: layout, wantsColor: wantsColor)
                (calibration, imageCount, source) = (lines.calibration, lines.imageCount, .lines(lines))
            } else {
                throw .notRecording(path: path, reason: try Self.absence(at: place))
            }
        } catch {
            throw place.named(error)
        }
    }

    /// Why there is no recording at a place.
    private static func absence(at place: RecordingPlace) throws(RecordingError) -> String {
        guard let report = try place.report() else { return "neither mav0/cam0 (EuRoC) nor data.jsonl is there" }
        guard let recording = report.recording else { return "the problem report has no images" }
        return "the problem report has no images: the recording “\(ProblemReport.line(recording))” was played"
    }

    /// The next event in the order of a live device; nil after the last.
    public mutating func next() throws(RecordingError) -> RecordingEvent? {
        do throws(RecordingError) {
            switch source {
            case .euroc(let source): return try source.next()
            case .lines(let source): return try source.next()
            }
        } catch {
            throw place.named(error)
        }
    }

    /// The image with a timestamp; nil if the recording does not contain it.
    ///
    /// The reader only goes forward: request images in order of time.
    public mutating func image(at timestampNanoseconds: Int64) throws(RecordingError) -> RecordedImage? {
        while let event = try next() {
            guard case .image(let image) = event, image.timestampNanoseconds >= timestampNanoseconds else { continue }
            return image.timestampNanoseconds == timestampNanoseconds ? image : nil
        }
        return nil
    }

    /// The recording's own ground truth by time; empty if it has none.
    public func truth() throws(RecordingError) -> [TruthState] {
        switch source {
        case .euroc(let source): try GroundTruth.read(source.layout)
        case .lines(let source): try source.truth()
        }
    }
}
