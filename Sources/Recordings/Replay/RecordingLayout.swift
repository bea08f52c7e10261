/// The file layout of a recording.
public enum RecordingLayout: String, Equatable, Sendable {
    /// The EuRoC ASL layout, `mav0/cam0` and `mav0/imu0`.
    case euroc
    /// A `.jsonl` of samples with a video or a folder of images.
    case lines

    /// The layout found at a path; nil if there is no recording.
    public init?(path: String) {
        if EurocLayout(path: path) != nil {
            self = .euroc
        } else if JSONLinesLayout(path: path) != nil {
            self = .lines
        } else {
            return nil
        }
    }
}
