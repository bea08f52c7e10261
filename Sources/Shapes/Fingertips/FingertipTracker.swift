import Imaging

/// Follows the tip of a finger from a small box about it in a first colour picture.
///
/// A fingertip turns, bends and takes large steps, so that its pattern alone does not hold. What holds: it has the hand's colour
/// (learned from the first picture, then adapted), it is the narrow end of a connected hand, and the hand about it keeps
/// its shape for the moment. All ends of fingers on the hand's outline, and the place a correlation filter gives, are weighed by
/// that; the best wins.
public final class FingertipTracker {
    let map: HandMap
    let skin = SkinModel()
    let filter: ObjectTracker
    let boxSize: SIMD2<Float>
    var fingerWidth: Float = 8
    /// The tip in pixels of the map.
    var tip = SIMD2<Float>.zero
    var velocity = SIMD2<Float>.zero
    /// From the outermost point of the finger to the tip as it was given.
    var offset = TipOffset()
    var inward = SIMD2<Float>(0, 1)
    var template: TipTemplate
    var firstTemplate: TipTemplate
    /// The finger's pixels in the last picture; nil before there is one.
    var patch: TipPatch?
    var usualCount = 0
    var knowsHand = false
    /// Whether the first picture's box shows the end of a finger of a hand that can be told from its ground.
    public internal(set) var showsFingertip = false
    /// Pictures since the tip was seen last.
    var missing = 0

    /// Begins with a box about the tip, whose middle is the tip.
    public init(picture: ColorImage, box: ObjectBox) {
        map = HandMap(pictureWidth: picture.width, pictureHeight: picture.height)
        filter = ObjectTracker(level: .accurate, picture: picture, box: box)
        boxSize = SIMD2(Float(box.width), Float(box.height))
        template = TipTemplate(map, about: .zero, step: 1)
        firstTemplate = template
        let middle = SIMD2(Float(box.x + box.width / 2), Float(box.y + box.height / 2))
        tip = middle / Float(map.factor)
        picture.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            start(PictureView(pixels: base, width: picture.width, height: picture.height, channels: 4))
        }
    }

    /// Follows the tip into the next picture; the box keeps its size, its middle is the tip.
    public func follow(into picture: ColorImage) -> ObjectObservation {
        let confidence = picture.bytes.withUnsafeBufferPointer { bytes -> Float in
            guard let base = bytes.baseAddress, picture.width / map.factor >= map.width else { return 0 }
            return follow(PictureView(pixels: base, width: picture.width, height: picture.height, channels: 4))
        }
        let corner = tip * Float(map.factor) - boxSize / 2
        let box = ObjectBox(
            x: Double(corner.x),
            y: Double(corner.y),
            width: Double(boxSize.x),
            height: Double(boxSize.y)
        )
        return ObjectObservation(box: box, confidence: Double(max(0, min(1, confidence))))
    }
}
