import Geometry
import Imaging
import RealModule

/// Tracks one object from a box in a first image: position, size and a confidence that drops if it is lost.
///
/// A background-aware correlation filter over gradients and colours, weighted by the likelihood of the object's
/// colours. A memory of verified views checks it: if the box no longer looks like them, it is not learned, after some
/// images it counts as lost, and the object is searched for in the whole image.
public final class ObjectTracker {
    private let level: TrackingLevel
    private let firstBox: ImageBox
    private var appearance: ObjectAppearance
    private var centre = SIMD2<Float>.zero
    private var scale: Float = 1
    private var isLost = false
    private var imageCount = 0
    private var memory = AppearanceMemory(size: SIMD2(1, 1))
    /// The mean similarity to the memory in normal tracking.
    private var usualSimilarity: Float = 0.8
    /// The number of consecutive images that showed something else.
    private var doubtfulCount = 0

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Similarity, as a part of the usual, under which the box seems to show something else.
        ///
        /// Unit: 1. Range: 0.3…0.7. Origin: by hand.
        var doubtfulRatio: Float = 0.5
        /// How many such images in a row are a loss.
        ///
        /// Unit: images. Range: 2…10. Origin: by hand.
        var mostDoubtful = 4
        /// Similarity, as a part of the usual, from which is learnt.
        ///
        /// Unit: 1. Range: 0.5…0.9. Origin: by hand.
        var learningRatio: Float = 0.7
        /// Confidence of the filter from which a lost object is taken back.
        ///
        /// Unit: 1. Range: 0.2…0.6. Origin: by hand.
        var returnConfidence: Float = 0.3
        /// Similarity, as a part of the usual, from which a lost object is taken back.
        ///
        /// Unit: 1. Range: 0.6…0.95. Origin: by hand.
        var returnRatio: Float = 0.75
        /// The least similarity for that.
        ///
        /// Unit: 1. Range: 0.4…0.8. Origin: by hand.
        var leastReturnSimilarity: Float = 0.55
    }

    private static let tuning = Tuning()

    /// A tracker that begins with a box in a colour image.
    ///
    /// A box with a number that is not finite, or beyond a million pixels, is never found: its confidence stays 0.
    public convenience init(level: TrackingLevel, image: ColorImage, box: ImageBox) {
        self.init(level: level, box: box)
        image.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            start(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4), box)
        }
    }

    /// A tracker that begins with a box in a gray image.
    public convenience init(level: TrackingLevel, image: GrayImage, box: ImageBox) {
        self.init(level: level, box: box)
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            start(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 1), box)
        }
    }

    private init(level: TrackingLevel, box: ImageBox) {
        (self.level, firstBox) = (level, box)
        appearance = ObjectAppearance(level: level)
    }

    /// Tracks the object into the next colour image.
    public func follow(into image: ColorImage) -> ObjectObservation {
        image.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return observation(0) }
            return follow(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4))
        }
    }

    /// Tracks the object into the next gray image.
    public func follow(into image: GrayImage) -> ObjectObservation {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return observation(0) }
            return follow(ImagePixels(pixels: base, width: image.width, height: image.height, channels: 1))
        }
    }

    /// Moves the object to the result of another method.
    func recenter(at point: SIMD2<Float>) { centre = point }

    private func start(_ image: ImagePixels, _ box: ImageBox) {
        guard box.isPlausible else { return }
        let size = SIMD2(max(2, Float(box.width)), max(2, Float(box.height)))
        centre = SIMD2(Float(box.x), Float(box.y)) + size / 2
        appearance.start(image, centre: centre, size: size)
        memory = AppearanceMemory(size: size)
        memory.learn(image, centre: centre, scale: 1)
    }

    func follow(_ image: ImagePixels) -> ObjectObservation {
        guard firstBox.isPlausible else { return ObjectObservation(box: firstBox, confidence: 0) }
        imageCount += 1
        if isLost { return recover(image) }
        let best = appearance.search(image, about: centre, scale: scale, scales: level.scales)
        let similarity = memory.similarity(image, centre: best.centre, scale: best.scale)
        let ratio = (similarity ?? 0.5 * usualSimilarity) / usualSimilarity
        doubtfulCount = ratio < Self.tuning.doubtfulRatio ? doubtfulCount + 1 : 0
        var confidence = appearance.confidence(of: best)
        if doubtfulCount >= Self.tuning.mostDoubtful { confidence = min(confidence, 0.2) }
        isLost = confidence < 0.25
        if isLost { return observation(confidence) }
        move(to: best, image)
        if confidence > 0.4, ratio > Self.tuning.learningRatio {
            if imageCount % level.learningInterval == 0 {
                appearance.learn(image, best, centre: centre, scale: scale)
            }
            if confidence > 0.6 { memory.learn(image, centre: centre, scale: scale) }
            if let similarity { usualSimilarity += (similarity - usualSimilarity) * 0.05 }
        }
        return observation(ratio < Self.tuning.doubtfulRatio ? min(confidence, 0.35) : confidence)
    }

    /// Searches for the lost object near its last position and in the whole image; a result must look like it.
    private func recover(_ image: ImagePixels) -> ObjectObservation {
        let factors: [Float] = [1, 0.8, 1.25]
        let wanted = scale * factors[imageCount % 3]
        var candidates = memory.find(in: image, scale: wanted, count: 3)
        candidates.append(AppearanceMemory.Candidate(centre: centre, scale: scale, similarity: 0))
        var best: (match: ObjectAppearance.Match, confidence: Float, similarity: Float)?
        for candidate in candidates {
            let match = appearance.search(image, about: candidate.centre, scale: candidate.scale, scales: level.scales)
            guard let similarity = memory.similarity(image, centre: match.centre, scale: match.scale) else { continue }
            let confidence = appearance.confidence(of: match)
            if similarity * (0.3 + confidence) > (best.map { $0.similarity * (0.3 + $0.confidence) } ?? 0) {
                best = (match, confidence, similarity)
            }
        }
        guard let best, best.confidence >= Self.tuning.returnConfidence,
            best.similarity >= max(Self.tuning.leastReturnSimilarity, Self.tuning.returnRatio * usualSimilarity)
        else { return observation(min(best?.confidence ?? 0, 0.25)) }
        isLost = false
        doubtfulCount = 0
        move(to: best.match, image)
        return observation(max(best.confidence, 0.5))
    }

    private func move(to best: ObjectAppearance.Match, _ image: ImagePixels) {
        let size = appearance.firstSize
        let bound = SIMD2(Float(image.width), Float(image.height))
        centre = pointwiseMin(pointwiseMax(best.centre, .zero), bound)
        let least = 5 / min(size.x, size.y)
        let most = min(bound.x / size.x, bound.y / size.y)
        scale = max(least, min(max(most, least), best.scale))
    }

    private func observation(_ confidence: Float) -> ObjectObservation {
        let size = appearance.firstSize * scale
        let corner = centre - size / 2
        let box = ImageBox(x: Double(corner.x), y: Double(corner.y), width: Double(size.x), height: Double(size.y))
        return ObjectObservation(box: box, confidence: Double(max(0, min(1, confidence))))
    }
}

extension ImageBox {
    /// Whether its numbers are finite and no larger than those of any image.
    var isPlausible: Bool { [x, y, width, height].allSatisfy { abs($0) <= 1e6 } }
}
