import Geometry
import Imaging

/// Tracks features through a stream of images and detects new ones in regions with few of them.
///
/// After the first few images there is no allocation; the same images give the same features, bit for bit.
package final class FeatureTracker {
    struct Tuning: Equatable, Sendable {
        /// The distance of new corners from the edge of the image.
        ///
        /// Unit: pixels. Range: 6…16. Origin: half of a patch.
        let margin = 8
        /// The distance, relative to the minimum distance of new features, at which two tracked ones count as one.
        ///
        /// Unit: 1. Range: 0.1…0.5. Origin: by hand.
        let mergeShare: Float = 0.3
        /// The least side of a cell in which corners are searched.
        ///
        /// Unit: pixels. Range: 8…32. Origin: by hand: a patch.
        let minimumCell: Float = 16
        /// With more than this share of the features, an image searches only some of the cells.
        ///
        /// Unit: fifths. Range: 2…5. Origin: by hand: time for each image.
        let sufficientFifths = 3
        /// The fraction of the cells that an image then searches is one divided by this.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand: time for each image.
        let searchFraction = 5
        /// The corners of one cell that are kept.
        ///
        /// Unit: 1. Range: 1…4. Origin: by hand.
        let cornersPerCell = 2
    }

    static let tuning = Tuning()

    /// The configuration.
    package let configuration: FeatureTrackerConfiguration
    /// The tracked features, oldest first.
    package private(set) var features: [TrackedFeature] = []

    private var previous: ImagePyramid
    private var current: ImagePyramid
    private var hasPrevious = false
    private var nextIdentifier: Int32 = 0
    private let flow: FlowEstimator
    private var verifier: MotionVerifier
    private let corners: CornerDetector

    /// The features' first appearances, one per feature, in the same order.
    private var patches: [ReferencePatch] = []
    private let references: ReferencePatches
    private var kept: [TrackedFeature] = []
    private var keptPatches: [ReferencePatch] = []
    private var firstDirections: [Vector3] = []
    private var secondDirections: [Vector3] = []
    private var fits: [Bool] = []
    private var found: [Corner] = []
    private var nextCell = 0

    /// A tracker without images.
    package init(configuration: FeatureTrackerConfiguration = FeatureTrackerConfiguration()) {
        self.configuration = configuration
        let capacity = Swift.max(1, configuration.maximumCount)
        previous = ImagePyramid(maximumLevels: configuration.levels)
        current = ImagePyramid(maximumLevels: configuration.levels)
        flow = FlowEstimator(maximumIterations: configuration.maximumIterations)
        verifier = MotionVerifier(capacity: capacity, seed: configuration.seed)
        corners = CornerDetector()
        references = ReferencePatches(capacity: capacity)
        patches.reserveCapacity(capacity)
        keptPatches.reserveCapacity(capacity)
        features.reserveCapacity(capacity)
        kept.reserveCapacity(capacity)
        firstDirections.reserveCapacity(capacity)
        secondDirections.reserveCapacity(capacity)
        fits.reserveCapacity(capacity)
        found.reserveCapacity(4 * capacity)
    }

    deinit {
        verifier.deallocate()
        corners.deallocate()
    }

    /// Removes all features and the last image; identifiers are not reused.
    package func reset() {
        features.removeAll(keepingCapacity: true)
        patches.removeAll(keepingCapacity: true)
        references.removeAll()
        hasPrevious = false
        nextCell = 0
    }

    /// Tracks the features into this image, drops those that fail, detects new corners in empty cells.
    ///
    /// An image of another size than the last resets the tracker. `currentFromPrevious` is the rotation of the optical
    /// frame between the two images from the gyroscope, nil if it is not known.
    package func track(_ image: GrayImage, camera: CameraModel, currentFromPrevious: Rotation?) {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            track(
                pixels: base,
                width: image.width,
                height: image.height,
                bytesPerRow: image.width,
                camera: camera,
                currentFromPrevious: currentFromPrevious
            )
        }
    }

    /// Tracks the features into this image, drops those that fail, detects new corners in empty cells.
    ///
    /// Invalid sizes (zero, or rows shorter than the width) reset the tracker, as does an image of another size than
    /// the last. `currentFromPrevious` is the rotation of the optical frame between the two images from the gyroscope,
    /// nil if it is not known.
    package func track(
        pixels: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        bytesPerRow: Int,
        camera: CameraModel,
        currentFromPrevious: Rotation?
    ) {
        guard width > 0, height > 0, bytesPerRow >= width else { return reset() }
        swap(&previous, &current)
        if previous.width != width || previous.height != height { reset() }
        current.build(pixels: pixels, width: width, height: height, bytesPerRow: bytesPerRow)
        if hasPrevious {
            follow(camera, currentFromPrevious)
            rejectOutliers(camera, currentFromPrevious)
            commit()
        }
        findCorners()
        hasPrevious = true
    }
}

