import Geometry
import Imaging

/// Tracks a fingertip from a small box around it in a first colour image.
///
/// A fingertip rotates, bends and moves fast, so that its pattern alone is not reliable. Reliable are: the hand's
/// colour (learned from the first image, then adapted), the tip's position at the narrow end of a connected hand, and
/// the hand's shape from image to image. These weigh all ends of fingers on the hand's outline, and the point of a
/// correlation filter; the best wins.
public final class FingertipTracker {
    /// A possible tip, with its evidence.
    private struct Proposal {
        var point = SIMD2<Float>.zero
        var inward = SIMD2<Float>(0, 1)
        var score: Float = -.infinity
        /// The score without the hand's shape around the point.
        var likeness: Float = 0
    }

    /// Weights that were chosen on `fingertips.py --grounds 1 24`.
    struct Tuning: Sendable {
        /// What the hand's silhouette around a point counts for being that of the last image.
        ///
        /// Unit: 1. Range: 0.3…1.2. Origin: by hand.
        var lastShape: Float = 0.7
        /// What it counts for being that of the first image.
        ///
        /// Unit: 1. Range: 0.3…1.2. Origin: by hand.
        var firstShape: Float = 0.9
    }

    private static let tuning = Tuning()

    private var hand: HandModel
    private let filter: ObjectTracker
    private let firstBox: ImageBox
    private let boxSize: SIMD2<Float>
    /// The tip in pixels of the map.
    private var tip = SIMD2<Float>.zero
    private var velocity = SIMD2<Float>.zero
    /// The offset from the finger's outermost point to the given tip.
    private var offset = TipOffset()
    private var inward = SIMD2<Float>(0, 1)
    private var template: TipTemplate
    private var firstTemplate: TipTemplate
    private var shape: HandShape
    private var firstShape: HandShape
    /// The finger's pixels in the last image; nil before the first.
    private var patch: TipPatch?
    /// Whether the first image's box shows the end of a finger of a hand that differs from its background.
    public private(set) var showsFingertip = false

    private var map: HandMap { hand.map }
    private var fingerWidth: Float { hand.fingerWidth }

