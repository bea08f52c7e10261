import Depth
import Geometry

/// Fuses the depth maps of a session into a volume and keeps the volume's surface as mesh anchors, one per cube of the world.
///
/// A map costs a bounded time: only cubes whose surface moved are meshed again, those that wait longest first, and no more
/// of them than `Tuning.meshedBlocks` allow. The memory is bounded: when it is full, the cubes farthest from the camera go.
package struct MeshTracker: Sendable {
    /// The constants of mesh anchors.
    package struct Tuning: Sendable {
        /// The side of a voxel.
        ///
        /// Unit: metres. Range: 0.02…0.08. Origin: by hand: the sigma of a usual map at 2 m, so that triangles are not noise.
        package var voxelSize: Float = 0.04
        /// How far from a surface distances are kept.
        ///
        /// Unit: voxels. Range: 2…6. Origin: `make bench-mesh SEEDS=1`: a third more surface than with 3, not less exact.
        package var truncationVoxels: Float = 4
        /// What a voxel's weight is limited to, so that what moved, or a scale that settles, is followed.
        ///
        /// Unit: observations with a sigma of half a voxel. Range: 8…64. Origin: by hand.
        package var maximumWeight: Float = 32
        /// The weight from which a voxel counts as seen: a smaller one shows more surface, and lets more errors through.
        ///
        /// Unit: observations with a sigma of half a voxel. Range: 0.12…2. Origin: `make bench-mesh SEEDS=1`.
        package var minimumWeight: Float = 0.5
        /// The blocks of voxels that are kept at most, 4 KiB each.
        ///
        /// Unit: blocks. Range: 1,000…20,000. Origin: 24 MiB, of the 150 MB that a flat may take.
        package var blockCapacity = 6_000
        /// The side of an anchor's cube.
        ///
        /// Unit: blocks of 8 voxels. Range: 2…8. Origin: cubes of about a metre, as other systems have them.
        package var cubeBlocks = 4
        /// The blocks that are meshed after a map at most; one cube is meshed in any case.
        ///
        /// Unit: blocks. Range: 64…1,024. Origin: by hand: a third of the time of a depth map.
        package var meshedBlocks = 192
        /// How far a surface may have moved before its cube is meshed again.
        ///
        /// Unit: voxels. Range: 0.05…0.5. Origin: by hand.
        package var movedVoxels: Float = 0.25
        /// Connected triangles inside a cube that are left out if they are fewer: noise in the air.
        ///
        /// Unit: triangles. Range: 0…50. Origin: by hand.
        package var pieceTriangles = 24
        /// How well a surface is known along its normal that was seen ever so often: what all maps have in common, errors of
        /// the poses above all, and what lies between voxels.
        ///
        /// Unit: voxels. Range: 0.1…0.6. Origin: by hand: 12 mm, what vertices of a walk are off; `make bench-mesh` prints coverage.
        package var commonSigma: Float = 0.3
        /// The factor of the variance that the weights state: maps that follow each other share their errors.
        ///
        /// Unit: factor. Range: 1…4. Origin: with `commonSigma`.
        package var sharedFactor: Float = 2
        /// How far a file's triangles may lie from the surface's.
        ///
        /// Unit: voxels. Range: 0.05…0.5. Origin: a fifth, as `sightline scan` has it.
        package var simplifiedVoxels: Float = 0.2
        /// The least sine of the angle between a ray and a triangle that a hit's covariance counts with.
        ///
        /// Unit: sine. Range: 0.1…0.5. Origin: by hand, as for guessed upright planes.
        package var leastSlope = 0.25

        /// The usual constants.
        package init() {}
    }

    /// What is known of a cube.
    private struct Cube {
        let identifier: Int32
        /// How far the surface has moved since it was meshed, metres.
        var moved: Float = 0
        /// The number of the map that first moved it far enough; nil while it need not be meshed.
        var waitingSince: Int?
        /// Whether there is an anchor.
        var hasAnchor = false
    }

    private let tuning: Tuning
    private var volume: VoxelVolume
    private var cubes: [GridPosition: Cube] = [:]
    private var blockCapacity: Int
    private var nextIdentifier: Int32 = 1
    private var mapCount = 0
    private var changes = MeshAnchorChanges()

    /// A tracker without anchors.
    package init(tuning: Tuning = Tuning()) {
        self.tuning = tuning
        blockCapacity = tuning.blockCapacity
        volume = Self.emptyVolume(tuning, blockCapacity)
    }

    private static func emptyVolume(_ tuning: Tuning, _ blockCapacity: Int) -> VoxelVolume {
        var configuration = VolumeConfiguration()
        configuration.voxelSize = tuning.voxelSize
        configuration.truncationVoxels = tuning.truncationVoxels
        configuration.maximumWeight = tuning.maximumWeight
        configuration.minimumWeight = tuning.minimumWeight
        configuration.maximumBlockCount = blockCapacity
        return VoxelVolume(configuration: configuration)
    }

    /// The fewest blocks that may be kept: a sixteenth of them must hold what one map adds.
    private static let leastCapacity = 1_000

    /// The memory of the voxels, bytes.
    package var byteCount: Int { volume.byteCount }
    /// How many blocks of voxels there are.
    package var blockCount: Int { volume.blockCount }

    /// Forgets all, for poses of a new world; the next changes name the anchors that are gone.
    package mutating func reset() {
        changes.removed += cubes.values.filter { $0.hasAnchor }.map { $0.identifier }.sorted(byKey: { Double($0) })
        cubes.removeAll()
        volume = Self.emptyVolume(tuning, blockCapacity)
    }

    /// How much memory the voxels may take from now on, bytes; at least that of the cubes that one map can change.
    package mutating func keep(byteCount: Int) {
        blockCapacity = max(byteCount / VoxelVolume.bytesPerBlock, Self.leastCapacity)
        volume.limit(toBlocks: blockCapacity)
    }

    /// The surface of all cubes as one mesh, without the noise that anchors leave out.
    package func surface() -> SurfaceMesh {
        volume.surface().withoutSmallPieces(minimumTriangles: tuning.pieceTriangles)
    }

    /// A surface of this tracker with fewer triangles, for files.
    package func simplified(_ surface: SurfaceMesh) -> SurfaceMesh {
        surface.simplified(maximumError: Double(tuning.simplifiedVoxels * tuning.voxelSize))
    }

    /// Fuses a map and returns what changed in the anchors.
    ///
    /// `colors` holds red, green, blue and 255 of every pixel of the map; it may be empty.
    package mutating func fuse(_ map: DepthMap, colors: [SIMD4<UInt8>] = []) -> MeshAnchorChanges {
        mapCount += 1
        forgetFarCubes(from: SIMD3(map.worldFromOptical.translation))
        if volume.integrate(map, colors: colors) { noteChanges() }
        for position in cubesToMesh() { mesh(position, at: map.timestampNanoseconds) }
        let done = changes
        changes = MeshAnchorChanges()
        return done
    }

    private var cubeSize: Float { tuning.voxelSize * Float(VoxelBlock.side * tuning.cubeBlocks) }

    private func cube(of block: GridPosition) -> GridPosition {
        let side = tuning.cubeBlocks
        func part(_ value: Int) -> Int { (value - (value % side + side) % side) / side }
        return GridPosition(part(block.x), part(block.y), part(block.z))
    }

    private func origin(of cube: GridPosition) -> SIMD3<Float> {
        SIMD3(Float(cube.x), Float(cube.y), Float(cube.z)) * cubeSize
    }

    /// Adds what the last map changed to the cubes, also to those whose triangles reach over into a changed block.
    private mutating func noteChanges() {
        var farthest: [GridPosition: Float] = [:]
        for change in volume.lastChanges {
            let own = cube(of: change.block)
            farthest[own] = max(farthest[own] ?? 0, change.distance)
            // A cube's triangles reach over its sides by one cell.
            for n in 0..<8 {
                let near = cube(of: change.block.moved(2 * (n & 1) - 1, (n & 2) - 1, (n >> 1 & 2) - 1))
                if near != own, cubes[near] != nil { farthest[near] = max(farthest[near] ?? 0, change.distance) }
            }
        }
        for position in farthest.keys.inGridOrder {
            var cube = cubes[position] ?? newCube()
            cube.moved += farthest[position] ?? 0
            if cube.moved >= tuning.movedVoxels * tuning.voxelSize { cube.waitingSince = cube.waitingSince ?? mapCount }
            cubes[position] = cube
        }
    }

    private mutating func newCube() -> Cube {
        defer { nextIdentifier += 1 }
        return Cube(identifier: nextIdentifier)
    }

    /// The blocks of a cube that exist, in the order of the grid.
    private func blocks(of cube: GridPosition) -> [GridPosition] {
        let side = tuning.cubeBlocks
        var found: [GridPosition] = []
        for x in 0..<side {
            for y in 0..<side {
                for z in 0..<side {
                    let block = GridPosition(cube.x * side + x, cube.y * side + y, cube.z * side + z)
                    if volume.firstVoxel(of: block) != nil { found.append(block) }
                }
            }
        }
        return found
    }

    /// The cubes whose turn it is: those that wait longest, as many as the time allows.
    private func cubesToMesh() -> [GridPosition] {
        let waiting = cubes.compactMapValues { $0.waitingSince }
        let longestFirst = waiting.keys.inGridOrder.sorted(byKey: { Double(waiting[$0] ?? 0) })
        var chosen: [GridPosition] = []
        var blockCount = 0
        for position in longestFirst {
            blockCount += blocks(of: position).count
            if !chosen.isEmpty, blockCount > tuning.meshedBlocks { break }
            chosen.append(position)
        }
        return chosen
    }

    private mutating func mesh(_ position: GridPosition, at timestampNanoseconds: Int64) {
        guard var cube = cubes[position] else { return }
        let origin = origin(of: position)
        // A piece that reaches the cube's sides may go on beyond them.
        let (low, high) = (origin + tuning.voxelSize, origin + (cubeSize - tuning.voxelSize))
        let surface = SurfaceNets.surface(of: volume, in: blocks(of: position))
            .withoutSmallPieces(minimumTriangles: tuning.pieceTriangles) { any($0 .< low) || any($0 .> high) }
        (cube.moved, cube.waitingSince) = (0, nil)
        if surface.indices.isEmpty {
            if cube.hasAnchor { changes.removed.append(cube.identifier) }
            // Its identifier is not used again.
            cubes[position] = cube.hasAnchor ? newCube() : cube
            return
        }
        let anchor = MeshAnchor(
            identifier: cube.identifier,
            origin: origin,
            vertices: surface.positions.map { $0 - origin },
            sigmas: surface.positions.map { sigma(at: $0) },
            colors: surface.colors,
            indices: surface.indices,
            changedNanoseconds: timestampNanoseconds
        )
        if cube.hasAnchor { changes.updated.append(anchor) } else { changes.added.append(anchor) }
        cube.hasAnchor = true
        cubes[position] = cube
    }

    /// How well a vertex is known along the surface's normal, metres.
    private func sigma(at position: SIMD3<Float>) -> Float {
        let weight = max(volume.weight(near: position), tuning.minimumWeight)
        let common = tuning.commonSigma * tuning.voxelSize
        // A weight of 1 is one observation with a sigma of half a voxel.
        return (common * common + tuning.sharedFactor * tuning.voxelSize * tuning.voxelSize / (4 * weight)).squareRoot()
    }

    /// Makes room for new blocks: a sixteenth of the memory is free before a map.
    private mutating func forgetFarCubes(from camera: SIMD3<Float>) {
        let limit = blockCapacity - blockCapacity / 16
        guard volume.blockCount > limit else { return }
        let farthestFirst = cubes.keys
            .inGridOrder
            .sorted(byKey: { Double((origin(of: $0) + cubeSize * 0.5 - camera).norm) })
            .reversed()
        var forgotten: Set<GridPosition> = []
        for position in farthestFirst where volume.blockCount - forgotten.count > limit {
            forgotten.formUnion(blocks(of: position))
            guard let cube = cubes.removeValue(forKey: position), cube.hasAnchor else { continue }
            changes.removed.append(cube.identifier)
        }
        volume.remove(forgotten)
    }
}
