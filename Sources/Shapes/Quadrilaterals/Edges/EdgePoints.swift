/// The points of an edge field with maximal gradient across the edge, and the point of each pixel.
final class EdgePoints {
    private(set) var count = 0
    private(set) var points = UnsafeMutablePointer<EdgePoint>.allocate(capacity: 1)
    /// For every pixel the index of its point plus one, or zero.
    private(set) var indexOfPixel = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// The points' indices, the strongest first (in steps of 1/64 of the strongest).
    private(set) var order = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private(set) var width = 0
    private(set) var height = 0
    private var capacity = 0
    private var pixelCount = 0

    deinit {
        points.deallocate()
        indexOfPixel.deallocate()
        order.deallocate()
    }

    private func resize(_ field: EdgeField) {
        width = field.width
        height = field.height
        if pixelCount == width * height { return }
        pixelCount = width * height
        capacity = pixelCount / 4
        points.deallocate()
        indexOfPixel.deallocate()
        order.deallocate()
        points = .allocate(capacity: capacity)
        order = .allocate(capacity: capacity)
        indexOfPixel = .allocate(capacity: pixelCount)
    }

    /// Finds the points at least as strong as `threshold`; returns the threshold that was used.
    ///
    /// If noise has more points than the capacity, the threshold is raised until those of the whole image fit.
    @discardableResult
    func find(in field: EdgeField, threshold: Float) -> Float {
        resize(field)
        var used = threshold
        while !findAll(in: field, threshold: used) { used *= Self.raise }
        sort()
        return used
    }

    /// The factor by which a threshold rises if it lets too many points through; chosen by hand.
    private static let raise: Float = 1.25

    /// Finds the points row by row; returns false if the capacity is too small.
    private func findAll(in field: EdgeField, threshold: Float) -> Bool {
        count = 0
        indexOfPixel.update(repeating: 0, count: pixelCount)
        guard width >= 16, height >= 16 else { return true }
        for y in 3..<height - 3 {
            guard count < capacity - width else { return false }
            findRow(y, field, threshold)
        }
        return true
    }

    private func findRow(_ y: Int, _ field: EdgeField, _ threshold: Float) {
        var x = 3
        while x + 8 <= width - 3 {
            var peaks = field.peaks(at: y * width + x, threshold: threshold)
            while peaks != 0 {
                add(x + peaks.trailingZeroBitCount, y, field)
                peaks &= peaks &- 1
            }
            x += 8
        }
        // The last block overlaps the one before it.
        let rest = width - 3 - x
        guard rest > 0 else { return }
        var peaks = field.peaks(at: y * width + width - 11, threshold: threshold) >> UInt32(8 - rest)
        while peaks != 0 {
            add(x + peaks.trailingZeroBitCount, y, field)
            peaks &= peaks &- 1
        }
    }

    @inline(__always)
    private func add(_ x: Int, _ y: Int, _ field: EdgeField) {
        let at = y * width + x
        let s = field.strength
        let gx = Float(Int(field.gradientX[at]))
        let gy = Float(Int(field.gradientY[at]))
        let horizontal = abs(gx) >= abs(gy)
        let step = horizontal ? 1 : width
        let here = s[at]
        let before = s[at - step]
        let after = s[at + step]
        let bend = before - 2 * here + after
        let offset = bend < 0 ? 0.5 * (before - after) / bend : 0
        let centre = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
        points[count] = EdgePoint(
            position: centre + (horizontal ? SIMD2(offset, 0) : SIMD2(0, offset)),
            direction: SIMD2(gx, gy) / here,
            strength: here,
            pixel: Int32(truncatingIfNeeded: at)
        )
        count += 1
        indexOfPixel[at] = Int32(truncatingIfNeeded: count)
    }

    private func sort() {
        var strongest: Float = 1
        for i in 0..<count { strongest = max(strongest, points[i].strength) }
        let scale = 63.99 / strongest
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 65) { starts in
            starts.initialize(repeating: 0)
            for i in 0..<count { starts[64 - Int(points[i].strength * scale)] += 1 }
            for bin in 1...64 { starts[bin] += starts[bin - 1] }
            // The numbers of bin b begin where bin b − 1 ended.
            for i in stride(from: count - 1, through: 0, by: -1) {
                let bin = 64 - Int(points[i].strength * scale)
                starts[bin] -= 1
                order[starts[bin]] = Int32(truncatingIfNeeded: i)
            }
        }
    }

    /// Moves every point to its undistorted position; call at most once after `find`.
    func straighten(by warp: LensWarp) {
        if warp.isStraight { return }
        let grid = WarpGrid(warp: warp, width: width, height: height)
        for i in 0..<count {
            let old = points[i].position
            points[i].position = grid.straight(old)
        }
    }
}

/// A point on a thin edge, with sub-pixel accuracy.
struct EdgePoint {
    /// Its position, in undistorted pixels of the working image.
    var position: SIMD2<Float>
    /// The direction from dark to bright, of length 1.
    var direction: SIMD2<Float>
    /// The length of the gradient there.
    var strength: Float
    /// The pixel of the image in which it was found.
    var pixel: Int32
}
