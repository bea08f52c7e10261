import Depth
import Geometry

/// The memory of one block's voxels; `VoxelSteps` tells what its numbers mean.
struct VoxelSlice {
    let distances: UnsafeMutablePointer<Int16>
    let weights: UnsafeMutablePointer<UInt16>
    let colors: UnsafeMutablePointer<SIMD4<UInt8>>
}

/// What a voxel's two-byte numbers count in: the largest distance and the largest weight just fit.
struct VoxelSteps {
    private let distance: Float
    private let weight: Float

    init(_ configuration: VolumeConfiguration) {
        distance = configuration.truncation / Float(Int16.max)
        weight = configuration.maximumWeight / Float(UInt16.max)
    }

    @inline(__always)
    func distance(_ steps: Int16) -> Float { Float(steps) * distance }

    @inline(__always)
    func weight(_ steps: UInt16) -> Float { Float(steps) * weight }

    /// `metres` is at most the truncation either way.
    @inline(__always)
    func steps(ofDistance metres: Float) -> Int16 { Int16((metres / distance).rounded(.toNearestOrEven)) }

    @inline(__always)
    func steps(ofWeight value: Float) -> UInt16 {
        UInt16(min((value / weight).rounded(.toNearestOrEven), Float(UInt16.max)))
    }
}

/// The rays of a map's pixels in the world; a ray's length is 1 along the optical axis.
struct PixelRays {
    let origin: SIMD3<Float>
    private let right: SIMD3<Float>
    private let down: SIMD3<Float>
    private let first: SIMD3<Float>

    init(_ view: DepthMap) {
        let rotation = view.worldFromOptical.rotation
        let focal = view.lens.focalLengthPixels
        let principal = view.lens.principalPointPixels
        origin = SIMD3(view.worldFromOptical.translation)
        right = SIMD3(rotation * Vector3(1 / focal.x, 0, 0))
        down = SIMD3(rotation * Vector3(0, 1 / focal.y, 0))
        first = SIMD3(rotation * Vector3((0.5 - principal.x) / focal.x, (0.5 - principal.y) / focal.y, 1))
    }

    @inline(__always)
    func direction(_ x: Int, _ y: Int) -> SIMD3<Float> { first + right * Float(x) + down * Float(y) }
}

/// Moves the voxels that one view shows towards its depths.
struct ViewUpdater {
    private let view: DepthMap
    private let depths: [Float]
    private let colors: [SIMD4<UInt8>]
    private let voxelSize: Float
    private let truncation: Float
    private let steps: VoxelSteps
    private let minimumWeight: Float
    /// The optical frame from the world: three rows and a translation.
    private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    private let translation: SIMD3<Float>
    private let focal: SIMD2<Float>
    private let principal: SIMD2<Float>
    private let size: SIMD2<Float>
    private let far: Float

    init(_ view: DepthMap, depths: [Float], colors: [SIMD4<UInt8>], configuration: VolumeConfiguration) {
        self.view = view
        self.depths = depths
        self.colors = colors
        voxelSize = configuration.voxelSize
        truncation = configuration.truncation
        steps = VoxelSteps(configuration)
        minimumWeight = configuration.minimumWeight
        far = configuration.maximumDepth + truncation
        let opticalFromWorld = view.worldFromOptical.inverse
        let turn = view.worldFromOptical.rotation
        rows = (
            SIMD3<Float>(turn * Vector3(1, 0, 0)), SIMD3<Float>(turn * Vector3(0, 1, 0)),
            SIMD3<Float>(turn * Vector3(0, 0, 1))
        )
        translation = SIMD3(opticalFromWorld.translation)
        focal = SIMD2(view.lens.focalLengthPixels)
        principal = SIMD2(view.lens.principalPointPixels)
        size = SIMD2(Float(view.width), Float(view.height))
    }

    private func optical(_ point: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3((rows.0 * point).sum(), (rows.1 * point).sum(), (rows.2 * point).sum()) + translation
    }

    /// Whether a ball may be seen by the view.
    func isInSight(_ center: SIMD3<Float>, radius: Float) -> Bool {
        let point = optical(center)
        guard point.z > -radius, point.z < far + radius else { return false }
        let z = max(point.z, radius)
        let reach = SIMD2(radius, radius) * focal / z * 1.5
        let pixel = SIMD2(point.x, point.y) * focal / z + principal
        return pixel.x > -reach.x && pixel.y > -reach.y && pixel.x < size.x + reach.x && pixel.y < size.y + reach.y
    }

