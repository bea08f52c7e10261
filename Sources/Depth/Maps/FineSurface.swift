/// The surface of a keyframe at twice the size of its map, for drawing: it ends where things end in the image.
///
/// A map leaves a band along the edge of a near thing open, since its windows move the thing outwards, and more where a
/// match is doubtful. Here doubtful matches count if their neighbours agree, and `SurfaceSides` tells on which side of an
/// edge the pixels about it lie. The rest is flooded from all sides, so that they meet at the strongest edge of the image
/// between them. Where no match agrees nothing is known, and that takes part in the flooding like a surface of its own.
///
/// Source of the flooding: F. Meyer, "Color image segmentation", International Conference on Image Processing and its
/// Applications, 1992: pixels join a basin in the order of their gradient.
struct FineSurface {
    /// Limits that were chosen, all by `make bench-occlusion` on a walk of the page tests and rooms 1 and 2.
    private struct Tuning {
        /// The largest 1 − ZNCC of a doubtful match.
        ///
        /// Unit: correlation. Range: 0.8…1. Origin: make bench-occlusion, rooms 1 and 2; 1 is what windows have that do not correlate.
        var cost: Float = 1
        /// How far the swept and the refined surface may lie apart in a doubtful match.
        ///
        /// Unit: planes of the sweep. Range: 2…4. Origin: by hand.
        var agreement: Float = 3
        /// The largest standard deviation of a doubtful match that the images give.
        ///
        /// Unit: share of the depth. Range: 0.2…1. Origin: make bench-occlusion, the walk and rooms 1 and 2.
        var sigma: Float = 1
        /// The smallest connected pieces that count, and the relative step that parts two.
        ///
        /// Unit: pixels of the map; fraction. Range: 60…200; 0.03…0.1. Origin: make bench-occlusion, the walk and rooms 1 and 2.
        var pieces = (least: 200, share: Float(0.05))
        /// The relative step of the inverse depth that is an edge.
        ///
        /// Unit: fraction. Range: 0.04…0.1. Origin: make bench-occlusion, the walk and rooms 1 and 2.
        var edgeShare: Float = 0.06
        /// How wide the band on the nearer side of an edge is whose matches are not believed.
        ///
        /// Unit: pixels of the map. Range: 2…3. Origin: half of the sweep's window.
        var band = 2
        /// How far from what is known a pixel may become known, and the same between two known ones of a row or column.
        ///
        /// Unit: pixels of the map. Range: 4…10; 6…12. Origin: make bench-occlusion, the walk and rooms 1 and 2.
        var reach = (open: 10, between: 12)
    }

    /// What a pixel is flooded from: a pixel of the map, or one of these.
    private enum Source {
        static let none: Int32 = -1
        static let unknown: Int32 = -2
    }

    private static let tuning = Tuning()

    private let planes: MatchedPlanes
    private let swept: FloatPlane
    /// The pixels of the map right on the nearer side of a step.
    private let isNearSide: [Bool]
    /// The pixels of the map from which it is flooded.
    private let isSeed: [Bool]
    /// Those at which it is flooded as unknown.
    private let isOpen: [Bool]

    /// The surface of a refined one; `swept` is what it was refined from, `step` is from plane to plane of that, 1/m, and
    /// `isKnown` are the map's pixels.
    init(_ refinement: SurfaceRefinement, swept: FloatPlane, step: Float, isKnown: [Bool]) {
        let inverseDepth = refinement.inverseDepth
        let (width, height) = (inverseDepth.width, inverseDepth.height)
        let tuning = Self.tuning
        let filter = MapFilter(width: width, height: height)
        var isMatched = isKnown
        for pixel in isMatched.indices where !isKnown[pixel] {
            isMatched[pixel] = Self.agrees(refinement, swept, step, x: pixel % width, y: pixel / width)
        }
        filter.removeSpeckles(inverseDepth, &isMatched, share: tuning.pieces.share, least: tuning.pieces.least)
        var isOutside = [Bool](repeating: true, count: width * height)
        filter.removeEdges(swept, &isOutside, share: tuning.edgeShare, reach: tuning.band)
        let isSeed = isMatched.indices.map { isMatched[$0] && isOutside[$0] }
        let far = Self.far(isSeed, width: width, height: height)
        isOpen = isSeed.indices.map { pixel in
            guard !isSeed[pixel] else { return false }
            return far[pixel] || (isOutside[pixel] && Self.isBeyondEdge(swept, pixel % width, pixel / width))
        }
        planes = MatchedPlanes(inverseDepth: inverseDepth, isMatched: isMatched)
        (self.swept, self.isSeed) = (swept, isSeed)
        isNearSide = isOutside.map { !$0 }
    }

    /// Whether a match that the map does not trust is good enough for drawing.
    private static func agrees(
        _ refinement: SurfaceRefinement,
        _ swept: FloatPlane,
        _ step: Float,
        x: Int,
        y: Int
    ) -> Bool {
        let rho = refinement.inverseDepth.row(y)[x]
        let (cost, curvature) = (refinement.cost.row(y)[x], refinement.curvature.row(y)[x])
        guard rho > RatedSurface.tuning.farthest, cost < tuning.cost, curvature > 0,
            abs(swept.row(y)[x] - rho) < tuning.agreement * step
        else { return false }
        let noise = RatedSurface.noise(cost: cost, curvature: curvature) + refinement.scatter.row(y)[x]
        return noise < tuning.sigma * tuning.sigma * rho * rho
    }

