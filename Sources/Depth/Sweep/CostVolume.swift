/// The matching cost of every pixel at every inverse depth of a sweep, one byte each, a pixel's costs together.
final class CostVolume {
    let width: Int
    let height: Int
    /// Inverse depths a pixel; a multiple of sixteen.
    let planes: Int
    let costs: UnsafeMutablePointer<UInt8>

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
    }

    deinit { costs.deallocate() }

    /// Sets the costs of one plane from their sums and the number of summands.
    func set(_ plane: Int, _ total: FloatPlane, _ count: FloatPlane) {
        for y in 0..<height {
            let (sum, seen) = (total.row(y), count.row(y))
            let out = costs + y * width * planes + plane
            var x = 0
            while x < width {
                let n = seen.lanes(x)
                let mean = sum.lanes(x) / Lanes.larger(n, Lanes(repeating: 1))
                let cost = Lanes(repeating: Self.neutral).replacing(with: mean, where: n .> 0)
                let bytes = unsafeBitCast(cost + 0x1p23, to: SIMD8<UInt32>.self)
                for lane in 0..<8 { out[(x + lane) * planes] = UInt8(truncatingIfNeeded: bytes[lane]) }
                x += 8
            }
        }
    }
}
