import Depth
import Geometry

/// Signed distances to the surfaces that were seen, in blocks of voxels that exist only near surfaces.
///
/// A distance is positive in front of a surface and negative behind it. The memory is bounded: when no further block may
/// be created, new parts of the world are omitted, and `refusedBlockCount` counts them.
package struct VoxelVolume: Sendable {
    /// What it was made with.
    package private(set) var configuration: VolumeConfiguration
    /// How many blocks were not made because of the limit.
    package private(set) var refusedBlockCount = 0
    /// How far the last map moved the surfaces in each block that it moved, metres; a voxel seen for the first time counts
    /// as one voxel's side.
    private(set) var lastChanges: [(block: GridPosition, distance: Float)] = []

    private let steps: VoxelSteps
    private var slots: [GridPosition: Int] = [:]
    private var positions: [GridPosition] = []
    private var distances: [Int16] = []
    private var weights: [UInt16] = []
    private var colors: [SIMD4<UInt8>] = []

    /// An empty volume.
    package init(configuration: VolumeConfiguration = VolumeConfiguration()) {
        self.configuration = configuration
        steps = VoxelSteps(configuration)
    }

    /// How many blocks there are.
    package var blockCount: Int { positions.count }
    /// The memory of the voxels, bytes.
    package var byteCount: Int { positions.count * Self.bytesPerBlock }
    /// The memory of one block's voxels, bytes.
    static let bytesPerBlock = VoxelBlock.count * 8

    /// How many blocks may be kept from now on; those that are there stay.
    mutating func limit(toBlocks count: Int) { configuration.maximumBlockCount = count }

    /// Reserves the room of all blocks that may be kept, so that the arrays are never copied as they grow; where memory is
    /// assigned by the page, what is not used costs nothing.
    package mutating func reserveBlocks() {
        let count = configuration.maximumBlockCount * VoxelBlock.count
        distances.reserveCapacity(count)
        weights.reserveCapacity(count)
        colors.reserveCapacity(count)
    }

    private var blockSize: Float { configuration.voxelSize * Float(VoxelBlock.side) }

    /// Adds one map: makes the blocks near its surfaces and moves the distances of all blocks in sight towards it.
    ///
    /// `colors` holds red, green, blue and 255 of every pixel of the map; it may be empty. A map without distances, or
    /// with a pose or a lens that is not finite, changes nothing and returns false.
    @discardableResult
    package mutating func integrate(_ view: DepthMap, colors shades: [SIMD4<UInt8>] = []) -> Bool {
        precondition(shades.isEmpty || shades.count == view.depth.count, "a colour per pixel")
        lastChanges.removeAll(keepingCapacity: true)
        guard view.isUsable else { return false }
        let depths = usableDepths(of: view)
        makeBlocks(near: depths, in: view)
        let updater = ViewUpdater(view, depths: depths, colors: shades, configuration: configuration)
        for slot in positions.indices where updater.isInSight(center(of: positions[slot]), radius: blockSize) {
            let origin = corner(of: positions[slot])
            var moved: Float = 0
            distances.withUnsafeMutableBufferPointer { d in
                weights.withUnsafeMutableBufferPointer { w in
                    colors.withUnsafeMutableBufferPointer { c in
                        moved = updater.update(
                            VoxelSlice(
                                distances: d.baseAddress.unsafelyUnwrapped + slot * VoxelBlock.count,
                                weights: w.baseAddress.unsafelyUnwrapped + slot * VoxelBlock.count,
                                colors: c.baseAddress.unsafelyUnwrapped + slot * VoxelBlock.count
                            ),
                            origin: origin
                        )
                    }
                }
            }
            if moved > 0 { lastChanges.append((positions[slot], moved)) }
        }
        return true
    }

    /// Forgets blocks.
    mutating func remove(_ blocks: Set<GridPosition>) {
        var kept = VoxelVolume(configuration: configuration)
        kept.refusedBlockCount = refusedBlockCount
        for (slot, position) in positions.enumerated() where !blocks.contains(position) {
            let voxels = slot * VoxelBlock.count..<(slot + 1) * VoxelBlock.count
            kept.slots[position] = kept.positions.count
            kept.positions.append(position)
            kept.distances.append(contentsOf: distances[voxels])
            kept.weights.append(contentsOf: weights[voxels])
            kept.colors.append(contentsOf: colors[voxels])
        }
        self = kept
    }

    /// The depths without those that are too far or too unsure, which become 0.
    private func usableDepths(of view: DepthMap) -> [Float] {
        var depths = view.depth
        for i in depths.indices {
            let (depth, sigma) = (depths[i], view.sigma[i])
            let isUsable =
                depth > 0.05 && depth < configuration.maximumDepth && sigma > 0
                && sigma < configuration.maximumRelativeSigma * depth
            if !isUsable { depths[i] = 0 }
        }
        return depths
    }

    private mutating func makeBlocks(near depths: [Float], in view: DepthMap) {
        let rays = PixelRays(view)
        let band = configuration.truncation
        let step = blockSize * 0.5
        var last = GridPosition(0, 0, 0)
        var isFirst = true
        for y in 0..<view.height {
            for x in 0..<view.width {
                let depth = depths[y * view.width + x]
                guard depth > 0 else { continue }
                let ray = rays.direction(x, y)
                var along = -band
                while along <= band + step * 0.5 {
                    let block = blockPosition(of: rays.origin + ray * (depth + along))
                    if isFirst || block != last { makeBlock(block) }
                    (last, isFirst) = (block, false)
                    along += step
                }
            }
        }
    }

    private func blockPosition(of point: SIMD3<Float>) -> GridPosition {
        let scaled = (point / blockSize).rounded(.down)
        return GridPosition(Int(scaled.x), Int(scaled.y), Int(scaled.z))
    }

    private mutating func makeBlock(_ position: GridPosition) {
        guard slots[position] == nil else { return }
        guard positions.count < configuration.maximumBlockCount else {
            refusedBlockCount += 1
            return
        }
        slots[position] = positions.count
        positions.append(position)
        distances.append(contentsOf: repeatElement(0, count: VoxelBlock.count))
        weights.append(contentsOf: repeatElement(0, count: VoxelBlock.count))
        colors.append(contentsOf: repeatElement(.zero, count: VoxelBlock.count))
    }

    private func corner(of block: GridPosition) -> SIMD3<Float> {
        SIMD3(Float(block.x), Float(block.y), Float(block.z)) * blockSize
    }

    private func center(of block: GridPosition) -> SIMD3<Float> { corner(of: block) + blockSize * 0.5 }
}

