import Geometry

/// The grays of a code's modules and of a margin of one module around them, and the thresholds between dark and light.
struct ModuleSamples {
    /// Modules along a side, without the margin.
    let size: Int
    /// Row by row, with the margin; NaN outside the image.
    private(set) var grays: [Float]
    /// As many thresholds as grays.
    var thresholds: [Float] = []

    /// The grays at a grid's modules.
    init(_ grid: CodeGrid, in view: PixelView) {
        size = grid.size
        let side = size + 2
        var grays = [Float](repeating: .nan, count: side * side)
        let middle = Double(grid.size) / 2
        let pitch = (grid.pixel(Vector2(middle + 0.5, middle)) - grid.pixel(Vector2(middle - 0.5, middle))).length
        // The mean over the middle of a module has less noise than one sample.
        let offsets = pitch < 2.5 ? [0.0] : pitch < 5 ? [-0.15, 0.15] : [-0.22, 0, 0.22]
        for row in 0..<side {
            for column in 0..<side {
                var sum: Float = 0
                var count: Float = 0
                for dy in offsets {
                    for dx in offsets {
                        let place = Vector2(Double(column) - 0.5 + dx, Double(row) - 0.5 + dy)
                        guard let gray = view.gray(at: grid.pixel(place)) else { continue }
                        sum += gray
                        count += 1
                    }
                }
                if count > 0 { grays[row * side + column] = sum / count }
            }
        }
        self.grays = grays
    }

    private var side: Int { size + 2 }

    /// The index of a module; −1 and `size` are the margin.
    @inline(__always)
    func index(_ column: Int, _ row: Int) -> Int { (row + 1) * (size + 2) + column + 1 }

    /// Gray minus the threshold, positive for a light module; nil outside the image.
    @inline(__always)
    func lightness(_ column: Int, _ row: Int) -> Float? {
        let at = index(column, row)
        let value = grays[at] - thresholds[at]
        return value.isNaN ? nil : value
    }

    /// The bits, row by row, true for dark; a module outside the image counts as light.
    var bits: [Bool] {
        var bits = [Bool](repeating: false, count: size * size)
        for row in 0..<size {
            for column in 0..<size { bits[row * size + column] = (lightness(column, row) ?? 1) < 0 }
        }
        return bits
    }

    /// Sets thresholds from the modules within `reach` of each: the middle between the mean of the darker and the mean of
    /// the lighter ones.
    ///
    /// Source: T. Ridler, S. Calvard, "Picture thresholding using an iterative selection method", 1978.
    mutating func setLocalThresholds(reach: Int) {
        thresholds = [Float](repeating: .nan, count: grays.count)
        for row in 0..<side {
            for column in 0..<side {
                let rows = max(0, row - reach)...min(side - 1, row + reach)
                let columns = max(0, column - reach)...min(side - 1, column + reach)
                thresholds[row * side + column] = threshold(rows, columns)
            }
        }
    }

    private func threshold(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>) -> Float {
        var threshold: Float = .infinity
        for round in 0..<4 {
            var (low, high) = (Float(0), Float(0))
            var (lows, highs) = (Float(0), Float(0))
            for row in rows {
                for at in row * side + columns.lowerBound...row * side + columns.upperBound {
                    let gray = grays[at]
                    if gray <= threshold {
                        low += gray
                        lows += 1
                    } else if gray > threshold {
                        high += gray
                        highs += 1
                    }
                }
            }
            guard lows > 0 else { break }
            if round == 0 {
                threshold = low / lows
            } else if highs > 0 {
                threshold = (low / lows + high / highs) / 2
            }
        }
        return threshold
    }

    /// Sets one plane of thresholds: the least-squares fit after subtraction of a known step between dark and light.
    ///
    /// `isDark` returns whether a module, or one of the margin (−1 and `size`), is dark, and nil if that is not known.
    mutating func setPlaneThresholds(isDark: (_ column: Int, _ row: Int) -> Bool?) {
        var normal = [Double](repeating: 0, count: 16)
        var values = [Double](repeating: 0, count: 4)
        for row in -1...size {
            for column in -1...size {
                let gray = grays[index(column, row)]
                guard !gray.isNaN, let isDark = isDark(column, row) else { continue }
                let terms = [1, Double(column), Double(row), isDark ? -1 : 1]
                for i in 0..<4 {
                    values[i] += terms[i] * Double(gray)
                    for j in 0...i { normal[4 * i + j] += terms[i] * terms[j] }
                }
            }
        }
        thresholds = [Float](repeating: .nan, count: grays.count)
        guard let plane = SmallCholesky.solution(of: normal, values) else { return }
        for row in -1...size {
            for column in -1...size {
                thresholds[index(column, row)] = Float(plane[0] + plane[1] * Double(column) + plane[2] * Double(row))
            }
        }
    }

    /// Sets thresholds from modules that are all known: the middle between the dark and the light ones around each.
    ///
    /// The means use those within `reach`. `bits` holds the modules row by row, true for dark; the margin is light.
    mutating func setLocalThresholds(bits: [Bool], reach: Int) {
        thresholds = [Float](repeating: .nan, count: grays.count)
        for row in -1...size {
            for column in -1...size {
                var sums: (dark: Float, light: Float) = (0, 0)
                var counts: (dark: Float, light: Float) = (0, 0)
                for y in max(-1, row - reach)...min(size, row + reach) {
                    for x in max(-1, column - reach)...min(size, column + reach) {
                        let gray = grays[index(x, y)]
                        guard !gray.isNaN else { continue }
                        let isInside = y >= 0 && x >= 0 && y < size && x < size
                        if isInside && bits[y * size + x] {
                            sums.dark += gray
                            counts.dark += 1
                        } else {
                            sums.light += gray
                            counts.light += 1
                        }
                    }
                }
                guard counts.dark > 0, counts.light > 0 else { continue }
                thresholds[index(column, row)] = (sums.dark / counts.dark + sums.light / counts.light) / 2
            }
        }
    }

    /// The same modules minus a part of the mean of their four neighbours, which reverses some blur.
    func sharpened(_ part: Float) -> ModuleSamples {
        var result = self
        for row in 0..<size {
            for column in 0..<size {
                let at = index(column, row)
                let around = grays[at - 1] + grays[at + 1] + grays[at - size - 2] + grays[at + size + 2]
                let value = grays[at] + part * (grays[at] - around / 4)
                if !value.isNaN { result.grays[at] = value }
            }
        }
        return result
    }
}
