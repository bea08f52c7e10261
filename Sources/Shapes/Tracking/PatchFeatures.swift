import RealModule

/// A square patch of an image, resampled, and its features for a correlation filter.
///
/// Per cell of 4 × 4 samples: histograms of oriented gradients in 18 signed and 9 unsigned directions, normalised by
/// four blocks and cut at 0.2 (P. Felzenszwalb and others, "Object detection with discriminatively trained part-based
/// models", 2010), gray and two opponent colours, and texture energies; weighted by a Hann window.
final class PatchFeatures {
    static let cell = 4
    /// Cells along a side.
    let size: Int
    /// Planes of eight channels: four, or two with the unsigned directions alone.
    let batches: Int
    /// Samples along a side.
    let side: Int
    /// The resampled patch, red, green, blue and gray a sample.
    let samples: UnsafeMutablePointer<SIMD4<Float>>
    /// The features, `batches` planes of `size * size`.
    let planes: FourierTransform.Plane
    private let gray: UnsafeMutablePointer<Float>
    private let strengths: UnsafeMutablePointer<Float>
    private let angles: UnsafeMutablePointer<Float>
    private let columns: UnsafeMutablePointer<Int>
    private let parts: UnsafeMutablePointer<Float>
    private let histograms: UnsafeMutablePointer<Float>
    private let energy: UnsafeMutablePointer<Float>
    private let window: UnsafeMutablePointer<Float>

    init(size: Int, batches: Int) {
        self.size = size
        self.batches = batches
        side = size * Self.cell
        samples = .allocate(capacity: side * side)
        samples.initialize(repeating: .zero, count: side * side)
        gray = .allocate(capacity: side * side + 8)
        gray.initialize(repeating: 0, count: side * side + 8)
        strengths = .allocate(capacity: side + 8)
        strengths.initialize(repeating: 0, count: side + 8)
        angles = .allocate(capacity: side + 8)
        angles.initialize(repeating: 0, count: side + 8)
        columns = .allocate(capacity: side)
        columns.initialize(repeating: 0, count: side)
        parts = .allocate(capacity: side)
        parts.initialize(repeating: 0, count: side)
        planes = .allocate(capacity: batches * size * size)
        planes.initialize(repeating: .zero, count: batches * size * size)
        histograms = .allocate(capacity: size * size * 24)
        histograms.initialize(repeating: 0, count: size * size * 24)
        energy = .allocate(capacity: size * size)
        energy.initialize(repeating: 0, count: size * size)
        window = .allocate(capacity: size)
        for i in 0..<size { window[i] = Float(0.5 - 0.5 * Double.cos(2 * .pi * (Double(i) + 0.5) / Double(size))) }
    }

    deinit {
        samples.deallocate()
        gray.deallocate()
        strengths.deallocate()
        angles.deallocate()
        columns.deallocate()
        parts.deallocate()
        planes.deallocate()
        histograms.deallocate()
        energy.deallocate()
        window.deallocate()
    }

    /// Resamples the square around a centre, `step` pixels per sample, and computes its features.
    func extract(from region: ImageRegion, centre: SIMD2<Float>, step: Float) {
        resample(region, (centre - region.origin) / region.factor, step / region.factor)
        histograms.update(repeating: 0, count: size * size * 24)
        for y in 1..<side - 1 { gatherRow(y) }
        measureEnergy()
        for y in 0..<size { for x in 0..<size { describe(x, y) } }
    }

    /// Pixels outside the region show its nearest edge.
    private func resample(_ region: ImageRegion, _ centre: SIMD2<Float>, _ step: Float) {
        let half = Float(side) / 2
        for i in 0..<side {
            let x = centre.x + (Float(i) + 0.5 - half) * step - 0.5
            let u = max(0, min(Float(region.width - 1) - 0.001, x))
            // In a wide image the coordinates beside the last pixel are rounded to it.
            columns[i] = min(Int(u), region.width - 2)
            parts[i] = u - Float(columns[i])
        }
        for j in 0..<side {
            let y = centre.y + (Float(j) + 0.5 - half) * step - 0.5
            let v = max(0, min(Float(region.height - 1) - 0.001, y))
            let row = min(Int(v), region.height - 2)
            let top = UnsafeRawPointer(region.pixels + row * region.width * 4)
            resampleRow(top, top + region.width * 4, SIMD8(repeating: v - Float(row)), j * side)
        }
    }

