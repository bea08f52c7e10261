import Geometry
import Imaging
import Shapes

/// Tracks a tapped object: a fingertip if it is one, else the object itself, such as a pen's cap.
struct TipTracker {
    private let fingertip: FingertipTracker?
    private let object: ObjectTracker?
    /// The tip's position, pixels.
    private(set) var pixel: Vector2
    /// The confidence of the position, 0…1.
    private(set) var confidence = 1.0

    /// Whether the object is a finger.
    var isFingertip: Bool { fingertip != nil }

    /// Starts at a pixel of an image, with a square of `size` pixels around it.
    init(at pixel: Vector2, size: Double, in image: ColorImage) {
        self.pixel = pixel
        let box = ImageBox(x: pixel.x - size / 2, y: pixel.y - size / 2, width: size, height: size)
        let fingertip = FingertipTracker(image: image, box: box)
        self.fingertip = fingertip.showsFingertip ? fingertip : nil
        object = fingertip.showsFingertip ? nil : ObjectTracker(level: .accurate, image: image, box: box)
    }

    mutating func track(into image: ColorImage) {
        guard let seen = fingertip?.follow(into: image) ?? object?.follow(into: image) else { return }
        pixel = seen.box.centre
        confidence = seen.confidence
    }
}
