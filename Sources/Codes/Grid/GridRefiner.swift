import Geometry

/// Fits a grid to the edges between a code's dark and light modules.
///
/// Each edge of one module gives one or more threshold crossings with sub-pixel accuracy. A homography, and a bend if
/// the code is large enough, is fitted to all of them by weighted least squares.
struct GridRefiner {
    let view: PixelView
    /// The modules row by row, true for dark.
    let bits: [Bool]

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The farthest that an edge may lie from its place.
        ///
        /// Unit: modules. Range: 0.3…0.5. Origin: half a module is the next one's middle.
        var farthest = 0.45
        /// The least number of crossings for a bend.
        ///
        /// Range: 100…500. Origin: by hand; a code of 25 modules has some 500 edges.
        var leastForBend = 240
        /// How much smaller the residual with a bend must be.
        ///
        /// Range: 0.7…0.97. Origin: by hand.
        var bendGain = 0.9
        /// The least standard deviation of a bent grid's corners: what polynomials of degree three leave of a lens.
        ///
        /// Unit: pixels. Range: 0.05…0.3. Origin: pictures with a radial coefficient of −0.06 to −0.16.
        var leastBentSigma = 0.12
    }

    private static let tuning = Tuning()

    /// A fitted grid, with its root mean square residual and the standard deviation of its corners, pixels.
    struct Fit {
        var grid: CodeGrid
        var residual: Double
        var cornerSigma: Double
    }

    private struct Crossing {
        /// Normalised coordinates on the edge.
        var point: Vector2
        /// The displacement of the edge along its axis, normalised.
        var move: Double
        var isAlongX: Bool
        /// Pixels per normalised unit.
        var pitch: Double
    }

    /// The fitted grid, from a start that is wrong by less than half a module; nil if too few edges are visible.
    ///
    /// A bend is kept only if it is clearly nearer to the edges than a homography alone.
    func fit(_ start: CodeGrid, _ samples: ModuleSamples, mayBend: Bool) -> Fit? {
        var flat = start
        flat.bend = nil
        let straight = straight(flat, samples)
        guard mayBend else { return straight?.fit }
        let bent = bent(start.bend == nil ? straight?.fit.grid ?? start : start, samples)
        guard let straight else { return bent?.fit }
        guard let bent, bent.cost < Self.tuning.bendGain * straight.cost else { return straight.fit }
        return bent.fit
    }

    /// A fit, and the mean of its limited squared residuals, normalised by the pitch, pixels².
    private typealias Rated = (fit: Fit, cost: Double)

    private func straight(_ start: CodeGrid, _ samples: ModuleSamples) -> Rated? {
        var grid = start
        var last: (residual: Double, sigma: Double)?
        for _ in 0..<3 {
            let found = crossings(grid, samples)
            guard found.count >= 24, let step = step(grid, found) else { return nil }
            grid.homography.matrix = grid.homography.matrix * step.change
            last = (step.residual, step.sigma)
        }
        guard let last else { return nil }
        let fit = Fit(grid: grid, residual: last.residual, cornerSigma: last.sigma)
        return (fit, cost(crossings(grid, samples), size: grid.size))
    }

    private func bent(_ start: CodeGrid, _ samples: ModuleSamples) -> Rated? {
        var grid = start
        var sigma = Double.infinity
        var bend = grid.bend ?? GridBend()
        for _ in 0..<3 {
            let found = crossings(grid, samples)
            guard found.count >= Self.tuning.leastForBend else { return nil }
            let limit = Self.limit(found)
            let moves = found.map {
                GridBend.Move(point: $0.point, move: $0.move, isAlongX: $0.isAlongX, weight: Self.weight($0, limit))
            }
            guard let deviation = bend.add(moves, ridge: 1e-6) else { return nil }
            grid.bend = bend
            sigma = max(Self.tuning.leastBentSigma, deviation * Self.residual(found, limit) * Self.pitch(found))
        }
        let found = crossings(grid, samples)
        let fit = Fit(grid: grid, residual: Self.residual(found, Self.limit(found)), cornerSigma: sigma)
        return (fit, cost(found, size: grid.size))
    }

    private static func pitch(_ crossings: [Crossing]) -> Double {
        crossings.reduce(0) { $0 + $1.pitch } / Double(max(1, crossings.count))
    }

    /// An edge without a crossing counts as the largest residual.
    private func cost(_ crossings: [Crossing], size: Int) -> Double {
        let pitch = Self.pitch(crossings)
        let most = Self.tuning.farthest * pitch * 2 / Double(size)
        let expected = Double(expectedCount(size)) * Double(samplesPerEdge(pitch * 2 / Double(size)))
        var sum = most * most * max(0, expected - Double(crossings.count))
        for crossing in crossings {
            let pixels = min(most, abs(crossing.move * crossing.pitch))
            sum += pixels * pixels
        }
        return sum / max(expected, Double(crossings.count))
    }

    // MARK: - Crossings

    private func isDark(_ column: Int, _ row: Int, _ size: Int) -> Bool {
        guard column >= 0, row >= 0, column < size, row < size else { return false }
        return bits[row * size + column]
    }

    private func crossings(_ grid: CodeGrid, _ samples: ModuleSamples) -> [Crossing] {
        let size = grid.size
        var result: [Crossing] = []
        result.reserveCapacity(2 * size * size)
        for line in 0..<size {
            for edge in 0...size {
                if isDark(edge - 1, line, size) != isDark(edge, line, size) {
                    cross(grid, samples, edge, line, alongX: true, &result)
                }
                if isDark(line, edge - 1, size) != isDark(line, edge, size) {
                    cross(grid, samples, edge, line, alongX: false, &result)
                }
            }
        }
        return result
    }

    /// The number of crossings along one module's edge of a length in pixels.
    private func samplesPerEdge(_ length: Double) -> Int { Int(max(1, min(5, length / 3))) }

    /// The number of the code's edges.
    private func expectedCount(_ size: Int) -> Int {
        var count = 0
        for line in 0..<size {
            for edge in 0...size {
                if isDark(edge - 1, line, size) != isDark(edge, line, size) { count += 1 }
                if isDark(line, edge - 1, size) != isDark(line, edge, size) { count += 1 }
            }
        }
        return count
    }

    /// Adds the crossings of the edge before module `edge` of a row or a column.
    private func cross(
        _ grid: CodeGrid,
        _ samples: ModuleSamples,
        _ edge: Int,
        _ line: Int,
        alongX: Bool,
        _ result: inout [Crossing]
    ) {
        let before = alongX ? samples.index(edge - 1, line) : samples.index(line, edge - 1)
        let after = alongX ? samples.index(edge, line) : samples.index(line, edge)
        let threshold = (samples.thresholds[before] + samples.thresholds[after]) / 2
        guard !threshold.isNaN else { return }
        let along = alongX ? Vector2(1, 0) : Vector2(0, 1)
        let across = alongX ? Vector2(0, 1) : Vector2(1, 0)
        let corner = along * Double(edge) + across * Double(line)
        let middle = corner + across * 0.5
        let length = (grid.pixel(middle + along * 0.5) - grid.pixel(middle - along * 0.5)).length
        let count = samplesPerEdge(length)
        for i in 0..<count {
            let place = corner + across * ((Double(i) + 0.5) / Double(count))
            let start = grid.pixel(place - along * 0.5)
            let end = grid.pixel(place + along * 0.5)
            guard let t = crossing(from: start, to: end, threshold) else { continue }
            let move = t - 0.5
            guard abs(move) < Self.tuning.farthest else { continue }
            result.append(
                Crossing(
                    point: grid.normalized(place),
                    move: move * 2 / Double(grid.size),
                    isAlongX: alongX,
                    pitch: length * Double(grid.size) / 2
                )
            )
        }
    }

    /// The crossing of a threshold between two points that is nearest to the middle, 0…1; nil if there is none.
    private func crossing(from start: Vector2, to end: Vector2, _ threshold: Float) -> Double? {
        let steps = Int(max(4, min(24, 2 * (end - start).length)))
        var best: Double?
        guard var last = view.gray(at: start) else { return nil }
        for k in 1...steps {
            guard let here = view.gray(at: start + (end - start) * (Double(k) / Double(steps))) else { return nil }
            if (last < threshold) != (here < threshold) {
                let t = (Double(k - 1) + Double((threshold - last) / (here - last))) / Double(steps)
                if best.map({ abs(t - 0.5) < abs($0 - 0.5) }) ?? true { best = t }
            }
            last = here
        }
        return best
    }

    // MARK: - Least squares

    /// Tukey's weight of a crossing, times the square of its pixels per normalised unit.
    private static func weight(_ crossing: Crossing, _ limit: Double) -> Double {
        let pixels = crossing.move * crossing.pitch / limit
        guard abs(pixels) < 1 else { return 0 }
        let root = 1 - pixels * pixels
        return root * root * crossing.pitch * crossing.pitch
    }

    /// The residual from which a crossing has no weight, pixels: 4.7 times the standard deviation estimated from the
    /// median.
    private static func limit(_ crossings: [Crossing]) -> Double {
        let sizes = crossings.map { abs($0.move * $0.pitch) }.sorted()
        return max(0.15, 4.685 * 1.4826 * (sizes.isEmpty ? 0 : sizes[sizes.count / 2]))
    }

    private static func residual(_ crossings: [Crossing], _ limit: Double) -> Double {
        var sum = 0.0
        var count = 0.0
        for crossing in crossings where weight(crossing, limit) > 0 {
            let pixels = crossing.move * crossing.pitch
            sum += pixels * pixels
            count += 1
        }
        return count > 0 ? (sum / count).squareRoot() : .infinity
    }

    /// One Gauss–Newton step on the right of the homography: q moves by (D q).xy − q (D q).z.
    private func step(
        _ grid: CodeGrid,
        _ crossings: [Crossing]
    ) -> (change: Matrix3, residual: Double, sigma: Double)? {
        let limit = Self.limit(crossings)
        var normal = [Double](repeating: 0, count: 64)
        var side = [Double](repeating: 0, count: 8)
        for crossing in crossings {
            let weight = Self.weight(crossing, limit)
            guard weight > 0 else { continue }
            let row = Self.row(grid.bend.map { $0(crossing.point) } ?? crossing.point, crossing.isAlongX)
            for i in 0..<8 {
                side[i] += weight * row[i] * crossing.move
                for j in 0...i { normal[8 * i + j] += weight * row[i] * row[j] }
            }
        }
        guard let d = SmallCholesky.solution(of: normal, side) else { return nil }
        let change = Matrix3(
            rows: Vector3(1 + d[0], d[1], d[2]),
            Vector3(d[3], 1 + d[4], d[5]),
            Vector3(d[6], d[7], 1)
        )
        let residual = Self.residual(crossings, limit)
        return (change, residual, cornerSigma(grid, normal, residual))
    }

    private static func row(_ q: Vector2, _ alongX: Bool) -> [Double] {
        alongX
            ? [q.x, q.y, 1, 0, 0, 0, -q.x * q.x, -q.x * q.y]
            : [0, 0, 0, q.x, q.y, 1, -q.x * q.y, -q.y * q.y]
    }

    /// The standard deviation of a corner, pixels, from the inverse of the normal equations; the mean over the corners.
    private func cornerSigma(_ grid: CodeGrid, _ normal: [Double], _ residual: Double) -> Double {
        var sum = 0.0
        for corner in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)] {
            let jacobian = grid.homography.jacobian(at: corner)
            let rows = [Self.row(corner, true), Self.row(corner, false)]
            for axis in 0..<2 {
                let toX = axis == 0 ? jacobian.x.x : jacobian.x.y
                let toY = axis == 0 ? jacobian.y.x : jacobian.y.y
                let row = (0..<8).map { toX * rows[0][$0] + toY * rows[1][$0] }
                guard let solved = SmallCholesky.solution(of: normal, row) else { return .infinity }
                sum += (0..<8).reduce(0) { $0 + row[$1] * solved[$1] }
            }
        }
        return residual * (sum / 8).squareRoot()
    }
}