    private func resampleRow(_ top: UnsafeRawPointer, _ bottom: UnsafeRawPointer, _ part: SIMD8<Float>, _ at: Int) {
        let weights = SIMD4<Float>(0.299, 0.587, 0.114, 0)
        for i in 0..<side {
            let offset = columns[i] * 4
            let a = SIMD8<Float>(top.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self))
            let b = SIMD8<Float>(bottom.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self))
            let both = a + (b - a) * part
            var color = both.lowHalf + (both.highHalf - both.lowHalf) * parts[i]
            let shade = (color * weights).sum()
            color.w = shade
            samples[at + i] = color
            gray[at + i] = shade
        }
    }

    /// Signed directions 0…7 in the first eight elements, 9…16 in the next, 8 and 17 in the last two.
    private func gatherRow(_ y: Int) {
        let row = gray + y * side
        for x in stride(from: 0, to: side, by: 8) {
            // The outermost columns read beyond their row; they are not used.
            let gx = lanes(row + x + 1) - lanes(row + x - 1)
            let gy = lanes(row + x + side) - lanes(row + x - side)
            let strength = (gx * gx + gy * gy).squareRoot()
            UnsafeMutableRawPointer(strengths + x).storeBytes(of: strength, as: SIMD8<Float>.self)
            UnsafeMutableRawPointer(angles + x).storeBytes(of: Self.turns(gy, gx) * 18, as: SIMD8<Float>.self)
        }
        let cellRow = histograms + (y / Self.cell) * size * 24
        for x in 1..<side - 1 {
            let strength = strengths[x]
            if strength < 1 { continue }
            let angle = angles[x]
            let low = Int(angle)
            let part = angle - Float(low)
            let target = cellRow + (x / Self.cell) * 24
            target[Self.index(low >= 18 ? 0 : low)] += strength * (1 - part)
            target[Self.index(low >= 17 ? low - 17 : low + 1)] += strength * part
        }
    }

    @inline(__always)
    private static func index(_ direction: Int) -> Int {
        direction < 8 ? direction : direction == 8 ? 16 : direction == 17 ? 17 : direction - 1
    }

    /// The angles of vectors as parts of a full turn, 0…1, to about 0.0003.
    @inline(__always)
    private static func turns(_ y: SIMD8<Float>, _ x: SIMD8<Float>) -> SIMD8<Float> {
        let zero = SIMD8<Float>.zero
        let ax = x.replacing(with: zero - x, where: x .< zero)
        let ay = y.replacing(with: zero - y, where: y .< zero)
        let isSteep = ay .> ax
        let least = ay.replacing(with: ax, where: isSteep)
        let most = ax.replacing(with: ay, where: isSteep) + 1e-9
        let q = least / most
        let s = q * q
        var turn = q * (s * (s * 0.0173 - 0.0511) + 0.159_091)
        turn.replace(with: 0.25 - turn, where: isSteep)
        turn.replace(with: 0.5 - turn, where: x .< zero)
        turn.replace(with: 1 - turn, where: y .< zero)
        return turn
    }

    private func measureEnergy() {
        for i in 0..<size * size {
            let h = histograms + 24 * i
            let unsigned = lanes(h) + lanes(h + 8)
            let last = h[16] + h[17]
            energy[i] = (unsigned * unsigned).sum() + last * last
        }
    }

    @inline(__always)
    private func lanes(_ p: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(p).loadUnaligned(as: SIMD8<Float>.self)
    }

    @inline(__always)
    private static func least(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
        a.replacing(with: b, where: a .> b)
    }

    /// The channels of one cell.
    private func describe(_ x: Int, _ y: Int) {
        let x0 = max(0, x - 1)
        let x2 = min(size - 1, x + 1)
        let y0 = max(0, y - 1)
        let y2 = min(size - 1, y + 1)
        let (a, b, c) = (y0 * size, y * size, y2 * size)
        let here = energy[b + x]
        let up = energy[a + x]
        let down = energy[c + x]
        let left = energy[b + x0]
        let right = energy[b + x2]
        let blocks = SIMD4(
            here + up + left + energy[a + x0],
            here + up + right + energy[a + x2],
            here + down + left + energy[c + x0],
            here + down + right + energy[c + x2]
        )
        let scale = 1 / (blocks + 200).squareRoot()
        let h = histograms + 24 * (b + x)
        let first = lanes(h)
        let second = lanes(h + 8)
        var signedFirst = SIMD8<Float>.zero
        var signedSecond = SIMD8<Float>.zero
        var unsigned = SIMD8<Float>.zero
        var rest = SIMD4<Float>.zero
        var texture = SIMD4<Float>.zero
        let cut = SIMD8<Float>(repeating: 0.2)
        for k in 0..<4 {
            let n = scale[k]
            let one = Self.least(first * n, cut)
            let other = Self.least(second * n, cut)
            signedFirst += one
            signedSecond += other
            unsigned += Self.least((first + second) * n, cut)
            rest += SIMD4(min(h[16] * n, 0.2), min(h[17] * n, 0.2), min((h[16] + h[17]) * n, 0.2), 0)
            texture[k] = (one + other).sum() * 0.2357
        }
        let color = meanColor(x, y)
        let weight = window[x] * window[y]
        let plane = planes + (b + x)
        let area = size * size
        rest *= 0.5
        if batches == 4 {
            plane[0] = signedFirst * (0.5 * weight)
            plane[area] = signedSecond * (0.5 * weight)
            plane[2 * area] = unsigned * (0.5 * weight)
            let both = SIMD2(texture.x + texture.y, texture.z + texture.w) * 0.5
            plane[3 * area] = SIMD8(rest.x, rest.y, rest.z, color.x, color.y, color.z, both.x, both.y) * weight
        } else {
            plane[0] = unsigned * (0.5 * weight)
            let last = SIMD4(rest.z, color.x, color.y, color.z)
            plane[area] = SIMD8(lowHalf: last, highHalf: texture) * weight
        }
    }

    /// Gray and two opponent colours of a cell, −0.5…0.5.
    @inline(__always)
    private func meanColor(_ x: Int, _ y: Int) -> SIMD3<Float> {
        var sum = SIMD4<Float>.zero
        for j in 0..<Self.cell {
            let row = samples + (y * Self.cell + j) * side + x * Self.cell
            sum += row[0] + row[1] + row[2] + row[3]
        }
        let mean = sum * (1 / (16 * 255))
        return SIMD3(mean.w - 0.5, mean.x - mean.y, mean.z - (mean.x + mean.y) / 2)
    }
}
