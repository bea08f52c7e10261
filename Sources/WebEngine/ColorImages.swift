import Imaging

/// Colour images that wait for their frames, and the image of the last frame.
struct ColorImages {
    private var waiting: [(timestampNanoseconds: Int64, image: ColorImage)] = []
    /// The image of the last frame; nil if it was not kept.
    private(set) var shown: ColorImage?
    private var isFresh = false

    private static let capacity = 32

    mutating func add(_ bytes: UnsafePointer<UInt8>, width: Int, height: Int, timestampNanoseconds: Int64) {
        let copy = Array(UnsafeBufferPointer(start: bytes, count: width * height * 4))
        waiting.append((timestampNanoseconds, ColorImage(width: width, height: height, bytes: copy)))
        if waiting.count > Self.capacity { waiting.removeFirst() }
    }

    /// The frame with this timestamp is done.
    mutating func show(_ timestampNanoseconds: Int64) {
        waiting.removeAll { $0.timestampNanoseconds < timestampNanoseconds }
        let isHere = waiting.first?.timestampNanoseconds == timestampNanoseconds
        shown = isHere ? waiting.removeFirst().image : nil
        isFresh = isHere
    }

    /// Returns the last frame's image, once.
    mutating func takeFresh() -> ColorImage? {
        defer { isFresh = false }
        return isFresh ? shown : nil
    }

    mutating func removeAll() {
        waiting.removeAll()
        shown = nil
        isFresh = false
    }
}
