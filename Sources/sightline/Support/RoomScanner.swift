import Depth
import Geometry
import Imaging
import Reconstruction
import Recordings
import WorldTracking

/// The surface of a recording, and what it was made of.
struct RoomScan {
    /// Without small pieces.
    let mesh: SurfaceMesh
    /// The positions of the keyframes, metres in the world.
    let viewpoints: [Vector3]
    /// The number of keyframes with a depth map.
    let mapCount: Int
    /// The mean of the maps' shares of known pixels.
    let knownShare: Double
    let blockCount: Int
    /// How many blocks were left out because the memory was full.
    let refusedBlockCount: Int
    /// What the volume took, bytes.
    let volumeByteCount: Int
}

/// Fuses the frames of a recording into a volume: keyframes, depth maps, distances.
struct RoomScanner {
    private var volume: VoxelVolume
    private var viewpoints: [Vector3] = []
    private var mapCount = 0
    private var knownShares = 0.0
    private let estimator: DepthEstimator
    private var waiting: [Keyframe] = []

    /// A keyframe whose map is still to be made.
    private struct Keyframe {
        let timestampNanoseconds: Int64
        let position: Vector3
        let landmarks: [Vector3]
        let image: ColorImage?
        let lens: CameraModel
    }

    /// The number of later keyframes before a keyframe's map is made, so that it has partners on both sides.
    private static let delay = 4

    /// A scanner whose volume is empty.
    init(volume configuration: VolumeConfiguration, depth: DepthConfiguration) {
        volume = VoxelVolume(configuration: configuration)
        volume.reserveBlocks()
        estimator = DepthEstimator(configuration: depth)
    }

    /// Adds a frame whose pose is known; frames between keyframes are ignored.
    mutating func add(_ frame: Frame, image: RecordedImage) {
        guard let camera = frame.camera, frame.trackingState == .normal,
            estimator.wantsKeyframe(at: camera.worldFromOptical)
        else { return }
        let landmarks = frame.points.map { $0.pointInWorld }
        let isAdded = estimator.add(
            image.gray,
            lens: camera.lens,
            worldFromOptical: camera.worldFromOptical,
            motion: camera.motion,
            timestampNanoseconds: frame.timestampNanoseconds,
            landmarks: landmarks
        )
        guard isAdded else { return }
        waiting.append(
            Keyframe(
                timestampNanoseconds: frame.timestampNanoseconds,
                position: camera.positionInWorld,
                landmarks: landmarks,
                image: image.color,
                lens: camera.lens
            )
        )
        if waiting.count > Self.delay { integrate(waiting.removeFirst()) }
    }

    /// Adds the last keyframes; no more may follow.
    mutating func finish() {
        for keyframe in waiting { integrate(keyframe) }
        waiting = []
        estimator.reset()
    }

    /// The surface, after `finish`.
    consuming func finished() -> RoomScan {
        let (blockCount, refused, byteCount) = (volume.blockCount, volume.refusedBlockCount, volume.byteCount)
        let whole = volume.surface()
        volume = VoxelVolume()
        return RoomScan(
            mesh: whole.withoutSmallPieces(minimumTriangles: 50),
            viewpoints: viewpoints,
            mapCount: mapCount,
            knownShare: knownShares / Double(max(1, mapCount)),
            blockCount: blockCount,
            refusedBlockCount: refused,
            volumeByteCount: byteCount
        )
    }

    private mutating func integrate(_ keyframe: Keyframe) {
        viewpoints.append(keyframe.position)
        guard let map = estimator.depthMap(of: keyframe.timestampNanoseconds, landmarks: keyframe.landmarks) else {
            return
        }
        mapCount += 1
        knownShares += Double(map.knownCount) / Double(map.depth.count)
        let colors =
            keyframe.image.map { map.colors(of: $0, lens: keyframe.lens) }
            ?? map.shades.map { SIMD4($0, $0, $0, 255) }
        volume.integrate(map, colors: colors)
    }
}
