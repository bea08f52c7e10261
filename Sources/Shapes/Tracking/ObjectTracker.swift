import Imaging
import RealModule

/// Follows one object from a box in a first image: position, size and a confidence that drops when it is lost.
///
/// A background-aware correlation filter over gradients and colours, weighted by how likely the colours are the
/// object's; where the answer is weak nothing is learned, and a lost object is looked for further and further round.
public final class ObjectTracker {
    private let level: TrackingLevel
    private var appearance: ObjectAppearance
    private var centre = SIMD2<Float>.zero
    private var scale: Float = 1
    private var isLost = false
    private var searchRing = 0
    private var imageCount = 0

    /// A tracker that begins with a box in a colour image.
    public convenience init(level: TrackingLevel, image: ColorImage, box: ObjectBox) {
        self.init(level: level)
        image.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            start(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4), box)
        }
    }

    /// A tracker that begins with a box in a gray image.
    public convenience init(level: TrackingLevel, image: GrayImage, box: ObjectBox) {
        self.init(level: level)
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            start(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 1), box)
        }
    }

    private init(level: TrackingLevel) {
        self.level = level
        appearance = ObjectAppearance(level: level)
    }

    /// Follows the object into the next colour image.
    public func follow(into image: ColorImage) -> ObjectObservation {
        image.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return observation(0) }
            return follow(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4))
        }
    }

    /// Follows the object into the next gray image.
    public func follow(into image: GrayImage) -> ObjectObservation {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return observation(0) }
            return follow(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 1))
        }
    }

    /// Moves the object to a point that another method found.
    func recenter(at point: SIMD2<Float>) { centre = point }

    private func start(_ image: ImagePixels, _ box: ObjectBox) {
        let size = SIMD2(max(2, Float(box.width)), max(2, Float(box.height)))
        centre = SIMD2(Float(box.x), Float(box.y)) + size / 2
        appearance.start(image, centre: centre, size: size)
    }

    func follow(_ image: ImagePixels) -> ObjectObservation {
        var best = appearance.search(image, about: centre, scale: scale, scales: level.scales)
        if isLost { best = searchWider(image, best) }
        imageCount += 1
        let confidence = appearance.confidence(of: best)
        if isLost && confidence < 0.5 { return observation(min(confidence, 0.25)) }
        isLost = confidence < 0.25
        if isLost { return observation(confidence) }
        move(to: best, image)
        if confidence > 0.4, imageCount % level.learningInterval == 0 {
            appearance.learn(image, best, centre: centre, scale: scale)
        }
        return observation(confidence)
    }

    private func move(to best: ObjectAppearance.Match, _ image: ImagePixels) {
        let size = appearance.firstSize
        let bound = SIMD2(Float(image.width), Float(image.height))
        centre = pointwiseMin(pointwiseMax(best.centre, .zero), bound)
        let least = 5 / min(size.x, size.y)
        let most = min(bound.x / size.x, bound.y / size.y)
        scale = max(least, min(max(most, least), best.scale))
    }

    /// Searches about four further points of rings that widen from image to image.
    private func searchWider(_ image: ImagePixels, _ near: ObjectAppearance.Match) -> ObjectAppearance.Match {
        var best = near
        let span = appearance.halfPatch(scale)
        for _ in 0..<4 {
            let ring = 1 + (searchRing / 8) % 3
            let angle = Float(searchRing % 8) / 8 * 2 * Float.pi
            searchRing += 1
            let point = centre + SIMD2(Float.cos(angle), Float.sin(angle)) * (span * Float(ring))
            let bound = SIMD2(Float(image.width), Float(image.height))
            if point.x < 0 || point.y < 0 || point.x > bound.x || point.y > bound.y { continue }
            let found = appearance.search(image, about: point, scale: scale, scales: 1)
            if found.score > best.score { best = found }
        }
        return best
    }

    private func observation(_ confidence: Float) -> ObjectObservation {
        let size = appearance.firstSize * scale
        let corner = centre - size / 2
        let box = ObjectBox(x: Double(corner.x), y: Double(corner.y), width: Double(size.x), height: Double(size.y))
        return ObjectObservation(box: box, confidence: Double(max(0, min(1, confidence))))
    }
}
