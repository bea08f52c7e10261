import Depth
import Geometry
import Imaging

/// The keyframes of one world and their maps.
struct KeyframeMaps {
    /// A map with what the engine must know to take it.
    struct Estimate {
        let map: DepthMap
        /// Red, green, blue and 255 of each of the map's pixels.
        let colors: [SIMD4<UInt8>]
        let epoch: Int32
        let nearDepth: Double
    }

    private var estimator = DepthEstimator()
    private var epoch: Int32?
    /// The last keyframe.
    private var last: Keyframe?

    /// Adds a keyframe; false if it cannot be used.
    ///
    /// One of another world, or with other errors of its pose, begins anew.
    mutating func add(_ keyframe: Keyframe) -> Bool {
        var configuration = estimator.configuration
        configuration.rotationSigma = keyframe.rotationSigma
        configuration.positionSigma = keyframe.positionSigma
        if keyframe.epoch != epoch || configuration != estimator.configuration {
            estimator = DepthEstimator(configuration: configuration)
            epoch = keyframe.epoch
        }
        let isAdded = estimator.add(
            keyframe.image,
            lens: keyframe.lens,
            worldFromOptical: keyframe.worldFromOptical,
            motion: keyframe.motion,
            timestampNanoseconds: keyframe.timestampNanoseconds
        )
        if isAdded { last = keyframe }
        return isAdded
    }

    /// The map of the newest keyframe, with `fineDepth` if it is for occlusion; nil if the camera has not moved enough.
    func estimate(isForOcclusion: Bool = false) -> Estimate? {
        guard let epoch, let last,
            let map = estimator.depthMap(landmarks: last.landmarks, withFineDepth: isForOcclusion)
        else { return nil }
        let colors =
            last.colors.map { map.colors(of: $0, lens: last.lens) } ?? map.shades.map { SIMD4($0, $0, $0, 255) }
        return Estimate(map: map, colors: colors, epoch: epoch, nearDepth: estimator.nearDepth)
    }
}