    /// Starts with a box whose centre is the tip.
    ///
    /// A box with a number that is not finite, or beyond a million pixels, is never found: its confidence stays 0.
    public init(image: ColorImage, box: ImageBox) {
        hand = HandModel(imageWidth: image.width, imageHeight: image.height)
        filter = ObjectTracker(level: .accurate, image: image, box: box)
        firstBox = box
        boxSize = SIMD2(Float(box.width), Float(box.height))
        template = TipTemplate(hand.map, about: .zero, step: 1)
        firstTemplate = template
        shape = HandShape(hand.map, about: .zero, fingerWidth: 1)
        firstShape = shape
        tip = SIMD2(Float(box.centre.x), Float(box.centre.y)) / Float(hand.map.factor)
        guard box.isPlausible else { return }
        image.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            start(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4))
        }
    }

    /// Tracks the tip into the next image; the box keeps its size, its centre is the tip.
    public func follow(into image: ColorImage) -> ObjectObservation {
        guard firstBox.isPlausible else { return ObjectObservation(box: firstBox, confidence: 0) }
        let confidence = image.bytes.withUnsafeBufferPointer { bytes -> Float in
            guard let base = bytes.baseAddress, image.width / map.factor >= map.width else { return 0 }
            return follow(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4))
        }
        let corner = tip * Float(map.factor) - boxSize / 2
        let box = ImageBox(
            x: Double(corner.x),
            y: Double(corner.y),
            width: Double(boxSize.x),
            height: Double(boxSize.y)
        )
        return ObjectObservation(box: box, confidence: Double(max(0, min(1, confidence))))
    }

    /// Learns the hand from the first image.
    private func start(_ image: ImagePixels) {
        hand.start(image, tip: tip, boxSize: boxSize)
        let near = hand.fingertips().min { distance($0) < distance($1) }
        if let near, distance(near) < 2 * fingerWidth {
            inward = near.inward
            let outermost = near.outermost(in: map, fingerWidth: fingerWidth)
            offset = TipOffset(of: tip, from: outermost, inward: inward, fingerWidth: fingerWidth)
            showsFingertip =
                hand.isKnown && hand.extendsBeyondBox && distance(near) < 1.2 * fingerWidth && hand.warmth > 0.02
        }
        template = TipTemplate(map, about: tip, step: fingerWidth * 0.35)
        firstTemplate = template
        shape = HandShape(map, about: tip, fingerWidth: fingerWidth)
        firstShape = shape
        patch = TipPatch(map, about: tip, fingerWidth: fingerWidth)
    }

    private func distance(_ candidate: FingertipCandidate) -> Float {
        let d = candidate.point - tip
        return (d * d).sum().squareRoot()
    }

    private func follow(_ image: ImagePixels) -> Float {
        let followed = filter.follow(image)
        let box = followed.box
        let filtered =
            SIMD2(Float(box.centre.x), Float(box.centre.y)) / Float(map.factor)
        guard hand.isKnown else {
            tip = filtered
            return Float(followed.confidence)
        }
        hand.find(in: image)
        var best = Proposal()
        let moved = patch?.shift(in: map, around: velocity, within: Int(1.5 * fingerWidth))
        let carried = moved.map { (point: tip + $0.move, fit: $0.fit) }
        for candidate in hand.fingertips() {
            let outermost = candidate.outermost(in: map, fingerWidth: fingerWidth)
            let point = offset.point(from: outermost, inward: candidate.inward)
            weigh(point, candidate.inward, tipness: candidate.quality + nearness(point, carried), &best)
        }
        if hand.isNear(filtered) {
            weigh(filtered, inward, tipness: 0.3 * Float(followed.confidence), &best)
        }
        guard best.score > -.infinity else { return 0 }
        accept(best, filtered)
        return max(0, min(1, (best.likeness + 0.2) / 1.4))
    }

    /// How well a point agrees with the motion of the finger's own pixels, 0…0.15.
    private func nearness(_ point: SIMD2<Float>, _ carried: (point: SIMD2<Float>, fit: Float)?) -> Float {
        guard let carried else { return 0 }
        let d = (point - carried.point) / (0.6 * fingerWidth)
        return 0.15 * carried.fit * max(0, 1 - (d * d).sum())
    }

    private func weigh(_ point: SIMD2<Float>, _ inward: SIMD2<Float>, tipness: Float, _ best: inout Proposal) {
        let step = fingerWidth * 0.35
        var like: Float = -1
        for angle in [Float(0), -0.3, 0.3] {
            let seen = TipTemplate(map, about: point, step: step, angle: angle)
            let l = template.similarity(seen)
            let f = firstTemplate.similarity(seen)
            like = max(like, 0.45 * l.skin + 0.2 * l.gray + 0.25 * f.skin + 0.1 * f.gray)
        }
        let d = point - tip - velocity * 0.5
        let away = (d * d).sum().squareRoot() / Float(map.width)
        let turn = (inward * self.inward).sum()
        let likeness = like + 0.5 * tipness + 0.2 * turn - 1.2 * away
        // The silhouettes cost most of the time: they are compared only if a perfect one would win.
        guard likeness + Self.tuning.lastShape + Self.tuning.firstShape > best.score else { return }
        let score =
            likeness + Self.tuning.lastShape * shape.similarity(map, about: point)
            + Self.tuning.firstShape * firstShape.similarity(map, about: point)
        guard score > best.score else { return }
        best.point = point
        best.inward = inward
        best.score = score
        best.likeness = likeness
    }

    private func accept(_ best: Proposal, _ filtered: SIMD2<Float>) {
        velocity = (best.point - tip) * 0.5
        tip = best.point
        let turned = inward + best.inward
        let length = (turned * turned).sum().squareRoot()
        if length > 0.1 { inward = turned / length }
        template = TipTemplate(map, about: tip, step: fingerWidth * 0.35)
        shape = HandShape(map, about: tip, fingerWidth: fingerWidth)
        patch = TipPatch(map, about: tip, fingerWidth: fingerWidth)
        hand.adapt()
        filter.recenter(at: tip * Float(map.factor))
    }
}
