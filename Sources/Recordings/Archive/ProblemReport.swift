import Foundation

/// What a page of the studio says of itself and of its device when a person reports that something is off; the images
/// and samples lie beside it as a recording.
public struct ProblemReport: Codable, Equatable, Sendable {
    /// The name of its file in an archive or a folder.
    public static let fileName = "problem-report.json"

    /// What the images are of.
    public enum Source: String, Codable, Sendable {
        /// A live camera: the images lie beside the report, if the person kept them.
        case camera
        /// A recording that was played, which `recording` names.
        case recording
        /// The browser's own tracking, which gives no recording.
        case xr
        /// Nothing ran.
        case none
    }

    /// One thing that happened on the page.
    public struct Event: Codable, Equatable, Sendable {
        /// Since the page was opened.
        public let seconds: Double
        /// `run`, `opened`, `tracking`, `sensorFault`, `notice`, `fault`, `figures`, `shown` or another word.
        public let kind: String
        /// What happened; texts that the page showed are in its language.
        public let text: String
    }

    /// The figures of the run; nil where a run had no frames.
    public struct Figures: Codable, Equatable, Sendable {
        /// Frames of the run.
        public var frames: Int
        /// The share of them that have a pose.
        public var trackedShare: Double?
        /// The median time of the engine for one frame, milliseconds.
        public var engineMedian: Double?
        /// The time that 95 % of the frames do not exceed, milliseconds.
        public var engineHigh: Double?
    }

    /// The form of the report, 1.
    public let version: Int
    /// When it was made, ISO 8601.
    public let madeAt: String
    /// The path of the page, such as `/measure/`.
    public let page: String
    /// What the person wrote.
    public let text: String
    /// What the images are of.
    public let source: Source
    /// The name of the recording that was played.
    public var recording: String?
    /// Whether the kept images begin with the run's first one, so that a replay starts as the run did.
    public var isFromStart: Bool?
    /// What the browser says of itself and its device, by name.
    public let device: [String: String]
    /// The features that the browser lacks.
    public let missing: [String]
    /// The figures of the run.
    public var figures: Figures?
    /// What happened, the oldest first.
    public let log: [Event]

    /// The device and the browser, as the browser names them.
    public var deviceName: String { [device["device"], device["browser"]].compactMap(\.self).joined(separator: ", ") }

    /// A text of the report as one line without control characters, which could change a terminal.
    public static func line(_ text: String) -> String {
        String(text.unicodeScalars.map { isShown($0) ? Character($0) : " " })
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }

    /// Reads the report in an archive; throws `notRecording` if there is none, `badData` if it is not valid.
    public init(archive: StoredArchive, path: String) throws(RecordingError) {
        guard let entry = archive.entry(named: Self.fileName) else {
            throw .notRecording(path: path, reason: "it has no \(Self.fileName)")
        }
        let content = try archive.content(of: entry)
        do {
            self = try JSONDecoder().decode(Self.self, from: content)
        } catch {
            throw .badData(file: path + "/" + entry.path, line: 1, reason: DecodingError.reason(of: error))
        }
    }
}
