import Imaging
import RealModule

/// Follows one object from a box in a first picture: position, size and a confidence that drops when it is lost.
///
/// A background-aware correlation filter over gradients and colours, weighted by how likely the colours are the object's;
/// where the answer is weak nothing is learned, and a lost object is looked for further and further round.
public final class ObjectTracker {
    static let cells = 32
    let level: TrackingLevel
    let filter: CorrelationFilter
    let patch: PatchFeatures
    let region = PictureRegion()
    let colors = ColorModel()
    let vote: ColorVote
    var centre = SIMD2<Float>.zero
    /// The object's size in the first picture, pixels.
    var firstSize = SIMD2<Float>(1, 1)
    var scale: Float = 1
    /// How high the answer's peak is when the object is there.
    var usualPeak: Float = 0
    /// How much of the box is filled with its colours when it is there.
    var usualVote: Float = 0.5
    var isLost = false
    var searchRing = 0
    let area = ObjectTracker.cells * ObjectTracker.cells
    var pictureCount = 0

    /// A tracker that begins with a box in a colour picture.
    public convenience init(level: TrackingLevel, picture: ColorImage, box: ObjectBox) {
        self.init(level: level)
        picture.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            start(PictureView(pixels: base, width: picture.width, height: picture.height, channels: 4), box)
        }
    }

    /// A tracker that begins with a box in a gray picture.
    public convenience init(level: TrackingLevel, picture: GrayImage, box: ObjectBox) {
        self.init(level: level)
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            start(PictureView(pixels: base, width: picture.width, height: picture.height, channels: 1), box)
        }
    }

    init(level: TrackingLevel) {
        self.level = level
        filter = CorrelationFilter(size: Self.cells, batches: level.batches)
        patch = PatchFeatures(size: Self.cells, batches: level.batches)
        vote = ColorVote(size: Self.cells)
    }

    /// Follows the object into the next colour picture.
    public func follow(into picture: ColorImage) -> ObjectObservation {
        picture.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return observation(0) }
            return follow(PictureView(pixels: base, width: picture.width, height: picture.height, channels: 4))
        }
    }

    /// Follows the object into the next gray picture.
    public func follow(into picture: GrayImage) -> ObjectObservation {
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return observation(0) }
            return follow(PictureView(pixels: base, width: picture.width, height: picture.height, channels: 1))
        }
    }

    func observation(_ confidence: Float) -> ObjectObservation {
        let size = firstSize * scale
        let corner = centre - size / 2
        let box = ObjectBox(x: Double(corner.x), y: Double(corner.y), width: Double(size.x), height: Double(size.y))
        return ObjectObservation(box: box, confidence: Double(max(0, min(1, confidence))))
    }
}