    /// Updates the voxels of a block whose first voxel lies at `origin`; returns how far the surface in it moved at most,
    /// metres.
    func update(_ block: VoxelSlice, origin: SIMD3<Float>) -> Float {
        var moved: Float = 0
        let start = optical(origin)
        let alongX = SIMD3(rows.0.x, rows.1.x, rows.2.x) * voxelSize
        let alongY = SIMD3(rows.0.y, rows.1.y, rows.2.y) * voxelSize
        let alongZ = SIMD3(rows.0.z, rows.1.z, rows.2.z) * voxelSize
        let numbers = VoxelRow(0, 1, 2, 3, 4, 5, 6, 7)
        depths.withUnsafeBufferPointer { depths in
            for k in 0..<VoxelBlock.side {
                for j in 0..<VoxelBlock.side {
                    let p = start + alongY * Float(j) + alongZ * Float(k)
                    let z = numbers * alongX.z + p.z
                    guard z.max() > 0.05 else { continue }
                    let inverse = 1 / z.replacing(with: 1, where: z .< 0.05)
                    let u = (numbers * alongX.x + p.x) * inverse * focal.x + principal.x
                    let v = (numbers * alongX.y + p.y) * inverse * focal.y + principal.y
                    let isInside = (z .>= 0.05) .& (u .>= 0) .& (v .>= 0) .& (u .< size.x) .& (v .< size.y)
                    guard any(isInside) else { continue }
                    let first = (k * VoxelBlock.side + j) * VoxelBlock.side
                    for i in 0..<VoxelBlock.side where isInside[i] {
                        let pixel = Int(v[i]) * view.width + Int(u[i])
                        let change = updateVoxel(
                            block,
                            first + i,
                            depth: depths[pixel],
                            voxelDepth: z[i],
                            pixel: pixel
                        )
                        moved = max(moved, change)
                    }
                }
            }
        }
        return moved
    }

    /// Weighted running mean; behind the surface the weight falls to zero, so that thin things keep two sides.
    ///
    /// Returns how far the distance moved if the surface is near, metres.
    @inline(__always)
    private func updateVoxel(_ block: VoxelSlice, _ index: Int, depth: Float, voxelDepth: Float, pixel: Int) -> Float {
        guard depth > 0 else { return 0 }
        let distance = depth - voxelDepth
        guard distance > -truncation else { return 0 }
        let sigma = max(view.sigma[pixel], voxelSize * 0.1)
        var weight = min(4, voxelSize * voxelSize * 0.25 / (sigma * sigma))
        if distance < 0 { weight *= 1 + distance / truncation }
        let old = steps.weight(block.weights[index])
        if distance > truncation, old == 0 { return 0 }
        let clamped = min(distance, truncation)
        let sum = old + weight
        guard sum > 0 else { return 0 }
        let before = steps.distance(block.distances[index])
        let after = (before * old + clamped * weight) / sum
        block.distances[index] = steps.steps(ofDistance: after)
        block.weights[index] = steps.steps(ofWeight: sum)
        if abs(distance) < truncation * 0.5, !colors.isEmpty {
            let share = weight / sum
            let kept = SIMD4<Float>(block.colors[index])
            let seen = SIMD4<Float>(colors[pixel])
            let mixed = block.colors[index].w == 0 ? seen : kept + (seen - kept) * share
            block.colors[index] = SIMD4<UInt8>(
                mixed.rounded(.toNearestOrEven).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
            )
        }
        guard sum >= minimumWeight else { return 0 }
        let wasSeen = old >= minimumWeight
        let nearest = wasSeen ? min(abs(before), abs(after)) : abs(after)
        guard nearest < 2 * voxelSize else { return 0 }
        return wasSeen ? abs(after - before) : voxelSize
    }
}

extension DepthMap {
    /// Whether its lens and its pose are finite and without distortion.
    fileprivate var hasFiniteCamera: Bool {
        let focal = lens.focalLengthPixels
        return worldFromOptical.translation.isFinite && focal.isFinite && focal.x > 0 && focal.y > 0
            && lens.principalPointPixels.isFinite && lens.distortion == .none && width > 1 && height > 1
    }

    /// Whether a volume can take it.
    var isUsable: Bool { hasFiniteCamera && knownCount > 0 }
}
