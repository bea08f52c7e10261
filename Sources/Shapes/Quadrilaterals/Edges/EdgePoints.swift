/// The points of an edge field with maximal gradient across the edge, and the point of each pixel.
final class EdgePoints {
    private(set) var count = 0
    private(set) var points = UnsafeMutablePointer<EdgePoint>.allocate(capacity: 1)
    /// For every pixel the index of its point plus one, negative while a group has the point, or zero.
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

    // The loops below read the properties once: each access to a class's property is checked for exclusivity.
    private func findRow(_ y: Int, _ field: EdgeField, _ threshold: Float) {
        let (width, points, indexOfPixel) = (width, points, indexOfPixel)
        let gradients = Gradients(field)
        var count = count
        var x = 3
        while x < width - 3 {
            let rest = width - 3 - x
            // The last block overlaps the one before it.
            var peaks = field.peaks(at: y * width + min(x, width - 11), threshold: threshold)
            if rest < 8 { peaks >>= UInt32(8 - rest) }
            while peaks != 0 {
                let point = gradients.point(x + peaks.trailingZeroBitCount, y)
                points[count] = point
                count += 1
                indexOfPixel[Int(point.pixel)] = Int32(truncatingIfNeeded: count)
                peaks &= peaks &- 1
            }
            x += 8
        }
        self.count = count
    }

    /// An edge field's gradients.
    private struct Gradients {
        let width: Int
        let strength: UnsafeMutablePointer<Float>
        let x: UnsafeMutablePointer<Int16>
        let y: UnsafeMutablePointer<Int16>

        init(_ field: EdgeField) {
            width = field.width
            strength = field.strength
            x = field.gradientX
            y = field.gradientY
        }

        /// The point of a pixel whose gradient is maximal across the edge.
        @inline(__always)
        func point(_ column: Int, _ row: Int) -> EdgePoint {
            let at = row * width + column
            let gradient = SIMD2(Float(Int(x[at])), Float(Int(y[at])))
            let horizontal = abs(gradient.x) >= abs(gradient.y)
            let step = horizontal ? 1 : width
            let here = strength[at]
            let before = strength[at - step]
            let after = strength[at + step]
            let bend = before - 2 * here + after
            let offset = bend < 0 ? 0.5 * (before - after) / bend : 0
            let centre = SIMD2(Float(column) + 0.5, Float(row) + 0.5)
            return EdgePoint(
                position: centre + (horizontal ? SIMD2(offset, 0) : SIMD2(0, offset)),
                direction: gradient / here,
                strength: here,
                pixel: Int32(truncatingIfNeeded: at)
            )
        }
    }

    private func sort() {
        let (count, points, order) = (count, points, order)
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

    /// The middle of the image, pixels.
    var middle: SIMD2<Float> { SIMD2(Float(width), Float(height)) / 2 }

    /// Releases all points from their groups.
    func releaseAll() {
        let (points, indexOfPixel) = (points, indexOfPixel)
        for i in 0..<count { indexOfPixel[Int(points[i].pixel)] = Int32(truncatingIfNeeded: i + 1) }
    }

    /// Moves every point to its undistorted position; call at most once after `find`.
    func straighten(by warp: LensWarp) {
        if warp.isStraight { return }
        let grid = WarpGrid(warp: warp, width: width, height: height)
        let points = points
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
