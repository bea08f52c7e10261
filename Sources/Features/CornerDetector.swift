import Imaging

/// Finds the strongest corners of a cell of the image.
///
/// The structure tensor over 7 × 7 pixels (J. Shi, C. Tomasi, "Good features to track", CVPR 1994); the strength is
/// determinant over trace (J. A. Noble, "Finding corners", 1988), which lies between half the smaller eigenvalue and
/// all of it and needs no root. The maximum is refined to a fraction of a pixel by a parabola. Cells are searched
/// separately, so a dark part of the image gives its best points as a bright one does.
struct CornerDetector {
    /// The largest cell, pixels per side.
    static let largestCell = 96
    /// The half width of the sums' window, pixels.
    private static let reach = 3
    private static let pitch = 128

    /// Strengths of a cell with a border of one pixel, `pitch` per row.
    private let strengths: UnsafeMutablePointer<Float>
    /// The last seven rows of products xx, xy, yy, then their sums over seven rows.
    private let products: UnsafeMutablePointer<Float>

    init() {
        strengths = .allocate(capacity: Self.pitch * (Self.largestCell + 2))
        strengths.initialize(repeating: 0, count: Self.pitch * (Self.largestCell + 2))
        products = .allocate(capacity: Self.pitch * 3 * 8)
        products.initialize(repeating: 0, count: Self.pitch * 3 * 8)
    }

    func deallocate() {
        strengths.deallocate()
        products.deallocate()
    }

    /// A rectangle of pixels.
    struct Cell {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    /// Appends the cell's strongest corners, at most `count`, that are not within `distance` of each other or of
    /// `taken`.
    func detect(
        in level: PyramidLevel,
        cell: Cell,
        count: Int,
        floor: Float,
        distance: Float,
        avoiding taken: [TrackedFeature],
        into corners: inout [Corner]
    ) {
        measure(level, cell)
        for feature in taken { erase(around: feature.pixel, radius: distance, in: cell) }
        var found = 0
        var attempts = 0
        while found < count, attempts < 4 * count {
            attempts += 1
            guard let peak = strongest(in: cell), peak.strength > floor else { return }
            if isPeak(peak.x, peak.y) {
                let offset = SIMD2(Float(cell.x + peak.x) + 0.5, Float(cell.y + peak.y) + 0.5)
                let pixel = offset + summit(peak.x, peak.y)
                corners.append(Corner(pixel: pixel, strength: peak.strength))
                found += 1
                erase(around: pixel, radius: distance, in: cell)
            } else {
                erase(around: SIMD2(Float(cell.x + peak.x) + 0.5, Float(cell.y + peak.y) + 0.5), radius: 2, in: cell)
            }
        }
    }
}

extension CornerDetector {
    /// Fills `strengths` for the cell and one pixel around it.
    private func measure(_ level: PyramidLevel, _ cell: Cell) {
        let plane = Self.pitch
        let sums = products + 7 * 3 * plane
        sums.update(repeating: 0, count: 3 * plane)
        let width = cell.width + 2
        let rows = cell.height + 2 + 2 * Self.reach
        for index in 0..<rows {
            let slot = products + (index % 7) * 3 * plane
            let line = level.row(cell.y - 1 - Self.reach + index) + (cell.x - 1 - Self.reach)
            let stride = level.bytesPerRow
            Self.addProducts(of: line, stride: stride, into: slot, sums: sums, width: width + 6, isFull: index >= 7)
            if index >= 6 { Self.computeStrengths(sums, into: strengths + (index - 6) * Self.pitch, width: width) }
        }
    }

    /// Adds a row's products of gradients to the sums and subtracts the row of seven before.
    @inline(__always)
    private static func addProducts(
        of line: UnsafeMutablePointer<UInt8>,
        stride: Int,
        into slot: UnsafeMutablePointer<Float>,
        sums: UnsafeMutablePointer<Float>,
        width: Int,
        isFull: Bool
    ) {
        var x = 0
        while x < width {
            let slopeX = PixelRow(pixels: line + (x + 1)) - PixelRow(pixels: line + (x - 1))
            let slopeY = PixelRow(pixels: line + (x + stride)) - PixelRow(pixels: line + (x - stride))
            replace(slopeX * slopeX, slot + x, sums + x, isFull)
            replace(slopeX * slopeY, slot + (x + pitch), sums + (x + pitch), isFull)
            replace(slopeY * slopeY, slot + (x + 2 * pitch), sums + (x + 2 * pitch), isFull)
            x += 16
        }
    }

