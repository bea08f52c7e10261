import Features
import Geometry

/// Finds features that stay in place in the image while the camera turns: they belong to something that moves with the
/// camera.
///
/// A person who walks round a thing keeps its middle in place too, but only few features lie so near to the middle. So
/// features count as fixed only if they are a good share of all.
struct FixedFeatureDetector {
    struct Tuning: Equatable, Sendable {
        /// How far a fixed feature may move.
        ///
        /// Unit: pixels. Range: 0.5…2. Origin: by hand.
        let tolerance: Float = 1
        /// How far the camera's turns must have moved a fixed feature by then.
        ///
        /// Unit: pixels. Range: 20…100. Origin: by hand.
        let minimumPath = 40.0
        /// The fewest images whose turn counts, while the feature stays in place.
        ///
        /// Unit: 1. Range: 4…15. Origin: by hand.
        let minimumImageCount = 6
        /// The least turn from image to image that counts.
        ///
        /// Unit: pixels. Range: 0.5…3. Origin: by hand.
        let minimumStep = 1.0
        /// The least share of fixed features for a part of the image to be fixed.
        ///
        /// Unit: 1. Range: 0.1…0.3. Origin: by hand.
        let minimumShare = 0.15
        /// The fewest fixed features for a part of the image to be fixed.
        ///
        /// Unit: 1. Range: 5…20. Origin: by hand.
        let minimumCount = 8
    }

    static let tuning = Tuning()

    /// A feature since it came to its place.
    private struct Watch {
        var identifier: Int32
        var pixel: SIMD2<Float>
        /// How far turns would have moved it, pixels, and in how many images.
        var path = 0.0
        var imageCount = 0
    }

    private var watches: [Watch] = []
    private var next: [Watch] = []
    private var moving: [TrackedFeature] = []
    /// Whether a part of the last image is fixed.
    private(set) var isFound = false

    /// The features without the fixed ones if a part of the image is fixed, otherwise all of them.
    ///
    /// `turn` maps directions of the previous optical frame to this one; nil if it is not known.
    mutating func movingFeatures(
        _ features: [TrackedFeature],
        turn: Rotation?,
        camera: CameraModel
    ) -> [TrackedFeature] {
        next.removeAll(keepingCapacity: true)
        moving.removeAll(keepingCapacity: true)
        var start = 0
        for feature in features {
            let known = index(of: feature.identifier, from: start)
            if let known { start = known + 1 }
            let watch = watch(feature, known: known, turn: turn, camera)
            next.append(watch)
            if watch.path < Self.tuning.minimumPath || watch.imageCount < Self.tuning.minimumImageCount {
                moving.append(feature)
            }
        }
        swap(&watches, &next)
        let fixedCount = features.count - moving.count
        isFound =
            fixedCount >= max(Self.tuning.minimumCount, Int(Self.tuning.minimumShare * Double(features.count)))
        return isFound ? moving : features
    }

    /// The feature's watch after this image: the known one, continued, if the feature has stayed in its place.
    private func watch(_ feature: TrackedFeature, known: Int?, turn: Rotation?, _ camera: CameraModel) -> Watch {
        let fresh = Watch(identifier: feature.identifier, pixel: feature.pixel)
        guard let known else { return fresh }
        let shift = feature.pixel - watches[known].pixel
        guard (shift * shift).sum() <= Self.tuning.tolerance * Self.tuning.tolerance else { return fresh }
        var watch = watches[known]
        let step = turn.map { Self.step(of: feature.pixel, by: $0, camera) } ?? 0
        if step > Self.tuning.minimumStep {
            watch.path += step
            watch.imageCount += 1
        }
        return watch
    }

    /// How far a turn moves what a pixel shows, pixels; 0 if it leaves the camera's view.
    private static func step(of pixel: SIMD2<Float>, by turn: Rotation, _ camera: CameraModel) -> Double {
        let now = Vector2(Double(pixel.x), Double(pixel.y))
        guard let moved = camera.pixel(of: turn * camera.direction(ofPixel: now)) else { return 0 }
        return (moved - now).length
    }

    /// Both lists usually have the tracker's order; the search begins where the last one ended.
    private func index(of identifier: Int32, from start: Int) -> Int? {
        for index in start..<max(start, watches.count) where watches[index].identifier == identifier { return index }
        for index in 0..<min(start, watches.count) where watches[index].identifier == identifier { return index }
        return nil
    }
}
