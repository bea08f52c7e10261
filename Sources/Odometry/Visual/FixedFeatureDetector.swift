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
        /// The same if a large share of the features is fixed: who walks round a thing keeps few of them in place.
        ///
        /// Unit: pixels. Range: 6…30. Origin: by hand.
        let minimumSharedPath = 10.0
        /// That large share.
        ///
        /// Unit: 1. Range: 0.3…0.5. Origin: by hand.
        let largeShare = 0.35
        /// The fewest images whose turn counts, while the feature stays in place.
        ///
        /// Unit: 1. Range: 4…15. Origin: by hand.
        let minimumImageCount = 6
        /// The same if a large share of the features is fixed.
        ///
        /// Unit: 1. Range: 3…6. Origin: by hand.
        let minimumSharedImageCount = 4
        /// The least turn from image to image that counts.
        ///
        /// Unit: pixels. Range: 0.5…3. Origin: by hand.
        let minimumStep = 1.0
        /// The least share of fixed features for a part of the image to be fixed.
        ///
        /// Unit: 1. Range: 0.1…0.3. Origin: by hand.
        let minimumShare = 0.15
        /// The least share of other features while the gyroscope's bias is unknown.
        ///
        /// Unit: 1. Range: 0.1…0.4. Origin: by hand.
        let minimumMovingShare = 0.2
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
    private var fixed: [Int32] = []
    /// Whether a part of the last image is fixed.
    private(set) var isFound = false

    /// The identifiers of the last image's features that belong to a fixed part; none if no part is fixed.
    var fixedIdentifiers: [Int32] { isFound ? fixed : [] }

    /// The features without the fixed ones if a part of the image is fixed, otherwise all of them.
    ///
    /// `turn` maps directions of the previous optical frame to this one; nil if it is not known. While the gyroscope's
    /// bias is unknown, a body at rest seems to turn: then a part is fixed only if the rest of the image moves.
    mutating func movingFeatures(
        _ features: [TrackedFeature],
        turn: Rotation?,
        isBiasKnown: Bool,
        camera: CameraModel
    ) -> [TrackedFeature] {
        next.removeAll(keepingCapacity: true)
        var start = 0
        for feature in features {
            let known = index(of: feature.identifier, from: start)
            if let known { start = known + 1 }
            next.append(watch(feature, known: known, turn: turn, camera))
        }
        swap(&watches, &next)
        let tuning = Self.tuning
        isFound =
            separate(features, tuning.minimumSharedPath, tuning.minimumSharedImageCount, share: tuning.largeShare)
            || separate(features, tuning.minimumPath, tuning.minimumImageCount, share: tuning.minimumShare)
        let minimumMoving = isBiasKnown ? 0 : tuning.minimumMovingShare * Double(features.count)
        isFound = isFound && Double(moving.count) >= minimumMoving
        return isFound ? moving : features
    }

    /// Leaves in `moving` what has not stayed in place over a path and a number of images, and in `fixed` the others;
    /// whether these are a share of all.
    private mutating func separate(
        _ features: [TrackedFeature],
        _ path: Double,
        _ imageCount: Int,
        share: Double
    ) -> Bool {
        moving.removeAll(keepingCapacity: true)
        fixed.removeAll(keepingCapacity: true)
        fixed.reserveCapacity(features.count)
        for (feature, watch) in zip(features, watches) {
            if watch.path < path || watch.imageCount < imageCount {
                moving.append(feature)
            } else {
                fixed.append(feature.identifier)
            }
        }
        return fixed.count >= max(Self.tuning.minimumCount, Int(share * Double(features.count)))
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
