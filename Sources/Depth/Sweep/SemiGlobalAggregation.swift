/// Adds up costs along eight paths through the image, so that neighbours prefer like depths.
///
/// Source: H. Hirschmüller, "Stereo processing by semiglobal matching and mutual information", IEEE PAMI 30, 2008,
/// equations 13 and 14.
struct SemiGlobalAggregation {
    /// The penalties, in units of the costs.
    struct Tuning {
        /// For a change by one plane between neighbours.
        ///
        /// Unit: costs, 64 for uncorrelated windows. Range: 4…10. Origin: simulated seed 1.
        var small: UInt16 = 6
        /// For any larger change between neighbours of the same shade.
        ///
        /// Unit: costs. Range: 40…120. Origin: simulated seed 1; little changes within the range.
        var large: UInt16 = 60
        /// The large penalty is divided by 1 + difference of shades / this.
        ///
        /// Unit: shades. Range: 8…16. Origin: simulated seed 1.
        var edge: Float = 8
    }

    private typealias Costs = SixteenCosts
    private static let pad = 16

    var tuning = Tuning()

    /// The sums, in the volume's order.
    func sums(_ volume: CostVolume, _ image: QuadImage) -> [UInt16] {
        let count = volume.width * volume.height * volume.planes
        return [UInt16](unsafeUninitializedCapacity: count) { sums, filled in
            let base = sums.baseAddress.unsafelyUnwrapped
            base.initialize(repeating: 0, count: count)
            pass(volume, image, base, isForward: true)
            pass(volume, image, base, isForward: false)
            filled = count
        }
    }

    /// Four of the eight paths: from the left and from the three pixels above, or the other way round.
    private func pass(
        _ volume: CostVolume,
        _ image: QuadImage,
        _ sums: UnsafeMutablePointer<UInt16>,
        isForward: Bool
    ) {
        let (width, height, planes) = (volume.width, volume.height, volume.planes)
        let length = planes + 2 * Self.pad
        let direction = isForward ? 1 : -1
        // Rows of three paths, the last row's and this row's, a pixel of margin on both sides; and the path along the
        // row, the last pixel's and this one's.
        let rowLength = (width + 2) * length
        let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: 6 * rowLength + 2 * length)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0x3FFF, count: 6 * rowLength + 2 * length)
        let minima = UnsafeMutablePointer<UInt16>.allocate(capacity: 6 * (width + 2))
        defer { minima.deallocate() }
        minima.initialize(repeating: 0x3FFF, count: 6 * (width + 2))
        let along = memory + 6 * rowLength
        let penalties = penaltyTable()
        for line in 0..<height {
            let y = isForward ? line : height - 1 - line
            let (now, before) = (line & 1, 1 - line & 1)
            var alongMinimum: UInt16 = 0x3FFF
            for step in 0..<width {
                let x = isForward ? step : width - 1 - step
                let pixel = y * width + x
                let shade = Int(image.shade(x, y))
                let costs = volume.costs + pixel * planes
                let out = sums + pixel * planes
                // Along the row.
                let (alongNow, alongBefore) = (along + (step & 1) * length, along + (1 - step & 1) * length)
                if step == 0 {
                    alongMinimum = Self.begin(costs, out, alongNow + Self.pad, planes)
                } else {
                    let penalty = penalties[abs(shade - Int(image.shade(x - direction, y)))]
                    alongMinimum = advance(
                        costs,
                        out,
                        alongBefore + Self.pad,
                        alongNow + Self.pad,
                        planes,
                        alongMinimum,
                        penalty
                    )
                }
                // From the row before.
                for path in 0..<3 {
                    let from = x + path - 1
                    let row = memory + (2 * path + now) * rowLength + (x + 1) * length + Self.pad
                    let minimum = minima + (2 * path + now) * (width + 2) + x + 1
                    guard line > 0, from >= 0, from < width else {
                        minimum.pointee = Self.begin(costs, out, row, planes)
                        continue
                    }
                    let last = memory + (2 * path + before) * rowLength + (from + 1) * length + Self.pad
                    let penalty = penalties[abs(shade - Int(image.shade(from, y - direction)))]
                    minimum.pointee = advance(
                        costs,
                        out,
                        last,
                        row,
                        planes,
                        minima[(2 * path + before) * (width + 2) + from + 1],
                        penalty
                    )
                }
            }
        }
    }

    /// The large penalty for every difference of shades.
    private func penaltyTable() -> [UInt16] {
        (0..<256).map { difference in
            max(tuning.small + 2, UInt16(Float(tuning.large) / (1 + Float(difference) / tuning.edge)))
        }
    }

    /// Adds a path's first pixel; returns its least cost.
    @inline(__always)
    private static func begin(
        _ costs: UnsafePointer<UInt8>,
        _ sums: UnsafeMutablePointer<UInt16>,
        _ out: UnsafeMutablePointer<UInt16>,
        _ planes: Int
    ) -> UInt16 {
        var least = Costs(repeating: 0x3FFF)
        var d = 0
        while d < planes {
            let cost = widened(costs + d)
            cost.store(out + d)
            (Costs.load(sums + d) &+ cost).store(sums + d)
            least = Costs.smaller(least, cost)
            d += 16
        }
        return least.least
    }

    /// Adds a path's next pixel (equation 13); returns its least cost.
    @inline(__always)
    private func advance(
        _ costs: UnsafePointer<UInt8>,
        _ sums: UnsafeMutablePointer<UInt16>,
        _ last: UnsafeMutablePointer<UInt16>,
        _ out: UnsafeMutablePointer<UInt16>,
        _ planes: Int,
        _ lastMinimum: UInt16,
        _ penalty: UInt16
    ) -> UInt16 {
        var least = Costs(repeating: 0x3FFF)
        let far = Costs(repeating: lastMinimum &+ penalty)
        let base = Costs(repeating: lastMinimum)
        let near = Costs(repeating: tuning.small)
        var d = 0
        while d < planes {
            let same = Costs.load(last + d)
            let neighbours = Costs.smaller(Costs.load(last + d - 1), Costs.load(last + d + 1)) &+ near
            let best = Costs.smaller(Costs.smaller(same, neighbours), far)
            let value = Self.widened(costs + d) &+ (best &- base)
            value.store(out + d)
            (Costs.load(sums + d) &+ value).store(sums + d)
            least = Costs.smaller(least, value)
            d += 16
        }
        return least.least
    }

    @inline(__always)
    private static func widened(_ costs: UnsafePointer<UInt8>) -> Costs {
        Costs(truncatingIfNeeded: UnsafeRawPointer(costs).loadUnaligned(as: SIMD16<UInt8>.self))
    }
}