    @inline(__always)
    private static func replace(
        _ value: PixelRow,
        _ old: UnsafeMutablePointer<Float>,
        _ sum: UnsafeMutablePointer<Float>,
        _ isFull: Bool
    ) {
        var total = PixelRow(loading: sum) + value
        if isFull { total -= PixelRow(loading: old) }
        total.store(to: sum)
        value.store(to: old)
    }

    /// From sums over seven rows to determinant over trace over 7 × 7.
    @inline(__always)
    private static func computeStrengths(
        _ sums: UnsafeMutablePointer<Float>,
        into out: UnsafeMutablePointer<Float>,
        width: Int
    ) {
        var x = 0
        while x < width {
            let a = spread(sums + x)
            let b = spread(sums + (x + pitch))
            let c = spread(sums + (x + 2 * pitch))
            // Gradients span two pixels, so the result is a quarter. The constant avoids division of zero by zero in
            // black.
            let strength = (a * c - b * b) / (a + c + 1e-3)
            (strength * 0.25).store(to: out + x)
            x += 16
        }
    }

    /// Sums of seven neighbours.
    @inline(__always)
    private static func spread(_ row: UnsafePointer<Float>) -> PixelRow {
        var sum = PixelRow(loading: row)
        for i in 1..<7 { sum += PixelRow(loading: row + i) }
        return sum
    }
}

extension CornerDetector {
    private struct Peak {
        let x: Int
        let y: Int
        let strength: Float
    }

    /// The strongest pixel of the cell, relative to the cell's first; nil if nothing is left.
    private func strongest(in cell: Cell) -> Peak? {
        var best: Float = 0
        var bestRow = -1
        for y in 0..<cell.height {
            let line = strengths + (y + 1) * Self.pitch + 1
            var rowBest = PixelRow.zero
            var x = 0
            while x + 16 <= cell.width {
                rowBest = .larger(rowBest, PixelRow(loading: line + x))
                x += 16
            }
            var largest = rowBest.largest
            while x < cell.width {
                largest = Swift.max(largest, line[x])
                x += 1
            }
            if largest > best {
                best = largest
                bestRow = y
            }
        }
        guard bestRow >= 0 else { return nil }
        let line = strengths + (bestRow + 1) * Self.pitch + 1
        for x in 0..<cell.width where line[x] == best { return Peak(x: x, y: bestRow, strength: best) }
        return nil
    }

    /// Whether no neighbour is stronger.
    private func isPeak(_ x: Int, _ y: Int) -> Bool {
        let center = strengths + (y + 1) * Self.pitch + x + 1
        let value = center[0]
        for dy in -1...1 {
            for dx in -1...1 where center[dy * Self.pitch + dx] > value { return false }
        }
        return true
    }

    /// The vertex of the parabola through a peak and its neighbours, ±0.5.
    private func summit(_ x: Int, _ y: Int) -> SIMD2<Float> {
        let center = strengths + (y + 1) * Self.pitch + x + 1
        return SIMD2(
            Self.vertex(center[-1], center[0], center[1]),
            Self.vertex(center[-Self.pitch], center[0], center[Self.pitch])
        )
    }

    private static func vertex(_ a: Float, _ b: Float, _ c: Float) -> Float {
        let bend = a - 2 * b + c
        guard bend < 0, a > 0, c > 0 else { return 0 }
        return Swift.min(Swift.max((a - c) / (2 * bend), -0.5), 0.5)
    }

    /// Sets the strengths of the cell within a radius of a point to zero.
    private func erase(around pixel: SIMD2<Float>, radius: Float, in cell: Cell) {
        let center = pixel - SIMD2(Float(cell.x) + 0.5, Float(cell.y) + 0.5)
        guard center.x > -radius, center.y > -radius, center.x < Float(cell.width) + radius,
            center.y < Float(cell.height) + radius
        else { return }
        let top = Swift.max(0, Int(center.y - radius))
        let bottom = Swift.min(cell.height - 1, Int(center.y + radius) + 1)
        guard top <= bottom else { return }
        for y in top...bottom {
            let dy = Float(y) - center.y
            let half = radius * radius - dy * dy
            guard half >= 0 else { continue }
            let reach = half.squareRoot()
            let left = Swift.max(0, Int((center.x - reach).rounded(.up)))
            let right = Swift.min(cell.width - 1, Int((center.x + reach).rounded(.down)))
            guard left <= right else { continue }
            (strengths + (y + 1) * Self.pitch + 1 + left).update(repeating: 0, count: right - left + 1)
        }
    }
}

/// A point suitable for tracking.
struct Corner: Equatable {
    /// Its position, pixels of the full image; the first pixel's centre is at (0.5, 0.5).
    let pixel: SIMD2<Float>
    /// Determinant over trace of the summed squared gradients, gray levels².
    let strength: Float
}
