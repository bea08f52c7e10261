/// On which of two surfaces the pixels about a step of the depth lie, in an image of twice the map's size.
///
/// A window that sees the edge of a near thing takes the thing's depth beyond that edge. So each pixel near a step gets two planes:
/// that of the closest match on the nearer side of the step, and that of the closest one on its farther side. The partners' images
/// decide between them, pixel by pixel. All partners show what lies on the nearer surface; the farther one may be hidden in some, so there
/// the better half of them counts. Neighbours of like shade prefer one side.
///
/// Sources: S. Kang, R. Szeliski, J. Chai, "Handling occlusions in dense multi-view stereo", CVPR 2001, for the better half;
/// H. Hirschmüller, "Stereo processing by semiglobal matching and mutual information", IEEE PAMI 30, 2008, equation 13, for the
/// paths, here four and with two labels.
struct SurfaceSides {
    /// Limits that were chosen, all by `make bench-occlusion` on a walk of the page tests and rooms 2 and 301; within
    /// their ranges silhouettes change by up to four points in a hundred.
    private struct Tuning {
        /// How far from a step pixels are looked at.
        ///
        /// Unit: pixels of the map. Range: 2…9. Origin: make bench-occlusion.
        var reach = 4
        /// How far a match may lie on the nearer and on the farther side.
        ///
        /// Unit: pixels of the map. Range: 2…6; 5…14. Origin: make bench-occlusion.
        var farthest = (nearer: 3, farther: 5)
        /// The largest difference of shades that counts.
        ///
        /// Unit: shades. Range: 8…25. Origin: make bench-occlusion.
        var difference: Float = 8
        /// The difference that stands for a surface of which nothing is known.
        ///
        /// Unit: shades. Range: 4…8. Origin: make bench-occlusion.
        var unknown: Float = 5
        /// What speaks against the nearer side from the start: where nothing is hidden an error is seen less.
        ///
        /// Unit: shades. Range: 0…2. Origin: make bench-occlusion.
        var nearer: Float = 0.5
        /// What a change of the side costs between neighbours of the same shade, and the difference of shades that halves it.
        ///
        /// Unit: shades; shades. Range: 5…20; 4…16. Origin: make bench-occlusion.
        var change = (cost: Float(10), shade: Float(8))
    }

    /// A pixel of the fine image and the planes of both sides there.
    private struct Choice {
        let column: Int32
        let row: Int32
        /// Matches; the farther one is nil if nothing is known of that side.
        let near: Int32
        let far: Int32?
        /// Inverse depths, 1/m; the farther one is 0 if nothing is known of it.
        let nearer: Float
        let farther: Float
        /// The difference that stands for the farther side if no partner shows it, shades.
        let unknown: Float
        /// The sum of what partners differ by on the nearer plane, and how many of them show it, shades.
        var differences = (sum: Float(0), count: Float(0))
        /// What each partner differs by on the farther plane, shades; infinite if it does not show it.
        var behind = SIMD8<Float>(repeating: .infinity)
    }

    private static let tuning = Tuning()

    private let planes: MatchedPlanes
    private let image: QuadImage
    private let pairs: [ViewPair]
    /// Row by row.
    private var choices: [Choice] = []
    /// What holds the pixels of the map that match the farther side, shades; 0 elsewhere.
    private var held: [Float]

    /// The choices between planes, and what the partners show of them.
    ///
    /// `isNearSide` are pixels of the map right on the nearer side of a step of `swept`, 1/m; the pairs are of the fine size, eight at
    /// most.
    init(
        _ planes: MatchedPlanes,
        swept: FloatPlane,
        isNearSide: [Bool],
        image: QuadImage,
        pairs: [ViewPair]
    ) {
        (self.planes, self.image, self.pairs) = (planes, image, pairs)
        held = [Float](repeating: 0, count: isNearSide.count)
        let steps = Self.steps(swept, isNearSide)
        findChoices(steps, isNearSide)
        for pair in pairs.indices { look(pair, offset: offset(pairs[pair], steps)) }
    }

