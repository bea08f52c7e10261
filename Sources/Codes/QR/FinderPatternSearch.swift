import Geometry

/// Finds finder patterns in one level of an image.
///
/// Along a line through the middle the widths are 1:1:3:1:1 (ISO/IEC 18004, annex A). Candidates with these widths
/// along a row are verified along rays in all directions; the last edges on the rays give the outer square.
struct FinderPatternSearch {
    let level: ImageLevel
    let view: PixelView

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The tolerance of a width of one module along a row.
        ///
        /// Unit: modules. Range: 0.4…0.8. Origin: by hand, for modules of two pixels with noise.
        var widthTolerance = 0.65
        /// The tolerance of an edge along a ray, in parts of the distance to the outer edge.
        ///
        /// Range: 0.1…0.2. Origin: by hand; half a module is 0.14.
        var rayTolerance = 0.12
        /// The same, in pixels of the level, added.
        ///
        /// Unit: pixels. Range: 0.3…1. Origin: by hand.
        var rayTolerancePixels = 0.6
        /// The least part of the rays that must fit.
        ///
        /// Range: 0.5…0.9. Origin: by hand; a quarter of a pattern may be hidden.
        var leastSupport = 0.66
        /// The most patterns of a level.
        ///
        /// Range: 20…100. Origin: a photograph of a wall of codes; bounds the time in texture.
        var most = 48
    }

    private static let tuning = Tuning()
    /// Forty directions at equal angles.
    private static let directions = (0..<40).map { i in
        let angle = (Double(i) + 0.5) * .pi / 20
        return Vector2(Double.cosine(of: angle), Double.sine(of: angle))
    }

    /// The patterns in pixels of the level.
    func patterns() -> [FinderPattern] {
        var found: [FinderPattern] = []
        var edges: [Double] = []
        for y in 0..<level.height where found.count < Self.tuning.most {
            let startsLight = rowEdges(y, &edges)
            guard edges.count >= 6 else { continue }
            for first in 0...edges.count - 6 {
                guard let middle = Self.middle(edges, first) else { continue }
                // Edges alternate, so every second run is light.
                let isLight = startsLight != (first % 2 == 0)
                let place = Vector2(middle.place, Double(y) + 0.5)
                let isKnown = found.contains {
                    $0.isLight == isLight && ($0.middle - place).length < 2.5 * $0.module
                }
                guard !isKnown, hasColumn(place, middle.module, isLight),
                    let pattern = pattern(around: place, middle.module, isLight)
                else { continue }
                let isTwice = found.contains {
                    $0.isLight == isLight && ($0.middle - pattern.middle).length < 2 * $0.module
                }
                if !isTwice { found.append(pattern) }
            }
        }
        return found
    }

    /// Writes the positions where a row crosses the threshold and returns whether it starts light.
    private func rowEdges(_ y: Int, _ edges: inout [Double]) -> Bool {
        edges.removeAll(keepingCapacity: true)
        let row = view.base + y * level.width
        var last = Float(row[0]) - Float(level.threshold(0, y)) - 0.5
        let startsLight = last > 0
        for x in 1..<level.width {
            let here = Float(row[x]) - Float(level.threshold(x, y)) - 0.5
            if (here > 0) != (last > 0) { edges.append(Double(x) - 0.5 + Double(last / (last - here))) }
            last = here
        }
        return startsLight
    }

    /// The middle of five runs in the ratio of a finder pattern, and their module; nil if the ratio differs.
    private static func middle(_ edges: [Double], _ first: Int) -> (place: Double, module: Double)? {
        let total = edges[first + 5] - edges[first]
        let module = total / 7
        guard module > 0.9 else { return nil }
        let tolerance = tuning.widthTolerance * module
        for i in 0..<5 {
            let width = edges[first + i + 1] - edges[first + i]
            let expected = i == 2 ? 3 * module : module
            guard abs(width - expected) < (i == 2 ? 1.6 * tolerance : tolerance) else { return nil }
        }
        return ((edges[first + 2] + edges[first + 3]) / 2, module)
    }

    /// Whether the column through a position has the ratio too; perspective may make its module up to three times as
    /// long.
    private func hasColumn(_ place: Vector2, _ module: Double, _ isLight: Bool) -> Bool {
        guard let up = ray(from: place, Vector2(0, -1), module: module, isLight),
            let down = ray(from: place, Vector2(0, 1), module: module, isLight)
        else { return false }
        let total = up.2 + down.2
        let unit = total / 7
        guard unit > 0.3 * module, unit < 3 * module else { return false }
        return abs(up.0 + down.0 - 3 * unit) < 1.1 * unit
            && abs(up.1 - up.0 + down.1 - down.0 - 2 * unit) < 1.1 * unit
    }

    /// The first three changes of lightness along a ray, pixels; nil if the ray starts on the wrong side or ends before.
    ///
    /// They are at 3, 5 and 7 parts of one length, so a ray ends early if the third is farther than the first allows.
    private func ray(
        from start: Vector2,
        _ direction: Vector2,
        module: Double,
        _ isLight: Bool
    ) -> (Double, Double, Double)? {
        guard var last = level.lightness(at: start, in: view), (last > 0) == isLight else { return nil }
        var found = (0.0, 0.0, 0.0)
        var count = 0
        let step = max(0.5, min(1, module / 4))
        var reach = 6.5 * module
        var at = 0.0
        while at < reach {
            at += step
            guard let here = level.lightness(at: start + direction * at, in: view) else { return nil }
            if (here > 0) != (last > 0) {
                let place = at - step * Double(here / (here - last))
                count += 1
                if count == 1 {
                    found.0 = place
                    reach = 3 * place + 3
                } else if count == 2 {
                    found.1 = place
                } else {
                    found.2 = place
                    return found
                }
            }
            last = here
        }
        return nil
    }

    /// The pattern around a position: its outer square is fitted twice, the second time from its own middle.
    private func pattern(around place: Vector2, _ module: Double, _ isLight: Bool) -> FinderPattern? {
        var middle = place
        var result: FinderPattern?
        for _ in 0..<2 {
            guard let outer = outerEdge(around: middle, module, isLight),
                let quad = QuadFit.quad(around: outer, middle)
            else { return nil }
            let support = Double(outer.count) / Double(Self.directions.count)
            guard let crossing = QuadFit.crossing(quad[0], quad[2], quad[1], quad[3]) else { return nil }
            middle = crossing
            let module = QuadFit.meanSide(quad) / 7
            result = FinderPattern(
                corners: quad,
                middle: crossing,
                module: module,
                isLight: isLight,
                support: support
            )
        }
        return result
    }

    /// The points where rays in all directions meet the outer edge, in order; nil if too many of them do not.
    private func outerEdge(around middle: Vector2, _ module: Double, _ isLight: Bool) -> [Vector2]? {
        var outer: [Vector2?] = [Vector2?](repeating: nil, count: Self.directions.count)
        var lost = 0
        let most = Int((1 - Self.tuning.leastSupport) * Double(outer.count))
        // In steps of seven, so that a false candidate is rejected after a few rays on all sides.
        for round in outer.indices {
            let i = round * 7 % outer.count
            let direction = Self.directions[i]
            if let (first, second, third) = ray(from: middle, direction, module: module, isLight) {
                let tolerance = Self.tuning.rayTolerance * third + Self.tuning.rayTolerancePixels
                if abs(first - third * 3 / 7) < tolerance, abs(second - third * 5 / 7) < tolerance {
                    outer[i] = middle + direction * third
                    continue
                }
            }
            lost += 1
            if lost > most { return nil }
        }
        return outer.compactMap { $0 }
    }
}
