import Depth
import Geometry

/// Heights on a square level grid around a point, the median of what depth maps show of each cell.
struct HeightField {
    /// The lowest corner of the grid, metres: x and z.
    let corner: SIMD2<Double>
    /// The side of a cell, metres.
    let cell: Double
    /// Cells along a side.
    let side: Int
    /// The height of each cell in the world, metres; NaN where nothing was seen.
    private(set) var heights: [Float]

    /// The field of some maps; `lift(map, pixel)` is what to add to each height, nil to leave the pixel out.
    init(
        _ maps: [DepthMap],
        around point: Vector3,
        cell: Double,
        side: Int,
        lift: (Int) -> Double?,
        sigmaShare: Float
    ) {
        self.cell = cell
        self.side = side
        corner = SIMD2(point.x, point.z) - cell * Double(side) / 2
        heights = [Float](repeating: .nan, count: side * side)
        var cells: [Int32] = []
        var values: [Float] = []
        for (index, map) in maps.enumerated() {
            guard let lift = lift(index) else { continue }
            Self.eachPoint(of: map, sigmaShare: sigmaShare) { point in
                guard let cell = self.index(of: point) else { return }
                cells.append(Int32(cell))
                values.append(Float(point.y + lift))
            }
        }
        fillMedians(cells, values)
    }

    /// Sorts the values by cells and takes the median of each.
    private mutating func fillMedians(_ cells: [Int32], _ values: [Float]) {
        var starts = [Int](repeating: 0, count: side * side + 1)
        for cell in cells { starts[Int(cell) + 1] += 1 }
        for cell in 0..<side * side { starts[cell + 1] += starts[cell] }
        var next = starts
        var sorted = [Float](repeating: 0, count: values.count)
        for (cell, value) in zip(cells, values) {
            sorted[next[Int(cell)]] = value
            next[Int(cell)] += 1
        }
        for cell in 0..<side * side where starts[cell + 1] > starts[cell] {
            heights[cell] = Array(sorted[starts[cell]..<starts[cell + 1]]).quantile(0.5)
        }
    }

    /// The points of the world that a map knows well enough.
    static func eachPoint(of map: DepthMap, sigmaShare: Float, _ body: (Vector3) -> Void) {
        let (width, lens) = (map.width, map.lens)
        let turn = map.worldFromOptical.rotation
        for y in 0..<map.height {
            for x in 0..<width {
                let depth = map.depth[y * width + x]
                guard depth > 0, map.sigma[y * width + x] < sigmaShare * depth else { continue }
                let at = lens.normalized(ofPixel: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                body(turn * (Vector3(at.x, at.y, 1) * Double(depth)) + map.worldFromOptical.translation)
            }
        }
    }

    /// The cell above or below which a point lies; nil outside.
    func index(of point: Vector3) -> Int? {
        let place = (SIMD2(point.x, point.z) - corner) / cell
        guard place.x >= 0, place.y >= 0, place.x < Double(side), place.y < Double(side) else { return nil }
        return Int(place.y) * side + Int(place.x)
    }

    /// The middle of a cell: x and z, metres.
    func middle(of index: Int) -> SIMD2<Double> {
        corner + (SIMD2(Double(index % side), Double(index / side)) + 0.5) * cell
    }

    /// The cells beside a cell.
    func neighbors(of index: Int) -> [Int] {
        let (x, y) = (index % side, index / side)
        var found: [Int] = []
        if x > 0 { found.append(index - 1) }
        if x < side - 1 { found.append(index + 1) }
        if y > 0 { found.append(index - side) }
        if y < side - 1 { found.append(index + side) }
        return found
    }

    /// Whether a cell lies at the grid's border.
    func isAtBorder(_ index: Int) -> Bool {
        let (x, y) = (index % side, index / side)
        return x == 0 || y == 0 || x == side - 1 || y == side - 1
    }

    /// How many steps from cell to cell each cell is away from some; `reach` + 1 beyond that.
    func steps(from start: [Int], reach: Int) -> [Int] {
        var steps = [Int](repeating: reach + 1, count: side * side)
        var waiting = start
        for index in start { steps[index] = 0 }
        for step in 1...max(reach, 1) {
            var next: [Int] = []
            for index in waiting {
                for other in neighbors(of: index) where steps[other] > step {
                    steps[other] = step
                    next.append(other)
                }
            }
            waiting = next
        }
        return steps
    }

    /// Gives cells that were not seen, up to `reach` steps from seen ones, heights between those around them.
    ///
    /// The heights are those of a stretched skin (Laplace's equation), so a hole along an upright edge counts half to
    /// either side.
    mutating func fillHoles(reach: Int, rounds: Int) {
        let seen = heights.indices.filter { !heights[$0].isNaN }
        let steps = steps(from: seen, reach: reach)
        let holes = heights.indices.filter { steps[$0] > 0 && steps[$0] <= reach }
        for step in 1...max(reach, 1) {
            for index in holes where steps[index] == step {
                heights[index] = mean(of: neighbors(of: index).filter { steps[$0] < step })
            }
        }
        for _ in 0..<rounds {
            for index in holes { heights[index] = mean(of: neighbors(of: index)) }
        }
    }

    private func mean(of cells: [Int]) -> Float {
        var (sum, count): (Float, Float) = (0, 0)
        for cell in cells where !heights[cell].isNaN {
            sum += heights[cell]
            count += 1
        }
        return sum / count
    }

    /// Lowers a cell to a height if it is above it.
    mutating func lower(_ index: Int, to height: Double) { heights[index] = min(heights[index], Float(height)) }
}

extension [Float] {
    /// The number below which a share of the numbers lies; NaN if there are none.
    ///
    /// One function for all quantiles here: each sort of another type would cost the browser's module five kilobytes.
    func quantile(_ share: Double) -> Float {
        guard !isEmpty else { return .nan }
        return sorted()[Int(Double(count - 1) * share)]
    }
}