    /// For each pixel of the map within reach of a step, the inverse depth between both of its sides, 1/m; 0 elsewhere.
    private static func steps(_ swept: FloatPlane, _ isNearSide: [Bool]) -> [Float] {
        let (width, height) = (swept.width, swept.height)
        var middle = [Float](repeating: 0, count: width * height)
        var ring: [Int] = []
        for pixel in middle.indices where isNearSide[pixel] {
            var (low, high) = (Float.infinity, Float(0))
            for dy in -2...2 {
                let line = swept.row(pixel / width + dy) + pixel % width
                for dx in -2...2 { (low, high) = (min(low, line[dx]), max(high, line[dx])) }
            }
            middle[pixel] = (low * high).squareRoot()
            if middle[pixel] > 0 { ring.append(pixel) }
        }
        for _ in 0..<tuning.reach {
            var next: [Int] = []
            for pixel in ring {
                func reach(_ neighbour: Int, _ isInside: Bool) {
                    guard isInside, middle[neighbour] == 0 else { return }
                    middle[neighbour] = middle[pixel]
                    next.append(neighbour)
                }
                reach(pixel - 1, pixel % width > 0)
                reach(pixel + 1, pixel % width < width - 1)
                reach(pixel - width, pixel >= width)
                reach(pixel + width, pixel < middle.count - width)
            }
            ring = next
        }
        return middle
    }

    /// Finds the planes of both sides for the pixels about steps that do not match the farther side themselves.
    private mutating func findChoices(_ steps: [Float], _ isNearSide: [Bool]) {
        let (width, tuning) = (planes.width, Self.tuning)
        let close = Self.offsets(within: tuning.farthest.nearer)
        let wide = Self.offsets(within: tuning.farthest.farther)
        // 0 where a pixel is no match, or one right on the nearer side for the farther one.
        let values = steps.indices.map { planes.isMatched[$0] ? planes.inverseDepth(of: $0) : 0 }
        let beyond = steps.indices.map { isNearSide[$0] ? 0 : values[$0] }
        for row in 0..<planes.height {
            var sides: [(column: Int, near: Int, far: Int?, unknown: Float)] = []
            for column in 0..<width where steps[row * width + column] > 0 {
                let pixel = row * width + column
                let step = steps[pixel]
                guard values[pixel] == 0 || values[pixel] >= step else {
                    held[pixel] = tuning.change.cost
                    continue
                }
                guard let near = nearest(to: pixel, among: values, close, in: step...Float.infinity) else { continue }
                let far = nearest(to: pixel, among: beyond, wide, in: Float.leastNonzeroMagnitude...step.nextDown)
                // Among matches of the nearer side no hole opens.
                let isSure = far == nil && nearest(to: pixel, among: values, close, in: 0...0) == nil
                sides.append((column, near, far, isSure ? .infinity : tuning.unknown))
            }
            for fineRow in [2 * row, 2 * row + 1] {
                for side in sides {
                    for fineColumn in [2 * side.column, 2 * side.column + 1] {
                        choices.append(choice(fineColumn, fineRow, side.near, side.far, unknown: side.unknown))
                    }
                }
            }
        }
    }

    private func choice(_ column: Int, _ row: Int, _ near: Int, _ far: Int?, unknown: Float) -> Choice {
        Choice(
            column: Int32(column),
            row: Int32(row),
            near: Int32(near),
            far: far.map { Int32($0) },
            nearer: planes.inverseDepth(column, row, from: near),
            farther: far.map { planes.inverseDepth(column, row, from: $0) } ?? 0,
            unknown: unknown
        )
    }

    /// Places around a pixel, the nearest first.
    private static func offsets(within reach: Int) -> [SIMD2<Int>] {
        let all = (-reach...reach).flatMap { y in (-reach...reach).map { x in SIMD2(x, y) } }
        func square(_ offset: SIMD2<Int>) -> Int { offset.x * offset.x + offset.y * offset.y }
        return all.filter { square($0) <= reach * reach }.sorted { a, b in
            (square(a), a.y, a.x) < (square(b), b.y, b.x)
        }
    }

    /// The nearest pixel of the map with a value within limits.
    private func nearest(
        to pixel: Int,
        among values: [Float],
        _ offsets: [SIMD2<Int>],
        in limits: ClosedRange<Float>
    ) -> Int? {
        let (x, y) = (pixel % planes.width, pixel / planes.width)
        for offset in offsets {
            let (column, row) = (x + offset.x, y + offset.y)
            guard column >= 0, row >= 0, column < planes.width, row < planes.height else { continue }
            if limits.contains(values[row * planes.width + column]) { return row * planes.width + column }
        }
        return nil
    }

