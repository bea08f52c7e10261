/// The matching cost of every pixel at every inverse depth of a sweep, one byte each, a pixel's costs together.
final class CostVolume {
    let width: Int
    let height: Int
    /// Inverse depths a pixel; a multiple of sixteen.
    let planes: Int
    let costs: UnsafeMutablePointer<UInt8>
    /// The bytes of sixteen planes, plane by plane.
    private let slab: UnsafeMutablePointer<UInt8>

    /// The cost of uncorrelated windows.
    static let neutral: Float = 64

    init(width: Int, height: Int, planes: Int) {
        precondition(planes > 0 && planes % 16 == 0, "planes come in sixteens")
        precondition(width % 8 == 0, "pixels come in eights")
        self.width = width
        self.height = height
        self.planes = planes
        let count = width * height * planes
        costs = .allocate(capacity: count)
        costs.initialize(repeating: UInt8(Self.neutral), count: count)
        slab = .allocate(capacity: width * height * 16)
        slab.initialize(repeating: UInt8(Self.neutral), count: width * height * 16)
    }

    deinit {
        costs.deallocate()
        slab.deallocate()
    }

    /// Sets the costs of one plane from their sums and the number of summands; planes must come in their order.
    func set(_ plane: Int, _ total: FloatPlane, _ count: FloatPlane) {
        for y in 0..<height {
            let (sum, seen) = (total.row(y), count.row(y))
            let out = slab + (plane & 15) * width * height + y * width
            var x = 0
            while x < width {
                let n = seen.lanes(x)
                let mean = sum.lanes(x) / Lanes.larger(n, Lanes(repeating: 1))
                let cost = Lanes(repeating: Self.neutral).replacing(with: mean, where: n .> 0)
                let bytes = unsafeBitCast(cost + 0x1p23, to: SIMD8<UInt32>.self)
                UnsafeMutableRawPointer(out + x)
                    .storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: bytes), as: SIMD8<UInt8>.self)
                x += 8
            }
        }
        if plane & 15 == 15 { storeSlab(from: plane - 15) }
    }

    /// Stores sixteen planes, a pixel's together: whole vectors instead of bytes far apart.
    private func storeSlab(from first: Int) {
        let count = width * height
        for pixel in 0..<count {
            var bytes = SIMD16<UInt8>.zero
            for plane in 0..<16 { bytes[plane] = slab[plane * count + pixel] }
            UnsafeMutableRawPointer(costs + pixel * planes + first).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
        }
    }
}
