import Imaging

/// A picture of a recording, decoded.
public struct RecordedPicture: Equatable, Sendable {
    /// The picture's stamp as recorded, nanoseconds.
    public var timestampNanoseconds: Int64
    /// The picture in gray.
    public var gray: GrayImage
    /// The picture in colour; nil unless the reader was asked for it.
    public var color: ColorImage?

    /// A picture with its stamp.
    public init(timestampNanoseconds: Int64, gray: GrayImage, color: ColorImage? = nil) {
        self.timestampNanoseconds = timestampNanoseconds
        self.gray = gray
        self.color = color
    }
}