extension FeatureTracker {
    /// Tracks every feature and aligns it with its first appearance; successful ones go to `kept`, with their
    /// directions in both images.
    private func follow(_ camera: CameraModel, _ rotation: Rotation?) {
        kept.removeAll(keepingCapacity: true)
        keptPatches.removeAll(keepingCapacity: true)
        firstDirections.removeAll(keepingCapacity: true)
        secondDirections.removeAll(keepingCapacity: true)
        let predictor = rotation.map { MotionPredictor(camera: camera, secondFromFirst: $0) }
        for index in features.indices {
            guard let found = followed(features[index], patches[index], predictor) else { continue }
            kept.append(found.feature)
            keptPatches.append(found.patch)
            firstDirections.append(Self.direction(features[index].pixel, camera))
            secondDirections.append(Self.direction(found.feature.pixel, camera))
        }
    }

    private static func direction(_ pixel: SIMD2<Float>, _ camera: CameraModel) -> Vector3 {
        let point = camera.normalized(ofPixel: Vector2(Double(pixel.x), Double(pixel.y)))
        return Vector3(point.x, point.y, 1)
    }

    /// One feature in the current image; nil if it is lost.
    ///
    /// It is tracked from the last image, then aligned with its first appearance; an outdated patch is replaced.
    private func followed(
        _ feature: TrackedFeature,
        _ patch: ReferencePatch,
        _ predictor: MotionPredictor?
    ) -> (feature: TrackedFeature, patch: ReferencePatch)? {
        var guess = feature.pixel
        var warp: (SIMD2<Float>, SIMD2<Float>)?
        if let predictor {
            guard let prediction = predictor.predict(feature.pixel) else { return nil }
            guess = prediction.pixel
            warp = prediction.warp
        }
        guard
            let there = flow.match(
                feature.pixel,
                in: previous,
                to: current,
                guess: guess,
                warp: warp,
                coarsest: configuration.levels - 1
            ), there.correlation > configuration.minimumCorrelation, !isAtEdge(there.pixel)
        else { return nil }
        let turned = warp.map(patch.turned) ?? patch
        guard let held = held(turned, at: there.pixel), !isAtEdge(held.pixel) else { return nil }
        return (
            TrackedFeature(identifier: feature.identifier, pixel: held.pixel, age: feature.age &+ 1), held.patch
        )
    }

    /// A feature's position aligned with its first appearance; nil if the patch has changed or the position differs.
    private func held(_ patch: ReferencePatch, at pixel: SIMD2<Float>) -> ReferencePatches.Alignment? {
        let level = current.levels[0]
        if patch.isOutdated {
            let fresh = references.capture(level, around: pixel, slot: patch.slot)
            return ReferencePatches.Alignment(patch: fresh, pixel: pixel, correlation: 1)
        }
        let found = references.align(patch, at: pixel, in: level, iterations: configuration.alignmentIterations)
        guard let found else { return nil }
        let miss = found.pixel - pixel
        guard found.correlation > configuration.minimumReferenceCorrelation else { return nil }
        guard (miss * miss).sum() < configuration.maximumDriftPixels * configuration.maximumDriftPixels else {
            return nil
        }
        return found
    }

    /// Whether a point's surroundings reach over the edge of the image.
    private func isAtEdge(_ pixel: SIMD2<Float>) -> Bool {
        let margin = Float(Self.tuning.margin)
        return pixel.x < margin || pixel.y < margin || pixel.x > Float(current.width) - margin
            || pixel.y > Float(current.height) - margin
    }