    /// The median of what a partner's shades are above the reference's, at matches far from steps.
    private func offset(_ pair: ViewPair, _ steps: [Float]) -> Float {
        // Differences from −255 to 255.
        var differences = Histogram(bins: 511)
        for pixel in stride(from: 0, to: steps.count, by: 7) where planes.isMatched[pixel] && steps[pixel] == 0 {
            let (x, y) = (2 * (pixel % planes.width), 2 * (pixel / planes.width))
            let rho = planes.inverseDepth(of: pixel)
            let translation = pair.translation(row: y, inverseDepth: rho) * rho
            guard let place = pair.place(Float(x), Float(y), translation),
                let shade = pair.partner.shade(at: place.pixel)
            else { continue }
            differences.add(bin: Int((shade - Float(image.shade(x, y))).rounded()) + 255)
        }
        return Float((differences.bin(ofOneIn: 2) ?? 255) - 255)
    }

    /// Compares the choices with what one partner shows.
    private mutating func look(_ index: Int, offset: Float) {
        let (pair, most) = (pairs[index], Self.tuning.difference)
        var row: Int32 = -1
        var translation = SIMD3<Float>.zero
        func difference(_ choice: Choice, _ rho: Float, _ shade: Float) -> Float? {
            guard rho > 0, let place = pair.place(Float(choice.column), Float(choice.row), translation * rho) else {
                return nil
            }
            return pair.partner.shade(at: place.pixel).map { min(abs($0 - offset - shade), most) }
        }
        for place in choices.indices {
            let choice = choices[place]
            if choice.row != row {
                row = choice.row
                translation = pair.translation(row: Int(row), inverseDepth: choice.nearer)
            }
            let shade = Float(image.shade(Int(choice.column), Int(choice.row)))
            if let near = difference(choice, choice.nearer, shade) {
                choices[place].differences.sum += near
                choices[place].differences.count += 1
            }
            if let far = difference(choice, choice.farther, shade) { choices[place].behind[index] = far }
        }
    }

    /// Sets the source of each pixel of the fine image that has a choice: a match of the side on which it lies, or `unknown`.
    ///
    /// `sources` are the fine image's, row by row.
    func choose(_ sources: inout [Int32], unknown: Int32) {
        let sums = sums
        for choice in choices {
            let pixel = Int(choice.row) * image.width + Int(choice.column)
            sources[pixel] = sums[pixel] <= 0 ? choice.near : choice.far ?? unknown
        }
    }

    /// How much more the nearer side differs from what partners show than the farther one, shades.
    private static func advantage(_ choice: Choice) -> Float {
        let (sum, count) = choice.differences
        let near = count > 0 ? sum / count : tuning.unknown
        return near + tuning.nearer - (betterHalf(choice.behind) ?? choice.unknown)
    }

    /// The mean of the smaller half of the finite numbers; nil if there are none.
    private static func betterHalf(_ values: SIMD8<Float>) -> Float? {
        let count = SIMD8<Float>.zero.replacing(with: 1, where: values .< .infinity).sum()
        guard count > 0 else { return nil }
        let half = ((count + 1) / 2).rounded(.down)
        var (rest, sum, taken) = (values, Float(0), Float(0))
        while taken < half {
            let least = rest.min()
            let isLeast = rest .== least
            let equal = min(SIMD8<Float>.zero.replacing(with: 1, where: isLeast).sum(), half - taken)
            sum += equal * least
            taken += equal
            rest.replace(with: .infinity, where: isLeast)
        }
        return sum / half
    }

    /// The advantages added up along the paths from the left, the right, above and below; negative on the nearer side.
    private var sums: [Float] {
        let (columns, rows, change) = (image.width, image.height, Self.tuning.change)
        let limits = (0..<256).map { change.cost / (1 + Float($0) / change.shade) }
        var advantages = (0..<columns * rows).map { held[$0 / columns / 2 * planes.width + $0 % columns / 2] }
        for choice in choices { advantages[Int(choice.row) * columns + Int(choice.column)] = Self.advantage(choice) }
        var sums = [Float](repeating: 0, count: advantages.count)
        func follow(from start: Int, step: Int, count: Int) {
            var (pixel, carried, last) = (start, Float(0), image.shade(at: start))
            for _ in 0..<count {
                let shade = image.shade(at: pixel)
                let limit = limits[abs(Int(shade) - Int(last))]
                carried = advantages[pixel] + min(max(carried, -limit), limit)
                sums[pixel] += carried
                last = shade
                pixel += step
            }
        }
        for row in 0..<rows {
            follow(from: row * columns, step: 1, count: columns)
            follow(from: (row + 1) * columns - 1, step: -1, count: columns)
        }
        for column in 0..<columns {
            follow(from: column, step: columns, count: rows)
            follow(from: (rows - 1) * columns + column, step: -columns, count: rows)
        }
        return sums
    }
}

extension QuadImage {
    /// The shade of a pixel by its place in the rows.
    @inline(__always)
    fileprivate func shade(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: words[index]) }
}
