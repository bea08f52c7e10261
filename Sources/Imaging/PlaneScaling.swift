/// Copies a plane of bytes scaled, with bilinear interpolation; the edge is repeated beyond the edge.
struct PlaneScaling {
    /// Bytes with a step from one to the next of a row.
    struct Plane {
        var first: UnsafeMutablePointer<UInt8>
        var step: Int
        var columns: Int
        var rows: Int
    }

    /// Two neighbours on one axis and the weight of the second, of 256.
    private struct Neighbours {
        var first: Int
        var second: Int
        var share: UInt16
    }

    /// The position in the source is `origin + scale * position`, both from the upper left corner.
    var scale: SIMD2<Double>
    var origin: SIMD2<Double>

    func copy(_ source: Plane, to target: UnsafeMutablePointer<UInt8>, columns: Int, rows: Int) {
        let down = neighbours(rows, of: source.rows, scale.y, origin.y)
        let across = neighbours(columns, of: source.columns, scale.x, origin.x)
        let stride = source.columns * source.step
        if source.step == 1, isConsecutive(across), down.allSatisfy({ $0.share == 0 }) {
            for (y, row) in down.enumerated() {
                let first = source.first + row.first * stride + across[0].first
                (target + y * columns).copyBytes(from: first, count: columns)
            }
            return
        }
        // Each row of the source is stretched once, for any number of target rows between two source rows.
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * columns) { stretched in
            guard let start = stretched.baseAddress else { return }
            var (upper, lower) = ((row: -1, pixels: start), (row: -1, pixels: start + columns))
            for (y, row) in down.enumerated() {
                if lower.row == row.first { swap(&upper, &lower) }
                for (wanted, held) in [(row.first, upper), (row.second, lower)] where held.row != wanted {
                    stretch(source.first + wanted * stride, across, source.step, held.pixels)
                }
                (upper.row, lower.row) = (row.first, row.second)
                mix(upper.pixels, lower.pixels, UInt32(row.share), target + y * columns, count: columns)
            }
        }
    }

    /// One row as wide as the target, each value 256 times as large.
    private func stretch(
        _ row: UnsafeMutablePointer<UInt8>,
        _ across: [Neighbours],
        _ step: Int,
        _ out: UnsafeMutablePointer<UInt16>
    ) {
        across.withUnsafeBufferPointer { across in
            for x in 0..<across.count {
                let column = across[x]
                let (left, right) = (UInt16(row[column.first &* step]), UInt16(row[column.second &* step]))
                out[x] = left &* (256 &- column.share) &+ right &* column.share
            }
        }
    }

    private func mix(
        _ upper: UnsafeMutablePointer<UInt16>,
        _ lower: UnsafeMutablePointer<UInt16>,
        _ share: UInt32,
        _ out: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        let rest = 256 - share
        for x in 0..<count {
            let sum = UInt32(upper[x]) &* rest &+ UInt32(lower[x]) &* share &+ 32768
            out[x] = UInt8(truncatingIfNeeded: sum >> 16)
        }
    }

    private func isConsecutive(_ across: [Neighbours]) -> Bool {
        guard let first = across.first, let last = across.last else { return false }
        return last.first - first.first == across.count - 1 && across.allSatisfy { $0.share == 0 }
    }

    /// The neighbours on both sides of each position's centre.
    private func neighbours(_ count: Int, of sourceCount: Int, _ scale: Double, _ origin: Double) -> [Neighbours] {
        (0..<count).map { index in
            let position = origin + scale * (Double(index) + 0.5) - 0.5
            let steps = Int((min(max(position, 0), Double(sourceCount - 1)) * 256).rounded())
            let first = min(steps >> 8, sourceCount - 1)
            return Neighbours(first: first, second: min(first + 1, sourceCount - 1), share: UInt16(steps & 255))
        }
    }
}