extension VoxelVolume {
    /// The positions of the blocks, in the order of the grid.
    var sortedBlocks: [GridPosition] { positions.inGridOrder }

    /// Where a block's voxels lie in `voxel(_:)`; nil if there is no such block.
    func firstVoxel(of block: GridPosition) -> Int? { slots[block].map { $0 * VoxelBlock.count } }

    /// The distance of a voxel by its index, metres; nil if it was hardly seen.
    @inline(__always)
    func distance(at index: Int) -> Float? {
        weight(at: index) >= configuration.minimumWeight ? steps.distance(distances[index]) : nil
    }

    /// The weight of a voxel by its index.
    @inline(__always)
    func weight(at index: Int) -> Float { steps.weight(weights[index]) }

    /// The weight of the voxel nearest to a point, metres in the world; 0 where there is none.
    func weight(near point: SIMD3<Float>) -> Float {
        let scaled = (point / configuration.voxelSize).rounded(.toNearestOrEven)
        let voxel = SIMD3<Int>(Int(scaled.x), Int(scaled.y), Int(scaled.z))
        let block = GridPosition(voxel.x >> 3, voxel.y >> 3, voxel.z >> 3)
        guard let first = firstVoxel(of: block) else { return 0 }
        return weight(
            at: first + ((voxel.z & 7) * VoxelBlock.side + (voxel.y & 7)) * VoxelBlock.side + (voxel.x & 7)
        )
    }

    /// The colour of a voxel by its index.
    @inline(__always)
    func color(at index: Int) -> SIMD4<UInt8> { colors[index] }
}
