import Geometry

/// The integer position of a block or of a voxel in the volume's grid.
struct GridPosition: Hashable {
    private static let bias = 1 << 20
    private static let mask: UInt64 = 0x1F_FFFF

    /// Three times 21 bits; a grid of 2 cm reaches 20 km either way.
    fileprivate let code: UInt64

    init(_ x: Int, _ y: Int, _ z: Int) {
        code = Self.bits(x) << 42 | Self.bits(y) << 21 | Self.bits(z)
    }

    private static func bits(_ value: Int) -> UInt64 { UInt64(truncatingIfNeeded: value + bias) & mask }

    var x: Int { Int(code >> 42) - Self.bias }
    var y: Int { Int(code >> 21 & Self.mask) - Self.bias }
    var z: Int { Int(code & Self.mask) - Self.bias }

    func moved(_ dx: Int, _ dy: Int, _ dz: Int) -> GridPosition { GridPosition(x + dx, y + dy, z + dz) }
}

extension Sequence where Element == GridPosition {
    /// The positions by x, then y, then z, so that results do not depend on a hash.
    var inGridOrder: [GridPosition] { arranged(byIntegerKey: { $0.code }) }
}

/// The voxels of a block: 8 × 8 × 8, x fastest.
enum VoxelBlock {
    static let side = 8
    static let count = side * side * side
}

/// A row of eight voxels as one vector.
typealias VoxelRow = SIMD8<Float>
