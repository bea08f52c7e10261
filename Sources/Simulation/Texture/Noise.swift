/// Smooth noise that repeats after an integer number of cells.
struct Noise {
    let seed: UInt32

    private func lattice(_ x: Int, _ y: Int) -> Float {
        var h = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77 ^ seed
        h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h >> 12)) &* 0x297A_2D39
        return Float((h ^ (h >> 15)) >> 8) * 0x1p-24
    }

    /// A value in 0…1, interpolated in the lattice; it repeats after `period` cells each way.
    func value(_ x: Float, _ y: Float, period: SIMD2<Int>) -> Float {
        let (fx, fy) = (x.rounded(.down), y.rounded(.down))
        let (tx, ty) = (x - fx, y - fy)
        let (sx, sy) = (tx * tx * (3 - 2 * tx), ty * ty * (3 - 2 * ty))
        let x0 = Self.wrap(Int(fx), period.x)
        let y0 = Self.wrap(Int(fy), period.y)
        let x1 = x0 + 1 == period.x ? 0 : x0 + 1
        let y1 = y0 + 1 == period.y ? 0 : y0 + 1
        let top = lattice(x0, y0) + (lattice(x1, y0) - lattice(x0, y0)) * sx
        let bottom = lattice(x0, y1) + (lattice(x1, y1) - lattice(x0, y1)) * sx
        return top + (bottom - top) * sy
    }

    /// Octaves of noise, each with twice the frequency and half the amplitude; 0…1, repeating over the unit square.
    func fractal(_ u: Float, _ v: Float, cells: SIMD2<Int>, octaves: Int) -> Float {
        var (sum, weight, total): (Float, Float, Float) = (0, 0.5, 0)
        var count = cells
        for _ in 0..<octaves {
            sum += weight * value(u * Float(count.x), v * Float(count.y), period: count)
            total += weight
            weight *= 0.5
            count = SIMD2(count.x * 2, count.y * 2)
        }
        return sum / total
    }

    /// A random number in 0…1 for an integer.
    func random(_ index: Int, _ salt: Int = 0) -> Float { lattice(index, salt) }

    private static func wrap(_ value: Int, _ period: Int) -> Int {
        let rest = value % period
        return rest < 0 ? rest + period : rest
    }
}
