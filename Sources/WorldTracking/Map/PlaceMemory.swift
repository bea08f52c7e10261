import Features
import Geometry
import Odometry
import Surfaces

/// What is remembered of a place, and the search for it: the map and the relocaliser.
struct PlaceMemory: Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Accuracy of the scale at which places are remembered.
        ///
        /// Unit: fraction. Range: 0.05…0.3. Origin: by hand.
        var scaleSigma = 0.1
        /// Time between two searches for an old place while tracking.
        ///
        /// Unit: nanoseconds. Range: 0.3…3 s. Origin: by hand.
        var loopPeriodNanoseconds: Int64 = 1_000_000_000
        /// Age of the keyframes with which an image is compared while tracking.
        ///
        /// Unit: nanoseconds. Range: 4…30 s. Origin: by hand.
        var loopAgeNanoseconds: Int64 = 8_000_000_000
        /// Number of keyframes with which an image is compared while tracking.
        ///
        /// Unit: keyframes. Range: 4…30. Origin: by hand.
        var loopCount = 8
    }

    private static let tuning = Tuning()

    /// The keyframes with their landmarks.
    private(set) var map = WorldMap()
    private var relocalizer = Relocalizer()
    /// The indices of the keyframes that the search goes through, in order.
    private var searchOrder: [Int] = []
    private var lastSearchNanoseconds: Int64 = .min

    /// Whether the map is empty.
    var isEmpty: Bool { map.keyframeCount == 0 }

    /// Forgets the place, or takes another's map.
    mutating func reset(to map: WorldMap = WorldMap()) {
        self.map = map
        relocalizer.cancel()
    }

    /// After this no landmark of the odometry is matched with one of the map: its identifiers restart.
    mutating func closeIdentifiers() {
        relocalizer.cancel()
        map.closeIdentifiers()
    }

    /// Forgets what this session has seen of the place; a saved map that it began with stays.
    mutating func forgetKeyframesOfSession() {
        map.dropUnsureKeyframes()
        relocalizer.cancel()
    }

    // MARK: Keyframes

    /// Brings the positions of landmarks that are still followed up to date.
    mutating func refresh(_ seen: [WorldLandmark]) { map.refresh(seen) }

    /// Whether a frame shows the place from a new side.
    func wantsKeyframe(_ frame: Frame, _ camera: Camera) -> Bool {
        frame.scaleSigma < Self.tuning.scaleSigma
            && map.wantsKeyframe(at: camera.worldFromOptical, scaleSigma: frame.scaleSigma)
    }

    /// Keeps a frame as a keyframe.
    mutating func addKeyframe(_ frame: Frame, _ camera: Camera, _ image: PosedImage, _ describer: ImageDescriber) {
        let pixels = frame.points.map { SIMD2(Float($0.pixel.x), Float($0.pixel.y)) }
        var described: [(index: Int, descriptor: BinaryDescriptor)] = []
        describer.describe(pixels, in: image.image, roll: image.roll) { index, descriptor, _ in
            described.append((index, descriptor))
        }
        map.addKeyframe(
            at: camera.worldFromOptical,
            timestampNanoseconds: frame.timestampNanoseconds,
            scaleSigma: frame.scaleSigma,
            seen: frame.points,
            described: described
        )
    }

    // MARK: Search

    /// Whether a search is half prepared, or one is to begin with this image.
    func isSearchWaiting(_ image: PosedImage, isLocalized: Bool) -> Bool {
        relocalizer.isHalfDescribed || isSearchDue(image, isLocalized)
    }

    /// Searches the map for the image's place, a step per call: at once while lost, now and then while tracking near a
    /// frame.
    mutating func search(
        _ image: PosedImage,
        isLocalized: Bool,
        near frame: Frame?,
        _ describer: ImageDescriber
    ) -> Relocalizer.Place? {
        guard !isEmpty else {
            relocalizer.cancel()
            return nil
        }
        if relocalizer.isHalfDescribed {
            relocalizer.describeRest(describer)
            return nil
        }
        if isSearchDue(image, isLocalized) {
            lastSearchNanoseconds = image.timestampNanoseconds
            searchOrder = orderOfKeyframes(at: image.timestampNanoseconds, near: isLocalized ? frame : nil)
            if !searchOrder.isEmpty { relocalizer.describe(image, describer) }
            return nil
        }
        return relocalizer.step(in: map, order: searchOrder)
    }

    /// Whether a search must start with an image, and none is running.
    private func isSearchDue(_ image: PosedImage, _ isLocalized: Bool) -> Bool {
        guard !relocalizer.isBusy, !isEmpty else { return false }
        return !isLocalized
            || image.isTracking
                && image.timestampNanoseconds >= lastSearchNanoseconds &+ Self.tuning.loopPeriodNanoseconds
    }

    /// Without a frame all keyframes, the newest first; else the near ones that are not of the last seconds.
    private func orderOfKeyframes(at now: Int64, near frame: Frame?) -> [Int] {
        guard let frame, let camera = frame.camera else { return map.keyframes.indices.reversed() }
        let near = map.keyframes.indices.filter { index in
            let keyframe = map.keyframes[index]
            let turn = (keyframe.worldFromOptical.rotation.inverse * camera.worldFromOptical.rotation).angle
            return now - keyframe.timestampNanoseconds > Self.tuning.loopAgeNanoseconds && turn < 0.8
                && keyframe.isOfScale(frame.scaleSigma)
                && (keyframe.worldFromOptical.translation - camera.positionInWorld).length < 1.5
        }
        let sorted = near.sorted(byKey: { index in
            (map.keyframes[index].worldFromOptical.translation - camera.positionInWorld).length
        })
        return Array(sorted.prefix(Self.tuning.loopCount))
    }
}
