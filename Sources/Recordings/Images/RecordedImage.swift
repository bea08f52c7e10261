import Imaging

/// An image of a recording, decoded.
public struct RecordedImage: Equatable, Sendable {
    /// The image's recorded timestamp, nanoseconds.
    public var timestampNanoseconds: Int64
    /// The image in gray.
    public var gray: GrayImage
    /// The image in colour; nil unless the reader decodes colour.
    public var color: ColorImage?

    /// Creates an image.
    public init(timestampNanoseconds: Int64, gray: GrayImage, color: ColorImage? = nil) {
        self.timestampNanoseconds = timestampNanoseconds
        self.gray = gray
        self.color = color
    }
}
