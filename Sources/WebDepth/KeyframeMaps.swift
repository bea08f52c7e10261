import Depth
import Geometry
import Imaging

/// The keyframes of one world and their maps.
struct KeyframeMaps {
    /// A map with what the engine must know to take it.
    struct Estimate {
        let map: DepthMap
        let epoch: Int32
        let nearDepth: Double
    }

    private var estimator = DepthEstimator()
    private var epoch: Int32?
    /// Landmarks of the last keyframe.
    private var landmarks: [Vector3] = []

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
        if isAdded { landmarks = keyframe.landmarks }
        return isAdded
    }

    /// The map of the newest keyframe; nil if the camera has not moved enough.
    func estimate() -> Estimate? {
        guard let epoch, let map = estimator.depthMap(landmarks: landmarks) else { return nil }
        return Estimate(map: map, epoch: epoch, nearDepth: estimator.nearDepth)
    }
}