    /// Whether a pixel lies beyond the edge of something nearer, right beside it.
    private static func isBeyondEdge(_ surface: FloatPlane, _ x: Int, _ y: Int) -> Bool {
        var near: Float = 0
        for dy in -1...1 {
            let line = surface.row(y + dy) + x
            near = max(near, max(line[-1], max(line[0], line[1])))
        }
        return surface.row(y)[x] < near * (1 - tuning.edgeShare)
    }

    /// Which pixels are too far from all seeds.
    private static func far(_ isSeed: [Bool], width: Int, height: Int) -> [Bool] {
        var steps = isSeed.map { $0 ? 0 : width + height }
        for pixel in steps.indices {
            if pixel % width > 0 { steps[pixel] = min(steps[pixel], steps[pixel - 1] + 1) }
            if pixel >= width { steps[pixel] = min(steps[pixel], steps[pixel - width] + 1) }
        }
        for pixel in steps.indices.reversed() {
            if pixel % width < width - 1 { steps[pixel] = min(steps[pixel], steps[pixel + 1] + 1) }
            if pixel < steps.count - width { steps[pixel] = min(steps[pixel], steps[pixel + width] + 1) }
        }
        var isFar = steps.map { $0 > tuning.reach.open }
        func look(from start: Int, step: Int, count: Int) {
            var last: Int?
            for place in 0..<count where isSeed[start + place * step] {
                if let last, place - last <= 2 * tuning.reach.between {
                    for between in last..<place where steps[start + between * step] <= tuning.reach.between {
                        isFar[start + between * step] = false
                    }
                }
                last = place
            }
        }
        for row in 0..<height { look(from: row * width, step: 1, count: width) }
        for column in 0..<width { look(from: column, step: width, count: height) }
        return isFar
    }

    /// The depth of each pixel of an image of twice the map's size, metres, row by row; 0 where it is unknown.
    ///
    /// `pairs` are of the same size; `ahead` is how much farther than the refined surface a row of the map is, metres.
    func depth(_ image: QuadImage, pairs: [ViewPair], ahead: (Int) -> Float) -> [Float] {
        let width = planes.width
        var sources = starts
        SurfaceSides(planes, swept: swept, isNearSide: isNearSide, image: image, pairs: pairs)
            .choose(&sources, unknown: Source.unknown)
        sources = flooded(image, from: sources)
        return sources.indices.map { pixel in
            let source = Int(sources[pixel])
            guard source >= 0 else { return 0 }
            let rho = planes.inverseDepth(pixel % (2 * width), pixel / (2 * width), from: source)
            return 1 / rho + ahead(source / width)
        }
    }

    /// What the pixels of the fine image are at first, row by row.
    private var starts: [Int32] {
        let (width, columns) = (planes.width, 2 * planes.width)
        return (0..<4 * isSeed.count).map { fine in
            let pixel = fine / columns / 2 * width + fine % columns / 2
            return isSeed[pixel] ? Int32(pixel) : isOpen[pixel] ? Source.unknown : Source.none
        }
    }

    /// The seed of each fine pixel.
    private func flooded(_ image: QuadImage, from starts: [Int32]) -> [Int32] {
        let (columns, rows) = (image.width, image.height)
        // A pixel of margin all around is taken from the start, so that no neighbour is missing.
        let stride = columns + 2
        var sources = [Int32](repeating: Source.unknown, count: stride * (rows + 2))
        // Pixels that wait, by the largest gradient on their way; those of one gradient in the order of their coming.
        var waiting = [[Int32]](repeating: [], count: 256)
        sources.withUnsafeMutableBufferPointer { sources in
            for y in 0..<rows {
                for x in 0..<columns { sources[(y + 1) * stride + 1 + x] = starts[y * columns + x] }
            }
            for y in 0..<rows {
                for pixel in (y + 1) * stride + 1..<(y + 1) * stride + 1 + columns
                where sources[pixel] != Source.none && Self.isAtBorder(sources, pixel, stride) {
                    waiting[0].append(Int32(pixel))
                }
            }
            for level in waiting.indices {
                var next = 0
                while next < waiting[level].count {
                    let pixel = Int(waiting[level][next])
                    next += 1
                    for neighbour in [pixel - 1, pixel + 1, pixel - stride, pixel + stride]
                    where sources[neighbour] == Source.none {
                        sources[neighbour] = sources[pixel]
                        let gradient = Self.gradient(image, neighbour % stride - 1, neighbour / stride - 1)
                        waiting[max(level, gradient)].append(Int32(neighbour))
                    }
                }
            }
        }
        return (0..<columns * rows).map { sources[($0 / columns + 1) * stride + 1 + $0 % columns] }
    }

    @inline(__always)
    private static func isAtBorder(_ sources: UnsafeMutableBufferPointer<Int32>, _ pixel: Int, _ stride: Int) -> Bool {
        sources[pixel - 1] == Source.none || sources[pixel + 1] == Source.none
            || sources[pixel - stride] == Source.none || sources[pixel + stride] == Source.none
    }

    /// The largest difference of a pixel's shade from those beside it.
    private static func gradient(_ image: QuadImage, _ x: Int, _ y: Int) -> Int {
        let here = Int(image.shade(x, y))
        func difference(_ x: Int, _ y: Int) -> Int { abs(Int(image.shade(x, y)) - here) }
        return max(
            max(difference(max(x - 1, 0), y), difference(min(x + 1, image.width - 1), y)),
            max(difference(x, max(y - 1, 0)), difference(x, min(y + 1, image.height - 1)))
        )
    }
}
