/// The surface of a volume as triangles: one vertex in every cell whose corners have different signs, one quadrilateral
/// for every edge of the grid between different signs.
///
/// Source: S. Gibson, "Constrained elastic surface nets", 1998, without the relaxation.
struct SurfaceNets {
    private let volume: VoxelVolume
    private let blocks: [GridPosition]
    /// The index of a block in `blocks`.
    private var order: [GridPosition: Int] = [:]
    /// Which cells have a vertex: eight words per block, one per layer.
    ///
    /// The vertices of a layer follow one another in the order of its bits.
    private var cells: [UInt64]
    /// The first vertex of each layer.
    private var firstVertices: [UInt32]
    private var mesh = SurfaceMesh()

    private init(_ volume: VoxelVolume, _ blocks: [GridPosition]) {
        self.volume = volume
        self.blocks = blocks
        for (i, block) in blocks.enumerated() { order[block] = i }
        cells = [UInt64](repeating: 0, count: blocks.count * VoxelBlock.side)
        firstVertices = [UInt32](repeating: 0, count: cells.count)
    }

    /// The whole surface of a volume.
    static func surface(of volume: VoxelVolume) -> SurfaceMesh {
        var nets = SurfaceNets(volume, volume.sortedBlocks)
        for i in nets.blocks.indices { nets.placeVertices(inBlock: i) }
        for i in nets.blocks.indices { nets.joinVertices(inBlock: i) }
        return nets.mesh
    }

    /// The part of the surface that belongs to some blocks; the parts of all blocks are the whole surface.
    static func surface(of volume: VoxelVolume, in own: [GridPosition]) -> SurfaceMesh {
        // Triangles between two blocks belong to the one farther along the axes, and reach back by one cell.
        var known = Set(own)
        var before: [GridPosition] = []
        for block in own {
            for n in 1..<8 {
                let neighbor = block.moved(-(n & 1), -(n >> 1 & 1), -(n >> 2))
                guard volume.firstVoxel(of: neighbor) != nil, known.insert(neighbor).inserted else { continue }
                before.append(neighbor)
            }
        }
        var nets = SurfaceNets(volume, own + before)
        for i in own.indices { nets.placeVertices(inBlock: i) }
        for i in own.count..<nets.blocks.count { nets.placeVertices(inBlock: i, onlyLast: true) }
        for i in own.indices { nets.joinVertices(inBlock: i) }
        return nets.mesh
    }

    /// The voxels of a block and of the blocks after it along x, y and z, by a number of three bits.
    private struct Neighborhood {
        var firstVoxels = [Int?](repeating: nil, count: 8)

        @inline(__always)
        func index(_ x: Int, _ y: Int, _ z: Int) -> Int? {
            guard let first = firstVoxels[x >> 3 | (y >> 3) << 1 | (z >> 3) << 2] else { return nil }
            return first + ((z & 7) * VoxelBlock.side + (y & 7)) * VoxelBlock.side + (x & 7)
        }
    }

    private func neighborhood(of block: GridPosition) -> Neighborhood {
        var result = Neighborhood()
        for n in 0..<8 { result.firstVoxels[n] = volume.firstVoxel(of: block.moved(n & 1, n >> 1 & 1, n >> 2)) }
        return result
    }

    /// `onlyLast` leaves out cells that lie before the last ones along every axis.
    private mutating func placeVertices(inBlock i: Int, onlyLast: Bool = false) {
        let last = VoxelBlock.side - 1
        let near = neighborhood(of: blocks[i])
        let origin = SIMD3(Float(blocks[i].x), Float(blocks[i].y), Float(blocks[i].z)) * Float(VoxelBlock.side)
        for z in 0..<VoxelBlock.side {
            let layer = i * VoxelBlock.side + z
            firstVertices[layer] = UInt32(mesh.positions.count)
            for y in 0..<VoxelBlock.side {
                for x in 0..<VoxelBlock.side where !onlyLast || x == last || y == last || z == last {
                    guard let cell = Cell(volume, { near.index(x + $0, y + $1, z + $2) }) else { continue }
                    cells[layer] |= 1 << UInt64(y * VoxelBlock.side + x)
                    let point = origin + SIMD3(Float(x), Float(y), Float(z)) + cell.vertex
                    mesh.positions.append(point * volume.configuration.voxelSize)
                    mesh.normals.append(cell.normal)
                    mesh.colors.append(cell.color)
                }
            }
        }
    }

    private func vertex(_ block: GridPosition, _ x: Int, _ y: Int, _ z: Int) -> UInt32? {
        let moved = block.moved(x >> 3, y >> 3, z >> 3)
        guard let i = order[moved] else { return nil }
        let layer = i * VoxelBlock.side + (z & 7)
        let cell: UInt64 = 1 << UInt64((y & 7) * VoxelBlock.side + (x & 7))
        guard cells[layer] & cell != 0 else { return nil }
        return firstVertices[layer] + UInt32((cells[layer] & (cell - 1)).nonzeroBitCount)
    }

