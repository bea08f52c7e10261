import Depth
import Geometry
import Imaging
import Reconstruction
import Recordings
import WorldTracking

/// Fuses the frames of a recording into a volume: keyframes, depth maps, distances.
struct RoomScanner {
    private(set) var volume: VoxelVolume
    /// The positions of the keyframes, metres in the world.
    private(set) var viewpoints: [Vector3] = []
    /// The number of keyframes with a depth map.
    private(set) var mapCount = 0
    /// The sum of the maps' shares of known pixels.
    private(set) var knownShares = 0.0

    private let estimator: DepthEstimator
    /// The colour images of the waiting keyframes, with their lenses.
    private var images: [Int64: (image: ColorImage, lens: CameraModel)] = [:]
    private var waiting: [Int64] = []
    private var lastPose: RigidTransform<WorldSpace, OpticalSpace>?

    /// The translation, metres, or rotation, radians, to the next keyframe; by hand: a tenth of a usual depth's
    /// baseline.
    private static let step = 0.03
    private static let turn = 0.1
    /// The number of later keyframes before a keyframe's map is made, so that it has partners on both sides.
    private static let delay = 4

    init(configuration: VolumeConfiguration) {
        volume = VoxelVolume(configuration: configuration)
        estimator = DepthEstimator()
    }

    /// Adds a frame whose pose is known; frames between keyframes are ignored.
    mutating func add(_ frame: Frame, image: RecordedImage) {
        guard let camera = frame.camera, frame.trackingState == .normal, isFarEnough(camera.worldFromOptical) else {
            return
        }
        guard
            estimator.add(
                image.gray,
                lens: camera.lens,
                worldFromOptical: camera.worldFromOptical,
                motion: camera.motion,
                timestampNanoseconds: frame.timestampNanoseconds
            )
        else { return }
        lastPose = camera.worldFromOptical
        viewpoints.append(camera.positionInWorld)
        waiting.append(frame.timestampNanoseconds)
        if let color = image.color { images[frame.timestampNanoseconds] = (color, camera.lens) }
        if waiting.count > Self.delay { integrate(waiting.removeFirst()) }
    }

    /// Adds the last keyframes.
    mutating func finish() {
        for stamp in waiting { integrate(stamp) }
        waiting = []
    }

    private func isFarEnough(_ pose: RigidTransform<WorldSpace, OpticalSpace>) -> Bool {
        guard let lastPose else { return true }
        let change = lastPose.inverse * pose
        return change.translation.length > Self.step || change.rotation.angle > Self.turn
    }

    private mutating func integrate(_ stamp: Int64) {
        let original = images.removeValue(forKey: stamp)
        guard let map = estimator.depthMap(of: stamp) else { return }
        mapCount += 1
        knownShares += Double(map.knownCount) / Double(map.depth.count)
        let colors =
            original.map { map.colors(of: $0.image, lens: $0.lens) }
            ?? map.shades.map { SIMD4($0, $0, $0, 255) }
        volume.integrate(map, colors: colors)
    }
}
