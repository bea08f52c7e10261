import Geometry
import Imaging
import Shapes
import WorldTracking

/// Tells a label on a bottle or a column from a flat rectangle: its sides are bowed by more than their noise.
///
/// Beside each side, seen through the lens, the steps of gray are collected at places along it. An arc and a straight
/// line are laid through them; the side is bowed if the arc meets most steps and the straight line does not.
struct SideBow {
    /// The limits of `SideBow`.
    struct Tuning: Sendable {
        /// How far beside a side its arc may lie, as a part of the side's length.
        ///
        /// Unit: 1. Range: 0.05…0.2. Origin: a label over half of a bottle, seen from 25° above, bows by 0.12.
        var reach = 0.15
        /// The bow from which a side is not straight, pixels.
        ///
        /// Unit: pixels. Range: 1…4. Origin: twice the distance within which a step lies on a line.
        var leastBow = 2.4
        /// The distance within which a step lies on a line.
        ///
        /// Unit: pixels. Range: 0.7…2. Origin: an edge's noise is some 0.3 pixels, that of a bent lens below 1.
        var width = 1.2
        /// The part of a side's places whose steps an arc must meet.
        ///
        /// Unit: 1. Range: 0.5…0.9. Origin: by hand: the quadrilateral detector asks for as much of a straight side.
        var share = 0.65
        /// The part of the arc's steps that a straight line meets at most if the side is bowed.
        ///
        /// Unit: 1. Range: 0.5…0.9. Origin: by hand: a line across printed lines beside an arc meets two thirds of
        /// its steps, a straight side nearly as many as any arc.
        var straightShare = 0.8
        /// The step of gray that counts.
        ///
        /// Unit: gray levels over two pixels. Range: 6…20. Origin: by hand, above a phone camera's noise.
        var leastStep = 10.0

        /// The defaults.
        init() {}
    }

    private static let tuning = Tuning()
    /// Places along a side: its ends, where the neighbours' steps are, are left out.
    private static let places = (count: 33, from: 0.06, to: 0.94)

    /// A step of gray beside a side: its distance from the side, pixels, and whether it becomes brighter.
    private struct Step {
        let offset: Double
        let isRising: Bool
    }

    /// Whether a side of the quadrilateral is bowed.
    static func isBowed(_ quadrilateral: Quadrilateral, in image: GrayImage, camera: Camera) -> Bool {
        (0..<4).contains { side in
            let steps = steps(from: quadrilateral[side], to: quadrilateral[(side + 1) % 4], in: image, camera)
            return [true, false].contains { isRising in
                isBowed(steps.map { $0.filter { $0.isRising == isRising }.map { $0.offset } })
            }
        }
    }

    /// Whether an arc, and no straight line, meets the steps of a side, given as their distances at each place.
    private static func isBowed(_ offsets: [[Double]]) -> Bool {
        let least = Int(tuning.share * Double(places.count))
        guard offsets.count(where: { !$0.isEmpty }) >= least else { return false }
        let (first, middle, last) = (offsets.prefix(6).joined(), offsets[13..<20].joined(), offsets.suffix(6).joined())
        var most = (arc: 0, line: 0)
        for start in spread(first) {
            for end in spread(last) {
                most.line = max(most.line, count(offsets, start, end, bow: 0))
                for height in spread(middle) where abs(height - (start + end) / 2) >= tuning.leastBow {
                    most.arc = max(most.arc, count(offsets, start, end, bow: height - (start + end) / 2))
                }
            }
        }
        return most.arc >= least && Double(most.line) < tuning.straightShare * Double(most.arc)
    }

    /// Distances at most a line's width apart stand for one another.
    private static func spread(_ offsets: some Sequence<Double>) -> [Double] {
        var kept: [Double] = []
        for offset in offsets.sorted() where offset - (kept.last ?? -.infinity) >= tuning.width { kept.append(offset) }
        return kept
    }

    /// The number of places with a step on a parabola through its ends, and with a bow in its middle.
    private static func count(_ offsets: [[Double]], _ start: Double, _ end: Double, bow: Double) -> Int {
        offsets.indices.count { index in
            let t = Double(index) / Double(places.count - 1)
            let expected = start + (end - start) * t + 4 * bow * t * (1 - t)
            return offsets[index].contains { abs($0 - expected) <= tuning.width }
        }
    }

    /// The steps beside a side at each of its places.
    private static func steps(
        from start: Vector2,
        to end: Vector2,
        in image: GrayImage,
        _ camera: Camera
    ) -> [[Step]] {
        let (first, last) = (camera.ray(through: start), camera.ray(through: end))
        let along = end - start
        let normal = Vector2(-along.y, along.x).normalized
        let reach = min(40, Int(max(4, tuning.reach * along.length)))
        return (0..<places.count).map { index in
            let t = places.from + (places.to - places.from) * Double(index) / Double(places.count - 1)
            // A straight line of the world through both corners, as the lens shows it.
            let direction = first.direction * (1 - t) + last.direction * t
            guard let middle = camera.pixel(of: first.origin + direction) else { return [] }
            return steps(across: middle, normal, reach, in: image)
        }
    }

    /// The steps on a line across a side, each where it is steepest.
    private static func steps(
        across middle: Vector2,
        _ normal: Vector2,
        _ reach: Int,
        in image: GrayImage
    ) -> [Step] {
        let slopes = (-reach - 1...reach + 1).map { offset -> Double? in
            guard let before = shade(at: middle + normal * Double(offset - 1), in: image),
                let after = shade(at: middle + normal * Double(offset + 1), in: image)
            else { return nil }
            return after - before
        }
        return (1..<slopes.count - 1).compactMap { index in
            guard let before = slopes[index - 1], let here = slopes[index], let after = slopes[index + 1] else {
                return nil
            }
            let isSteepest = abs(here) >= abs(before) && abs(here) > abs(after)
            guard isSteepest, abs(here) >= tuning.leastStep else { return nil }
            let curvature = abs(before) + abs(after) - 2 * abs(here)
            let shift = curvature < 0 ? (abs(before) - abs(after)) / (2 * curvature) : 0
            return Step(offset: Double(index - 1 - reach) + shift, isRising: here > 0)
        }
    }

    /// The gray between four pixels, whose centres are at halves; nil outside the image.
    private static func shade(at point: Vector2, in image: GrayImage) -> Double? {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard x >= 0, y >= 0, x < Double(image.width - 1), y < Double(image.height - 1) else { return nil }
        let (column, row) = (Int(x), Int(y))
        let (u, v) = (x - Double(column), y - Double(row))
        let upper = Double(image[column, row]) * (1 - u) + Double(image[column + 1, row]) * u
        let lower = Double(image[column, row + 1]) * (1 - u) + Double(image[column + 1, row + 1]) * u
        return upper * (1 - v) + lower * v
    }
}
