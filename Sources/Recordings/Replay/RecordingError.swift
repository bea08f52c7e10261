/// Why a recording cannot be read or written.
///
/// Paths are as the caller stated them, lines count from 1.
public enum RecordingError: Error, Equatable, Sendable {
    /// There is no recording of a known layout at the path.
    case notRecording(path: String, reason: String)
    /// A text file contains an impossible value, or is truncated.
    case badData(file: String, line: Int, reason: String)
    /// A file cannot be opened or read.
    case unreadable(file: String, reason: String)
    /// An image or video cannot be decoded.
    case badImage(file: String, reason: String)
    /// A file cannot be written.
    case unwritable(file: String, reason: String)
}

extension RecordingError: CustomStringConvertible {
    /// One line for a person, `file:line: reason`.
    public var description: String {
        switch self {
        case .notRecording(let path, let reason): "\(path): not a recording: \(reason)"
        case .badData(let file, let line, let reason): "\(file):\(line): \(reason)"
        case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
        case .badImage(let file, let reason): "\(file): not an image: \(reason)"
        case .unwritable(let file, let reason): "\(file): cannot be written: \(reason)"
        }
    }

    /// Whether the input data are bad (and not the output file).
    public var isBadInput: Bool {
        if case .unwritable = self { false } else { true }
    }
}
