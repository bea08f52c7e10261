import Foundation

/// Reads a recording as a stream: the EuRoC ASL layout, or a `.jsonl` with a video or a folder of pictures.
///
/// Only a few samples and one picture are in memory at a time, so a recording may be of any length. Faults in the data come
/// from `next()` when the stream reaches them.
public struct RecordingReader {
    /// Where the recording lies, as given.
    public let path: String
    /// What the recording says about its sensors.
    public let calibration: RecordedCalibration
    /// How many pictures it lists.
    public let pictureCount: Int

    private let source: Source
    private enum Source {
        case euroc(EurocSource)
        case lines(JSONLinesSource)
    }

    /// Opens a recording: a folder of either layout, or a `.jsonl` file.
    ///
    /// `wantsColor` says whether pictures are decoded in colour too. Throws where the layout is not known or a description is bad.
    public init(path: String, wantsColor: Bool = false) throws(RecordingError) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else {
            throw .notRecording(path: path, reason: "there is nothing at this path")
        }
        if let layout = EurocLayout(path: path) {
            let euroc = try EurocSource(layout: layout, wantsColor: wantsColor)
            (calibration, pictureCount, source) = (euroc.calibration, euroc.pictureCount, .euroc(euroc))
        } else if let layout = JSONLinesLayout(path: path) {
            let lines = try JSONLinesSource(layout: layout, wantsColor: wantsColor)
            (calibration, pictureCount, source) = (lines.calibration, lines.pictureCount, .lines(lines))
        } else {
            throw .notRecording(path: path, reason: "neither mav0/cam0 (EuRoC) nor data.jsonl is there")
        }
    }

    /// The next event as a live device would have delivered it; nil after the last.
    public mutating func next() throws(RecordingError) -> RecordingEvent? {
        switch source {
        case .euroc(let source): try source.next()
        case .lines(let source): try source.next()
        }
    }

    /// The recording's own ground truth by time; empty where it has none.
    public func truth() throws(RecordingError) -> [TruthState] {
        switch source {
        case .euroc(let source): try GroundTruth.read(source.layout)
        case .lines(let source): try source.truth()
        }
    }
}