    /// Marks the outliers of one motion of the camera.
    private func rejectOutliers(_ camera: CameraModel, _ rotation: Rotation?) {
        let focalLength = (camera.focalLengthPixels.x + camera.focalLengthPixels.y) / 2
        verifier.verify(
            first: firstDirections,
            second: secondDirections,
            secondFromFirst: rotation,
            tolerance: Double(configuration.motionTolerancePixels) / focalLength,
            fits: &fits
        )
    }

    /// The kept inliers become the features; of two at one position the older remains.
    private func commit() {
        features.removeAll(keepingCapacity: true)
        patches.removeAll(keepingCapacity: true)
        let nearest = configuration.minimumDistancePixels * Self.tuning.mergeShare
        for index in kept.indices where fits[index] {
            let pixel = kept[index].pixel
            let isCrowded = features.contains { other in
                let offset = other.pixel - pixel
                return (offset * offset).sum() < nearest * nearest
            }
            guard !isCrowded else { continue }
            features.append(kept[index])
            patches.append(keptPatches[index])
        }
        references.keep(patches)
    }
}

extension FeatureTracker {
    /// Finds the best corners of the cells without a feature.
    private func findCorners() {
        let wanted = configuration.maximumCount - features.count
        guard wanted > 0, let level = current.levels.first else { return }
        found.removeAll(keepingCapacity: true)
        let width = level.width - 2 * Self.tuning.margin
        let height = level.height - 2 * Self.tuning.margin
        guard width > 0, height > 0 else { return }
        let area = Float(width * height) / Float(configuration.maximumCount)
        let side = Swift.min(Float(CornerDetector.largestCell), Swift.max(Self.tuning.minimumCell, area.squareRoot()))
        let columns = Int((Float(width) / side).rounded(.up))
        let rows = Int((Float(height) / side).rounded(.up))
        // If there are enough features, each image searches a part of the cells.
        let isRich = 5 * features.count > Self.tuning.sufficientFifths * configuration.maximumCount
        let share = isRich ? rows * columns / Self.tuning.searchFraction + 1 : rows * columns
        for _ in 0..<share {
            nextCell = (nextCell + 1) % (rows * columns)
            let row = nextCell / columns
            let column = nextCell % columns
            let x = width * column / columns
            let y = height * row / rows
            let cell = CornerDetector.Cell(
                x: x + Self.tuning.margin,
                y: y + Self.tuning.margin,
                width: width * (column + 1) / columns - x,
                height: height * (row + 1) / rows - y
            )
            search(cell, level)
        }
        take(wanted)
    }

    private func search(_ cell: CornerDetector.Cell, _ level: PyramidLevel) {
        let low = SIMD2(Float(cell.x), Float(cell.y))
        let high = low + SIMD2(Float(cell.width), Float(cell.height))
        let isTaken = features.contains { feature in
            feature.pixel.x >= low.x && feature.pixel.y >= low.y && feature.pixel.x < high.x && feature.pixel.y < high.y
        }
        guard !isTaken, cell.width > 0, cell.height > 0 else { return }
        corners.detect(
            in: level,
            cell: cell,
            count: Self.tuning.cornersPerCell,
            floor: configuration.minimumCornerStrength,
            distance: configuration.minimumDistancePixels,
            avoiding: features,
            into: &found
        )
    }

    /// The strongest of the found corners, at a minimum distance, become features.
    private func take(_ wanted: Int) {
        var left = wanted
        while left > 0, let corner = takeStrongest() {
            guard !isCrowded(corner.pixel) else { continue }
            guard let patch = references.add(current.levels[0], around: corner.pixel) else { return }
            patches.append(patch)
            features.append(TrackedFeature(identifier: nextIdentifier, pixel: corner.pixel))
            nextIdentifier &+= 1
            left -= 1
        }
    }

    /// Removes the strongest corner from the found ones; sorting them would allocate memory.
    private func takeStrongest() -> Corner? {
        guard var best = found.indices.first else { return nil }
        for index in found.indices where found[index].strength > found[best].strength { best = index }
        found.swapAt(best, found.count - 1)
        return found.removeLast()
    }

    private func isCrowded(_ pixel: SIMD2<Float>) -> Bool {
        let distance = configuration.minimumDistancePixels
        return features.contains { other in
            let offset = other.pixel - pixel
            return (offset * offset).sum() < distance * distance
        }
    }
}