    private mutating func joinVertices(inBlock i: Int) {
        let block = blocks[i]
        let near = neighborhood(of: block)
        for z in 0..<VoxelBlock.side {
            for y in 0..<VoxelBlock.side {
                for x in 0..<VoxelBlock.side {
                    guard let here = near.index(x, y, z), let start = volume.distance(at: here) else { continue }
                    for axis in 0..<3 {
                        let step = SIMD3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
                        guard let next = near.index(x + step.x, y + step.y, z + step.z),
                            let end = volume.distance(at: next), (start < 0) != (end < 0)
                        else { continue }
                        addQuadrilateral(block, SIMD3(x, y, z), axis: axis, isLeaving: end >= 0)
                    }
                }
            }
        }
    }

    /// The four cells around an edge of the grid; `isLeaving` if the edge goes from solid to free.
    private mutating func addQuadrilateral(_ block: GridPosition, _ at: SIMD3<Int>, axis: Int, isLeaving: Bool) {
        var (u, v) = (SIMD3<Int>.zero, SIMD3<Int>.zero)
        u[(axis + 1) % 3] = 1
        v[(axis + 2) % 3] = 1
        let cells = [at &- u &- v, at &- v, at, at &- u]
        var corners: [UInt32] = []
        for cell in cells {
            guard let corner = vertex(block, cell.x, cell.y, cell.z) else { return }
            corners.append(corner)
        }
        if !isLeaving { corners.reverse() }
        // The shorter diagonal divides it better.
        let first = (mesh.positions[Int(corners[0])] - mesh.positions[Int(corners[2])]).norm
        let second = (mesh.positions[Int(corners[1])] - mesh.positions[Int(corners[3])]).norm
        let turn = first <= second ? 0 : 1
        for k in [0, 1, 2, 0, 2, 3] { mesh.indices.append(corners[(k + turn) % 4]) }
    }
}

/// One cell of the grid between eight voxels, crossed by the surface.
private struct Cell {
    /// Where the surface is, in voxels from the first corner.
    let vertex: SIMD3<Float>
    let normal: SIMD3<Float>
    let color: SIMD4<UInt8>

    /// Nil if a corner was not seen, or if the surface does not cross the cell.
    init?(_ volume: VoxelVolume, _ index: (Int, Int, Int) -> Int?) {
        var values = SIMD8<Float>.zero
        var solid = 0
        var nearest = (distance: Float.infinity, voxel: 0)
        for n in 0..<8 {
            guard let voxel = index(n & 1, n >> 1 & 1, n >> 2), let value = volume.distance(at: voxel) else {
                return nil
            }
            values[n] = value
            if value < 0 { solid += 1 }
            if abs(value) < nearest.distance, volume.color(at: voxel).w > 0 { nearest = (abs(value), voxel) }
        }
        guard solid > 0, solid < 8 else { return nil }
        color = nearest.distance.isFinite ? volume.color(at: nearest.voxel) : .zero
        vertex = Self.meanCrossing(values)
        let gradient = Self.gradient(values)
        normal = gradient.norm > 0 ? gradient / gradient.norm : SIMD3(0, 1, 0)
    }

    private static func corner(_ n: Int) -> SIMD3<Float> {
        SIMD3(Float(n & 1), Float(n >> 1 & 1), Float(n >> 2))
    }

    /// The mean of the points where the cell's edges cross the surface.
    private static func meanCrossing(_ values: SIMD8<Float>) -> SIMD3<Float> {
        var sum = SIMD3<Float>.zero
        var count: Float = 0
        for n in 0..<8 {
            for axis in 0..<3 where n & 1 << axis == 0 {
                let other = n | 1 << axis
                let (a, b) = (values[n], values[other])
                guard (a < 0) != (b < 0) else { continue }
                sum += corner(n) + (corner(other) - corner(n)) * (a / (a - b))
                count += 1
            }
        }
        return sum / count
    }

    private static func gradient(_ v: SIMD8<Float>) -> SIMD3<Float> {
        SIMD3(
            v[1] + v[3] + v[5] + v[7] - v[0] - v[2] - v[4] - v[6],
            v[2] + v[3] + v[6] + v[7] - v[0] - v[1] - v[4] - v[5],
            v[4] + v[5] + v[6] + v[7] - v[0] - v[1] - v[2] - v[3]
        )
    }
}

extension VoxelVolume {
    /// The surface where distances change their sign, among voxels that were seen often enough.
    package func surface() -> SurfaceMesh { SurfaceNets.surface(of: self) }
}
