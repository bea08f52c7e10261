import Depth
import Geometry

/// Measures what stands on a level surface from depth maps around it: the heights on a grid, the surface around the
/// thing, and the sum of what stands above it.
///
/// The method is that of surveyors for stockpiles: the volume between two height models over the thing's foot.
package struct ThingMeasurer {
    /// The constants of measuring things.
    package struct Tuning: Sendable {
        /// The side of a cell in pixels of a map at the thing's usual distance.
        ///
        /// Unit: pixels. Range: 0.7…2. Origin: by hand: finer cells stay empty, coarser ones round the foot.
        package var cellPixels = 1.0
        /// The cells along a side of the grid.
        ///
        /// Unit: cells. Range: 120…256. Origin: by hand: one and a half times as wide as the thing is far away.
        package var side = 200
        /// The largest standard deviation of a depth that counts, as a share of the depth.
        ///
        /// Unit: fraction. Range: 0.02…0.1. Origin: by hand.
        package var sigmaShare: Float = 0.04
        /// How far holes are filled.
        ///
        /// Unit: cells. Range: 4…20. Origin: by hand: the bands along edges that maps leave open.
        package var holeReach = 10
        /// From where the surface around a thing is looked at to where, from its outline.
        ///
        /// Unit: cells. Range: 2…4; 8…20. Origin: by hand.
        package var ring = (inner: 3, outer: 12)
        /// How far a cell may lie off a level surface and be of it, and how far above a thing begins.
        ///
        /// Unit: metres. Range: 0.008…0.03. Origin: by hand: the noise of maps' medians at 1 m.
        package var levelReach = 0.015
        /// The same as a share of the distance.
        ///
        /// Unit: fraction. Range: 0.005…0.02. Origin: by hand.
        package var levelShare = 0.01
        /// The least share of a thing's ring that was seen, and of that the share that is level.
        ///
        /// Unit: fraction. Range: 0.2…0.5; 0.5…0.8. Origin: by hand.
        package var ringShares = (seen: 0.3, level: 0.55)
        /// How much lower the outer half of a ring may lie than the inner one, of what a level surface may vary.
        ///
        /// Unit: fraction. Range: 0.2…0.6. Origin: `make bench-volume`, thing 4: the rounded top of a heap is no level.
        package var fall = 0.4
        /// The largest share of a thing's foot that may be hidden.
        ///
        /// Unit: fraction. Range: 0.1…0.4. Origin: by hand: more would be guessed than measured.
        package var hidden = 0.25
        /// How well the height of a top is known, as a share of the maps' mean sigma: maps share their errors.
        ///
        /// Unit: fraction. Range: 0.1…1. Origin: `make bench-volume`, things 1 to 4.
        package var heightShare = 0.15
        /// The same of the mean of all heights: each map's common error is taken out by the surface around the thing.
        ///
        /// Unit: fraction. Range: 0.01…0.1. Origin: `make bench-volume`, things 1 to 4.
        package var meanShare = 0.04
        /// How well the outline is known where it was seen.
        ///
        /// Unit: cells. Range: 0.1…1. Origin: with `meanShare`.
        package var outlineCells = 0.2
        /// How well the volume over cells is known that no map shows, as a share of what was guessed there.
        ///
        /// Unit: fraction. Range: 0.29…0.58, anything up to the guess and up to twice the guess. Origin: with `meanShare`.
        package var guessShare = 0.4
        /// How well a grid knows the height of a top that is not flat.
        ///
        /// Unit: cells. Range: 0.1…0.5. Origin: by hand.
        package var topCells = 0.25

        /// The usual constants.
        package init() {}
    }

    private let tuning = Tuning()

    /// A measurer.
    package init() {}

    /// The thing at a point of the maps' world, whose +Y is up, metres; `scaleSigma` is the world's scale's, a fraction.
    ///
    /// Throws if it is not known well enough, and why.
    package func measure(
        _ maps: [DepthMap],
        at point: Vector3,
        scaleSigma: Double
    ) throws(ThingFault) -> MeasuredThing {
        let seen = maps.filter { Self.shows($0, point) }
        guard point.isFinite, let distance = Self.distance(seen, point), let first = seen.first else {
            throw .unseen
        }
        let cell = tuning.cellPixels * distance / first.lens.focalLengthPixels.x
        let reach = max(tuning.levelReach, tuning.levelShare * distance)
        var field = field(seen, point, cell) { _ in 0 }
        let open = field
        field.fillHoles(reach: tuning.holeReach, rounds: 40)
        guard let level = level(field, open, point, reach) else { throw .noSurface }
        // Each map has errors of its own in height: they are taken out by the surface around the thing.
        let plane = plane(open, level.ring, near: level.height, reach)
        let lifts = seen.map { lift($0, plane, field, level.ring, reach) }
        guard lifts.contains(where: { $0 != nil }) else { throw .unseen }
        var final = self.field(seen, point, cell) { lifts[$0] }
        let finalOpen = final
        final.fillHoles(reach: tuning.holeReach, rounds: 80)
        carve(&final, finalOpen, plane, level.region, maps: seen)
        return try result(final, finalOpen, plane, point, seen, distance: distance, scaleSigma: scaleSigma)
    }

    private func field(_ maps: [DepthMap], _ point: Vector3, _ cell: Double, _ lift: (Int) -> Double?) -> HeightField {
        HeightField(
            maps,
            around: point,
            cell: cell,
            side: tuning.side,
            lift: lift,
            sigmaShare: tuning.sigmaShare
        )
    }

    /// Whether a point lies in a map's view.
    private static func shows(_ map: DepthMap, _ point: Vector3) -> Bool {
        map.lens.pixel(of: map.worldFromOptical.inverse * point).map { map.lens.contains($0) } ?? false
    }

    /// The usual distance of maps from a point; nil without maps.
    private static func distance(_ maps: [DepthMap], _ point: Vector3) -> Double? {
        guard !maps.isEmpty else { return nil }
        return Double(maps.map { Float(($0.worldFromOptical.translation - point).length) }.quantile(0.5))
    }

    // MARK: The surface on which it stands

    /// The level on which a thing stands, the cells above it, and those around them.
    private struct Level {
        let height: Double
        let region: [Int]
        let ring: [Int]
    }

    /// The highest level surface that surrounds what is above it at a point; nil if there is none.
    private func level(_ field: HeightField, _ open: HeightField, _ point: Vector3, _ reach: Double) -> Level? {
        for height in levels(open, below: point.y - reach, reach) {
            let plane = Plane(normal: Vector3(0, 1, 0), offset: height)
            guard let region = region(field, over: plane, at: point, threshold: reach) else { continue }
            let ring = ring(field, around: region)
            let seen = ring.filter { !open.heights[$0].isNaN }
            let even = seen.filter { abs(Double(open.heights[$0]) - height) < reach }
            guard Double(seen.count) > tuning.ringShares.seen * Double(ring.count),
                Double(even.count) > tuning.ringShares.level * Double(seen.count),
                !falls(open, seen, around: region, by: tuning.fall * reach)
            else { continue }
            return Level(height: height, region: region, ring: even)
        }
        return nil
    }

    /// Whether the outer half of a ring lies lower than the inner one, as on the slope of a heap.
    private func falls(_ field: HeightField, _ ring: [Int], around region: [Int], by limit: Double) -> Bool {
        let steps = field.steps(from: region, reach: tuning.ring.outer)
        let middle = (tuning.ring.inner + tuning.ring.outer) / 2
        func median(_ cells: [Int]) -> Double {
            cells.isEmpty ? .infinity : Double(cells.map { field.heights[$0] }.quantile(0.5))
        }
        return median(ring.filter { steps[$0] <= middle }) - median(ring.filter { steps[$0] > middle }) > limit
    }

    /// Heights at which many cells lie, the highest first.
    private func levels(_ field: HeightField, below limit: Double, _ reach: Double) -> [Double] {
        let known = field.heights.filter { !$0.isNaN && Double($0) < limit }.sorted(byKey: { Double($0) })
        var found: [Double] = []
        var next = known.count
        // The densest stretch of a reach's length, then the densest of what is below it.
        var start = 0
        var counts: [(height: Double, count: Int)] = []
        for end in known.indices {
            while Double(known[end] - known[start]) > reach { start += 1 }
            counts.append((Double(known[(start + end) / 2]), end - start + 1))
        }
        let least = max(20, known.count / 50)
        while next > 0 {
            let best = counts[..<next].indices.max { counts[$0].count < counts[$1].count }
            guard let best, counts[best].count >= least else { break }
            found.append(counts[best].height)
            counts = counts.filter { abs($0.height - counts[best].height) > 2 * reach }
            next = counts.count
        }
        return found.map { Double(Float($0)) }.sorted(byKey: { -$0 })
    }

    /// The connected cells above a plane, from those nearest to a point; nil if there are none or they reach the border.
    private func region(_ field: HeightField, over plane: Plane, at point: Vector3, threshold: Double) -> [Int]? {
        func isAbove(_ index: Int) -> Bool {
            let middle = field.middle(of: index)
            return plane.signedDistance(to: Vector3(middle.x, Double(field.heights[index]), middle.y)) > threshold
        }
        guard let center = field.index(of: point) else { return nil }
        let near = field.steps(from: [center], reach: 3)
        let start = near.indices.filter { near[$0] <= 3 && isAbove($0) }
        guard let first = start.min(by: { (near[$0], $0) < (near[$1], $1) }) else { return nil }
        var isIn = [Bool](repeating: false, count: field.heights.count)
        var region = [first]
        isIn[first] = true
        var next = 0
        while next < region.count {
            for other in field.neighbors(of: region[next]) where !isIn[other] && isAbove(other) {
                if field.isAtBorder(other) { return nil }
                isIn[other] = true
                region.append(other)
            }
            next += 1
        }
        return region
    }

    /// The cells around a region.
    private func ring(_ field: HeightField, around region: [Int]) -> [Int] {
        let steps = field.steps(from: region, reach: tuning.ring.outer)
        return steps.indices.filter { steps[$0] >= tuning.ring.inner && steps[$0] <= tuning.ring.outer }
    }

    /// The plane through the ring's cells near a height: least squares, twice.
    private func plane(_ field: HeightField, _ ring: [Int], near height: Double, _ reach: Double) -> Plane {
        let origin = field.corner + field.cell * Double(field.side) / 2
        var fit = Vector3(0, 0, height)
        for limit in [reach, reach / 2] {
            var (normal, right) = (Matrix3.zero, Vector3.zero)
            for index in ring where !field.heights[index].isNaN {
                let offset = field.middle(of: index) - origin
                let row = Vector3(offset.x, offset.y, 1)
                let value = Double(field.heights[index])
                guard abs(value - dot(row, fit)) < limit else { continue }
                normal = normal + Matrix3(outerProductOf: row, row)
                right += row * value
            }
            guard let inverse = normal.inverse else { break }
            fit = inverse * right
        }
        let middle = Vector3(origin.x, fit.z, origin.y)
        return Plane(normal: Vector3(-fit.x, 1, -fit.y), through: middle)
    }

    /// What to add to a map's heights so that its surface around the thing is the common one; nil if it hardly shows that.
    private func lift(_ map: DepthMap, _ plane: Plane, _ field: HeightField, _ ring: [Int], _ reach: Double) -> Double?
    {
        var isRing = [Bool](repeating: false, count: field.heights.count)
        for index in ring { isRing[index] = true }
        var errors: [Float] = []
        HeightField.eachPoint(of: map, sigmaShare: tuning.sigmaShare) { point in
            guard let index = field.index(of: point), isRing[index] else { return }
            let error = plane.signedDistance(to: point)
            if abs(error) < 2 * reach { errors.append(Float(error)) }
        }
        guard errors.count >= 30 else { return nil }
        return -Double(errors.quantile(0.5))
    }

    // MARK: What was not seen

    /// Lowers cells that no map shows to where a map looks through.
    private func carve(
        _ field: inout HeightField,
        _ open: HeightField,
        _ plane: Plane,
        _ region: [Int],
        maps: [DepthMap]
    ) {
        let views = maps.map { (map: $0, opticalFromWorld: $0.worldFromOptical.inverse) }
        let steps = field.steps(from: region, reach: 3)
        for index in steps.indices where steps[index] <= 3 && open.heights[index].isNaN && !field.heights[index].isNaN {
            let middle = field.middle(of: index)
            let base = -(plane.normal.x * middle.x + plane.normal.z * middle.y - plane.offset) / plane.normal.y
            var height = Double(field.heights[index])
            while height > base {
                let point = Vector3(middle.x, height, middle.y)
                let isFree = views.contains { Self.looksThrough($0.map, $0.opticalFromWorld * point) }
                guard isFree else { break }
                height -= field.cell / 2
            }
            field.lower(index, to: max(height, base))
        }
    }

    /// Whether a map shows something behind a point of its optical frame.
    private static func looksThrough(_ map: DepthMap, _ point: Vector3) -> Bool {
        guard let pixel = map.lens.pixel(of: point), let index = map.known(at: pixel) else { return false }
        return point.z < Double(map.depth[index]) - max(0.02 * point.z, 3 * Double(map.sigma[index]))
    }

    // MARK: The sum

    private func result(
        _ field: HeightField,
        _ open: HeightField,
        _ plane: Plane,
        _ point: Vector3,
        _ maps: [DepthMap],
        distance: Double,
        scaleSigma: Double
    ) throws(ThingFault) -> MeasuredThing {
        let threshold = max(tuning.levelReach, tuning.levelShare * distance) / 2
        guard let region = region(field, over: plane, at: point, threshold: threshold) else { throw .noSurface }
        func height(_ index: Int) -> Double {
            let middle = field.middle(of: index)
            return plane.signedDistance(to: Vector3(middle.x, Double(field.heights[index]), middle.y))
        }
        let steps = field.steps(from: region, reach: tuning.ring.inner)
        let foot = steps.indices.filter { steps[$0] < tuning.ring.inner && !field.heights[$0].isNaN }
        let cellArea = field.cell * field.cell
        let volume = foot.reduce(0) { $0 + height($1) } * cellArea
        let area = Double(region.count) * cellArea
        let seenNear = open.steps(from: open.heights.indices.filter { !open.heights[$0].isNaN }, reach: 3)
        let hiddenShare = Double(region.count { seenNear[$0] > 3 }) / Double(region.count)
        guard hiddenShare <= tuning.hidden else { throw .hidden }
        // The outline counts as much as the thing is high just inside it.
        let inward = field.steps(from: steps.indices.filter { steps[$0] > 0 }, reach: tuning.ring.inner)
        let edge = region.filter { inward[$0] == 1 }
        let inner = region.filter { inward[$0] == tuning.ring.inner }
        let edgeHeight = inner.reduce(0) { $0 + height($1) } / Double(max(inner.count, 1))
        let perimeter = Double(edge.count) * field.cell
        let depthSigma = meanSigma(maps, field, region)
        let guessed = foot.filter { open.heights[$0].isNaN }.reduce(0) { $0 + max(0, height($1)) } * cellArea
        let parts = [
            area * tuning.meanShare * depthSigma, perimeter * edgeHeight * tuning.outlineCells * field.cell,
            3 * volume * scaleSigma, guessed * tuning.guessShare,
        ]
        let top = Double(region.map { Float(height($0)) }.quantile(0.98))
        let (grain, stretch) = (tuning.topCells * field.cell, top * scaleSigma)
        let levelSigma = 2 * tuning.heightShare * depthSigma
        let topSigma = (levelSigma * levelSigma + grain * grain + stretch * stretch).squareRoot()
        return MeasuredThing(
            volume: volume,
            volumeSigma: parts.reduce(0) { $0 + $1 * $1 }.squareRoot(),
            height: top,
            heightSigma: topSigma,
            area: area,
            hiddenShare: hiddenShare,
            outline: outline(field, plane, region)
        )
    }

    /// The mean sigma of the maps' depths over some cells, metres.
    private func meanSigma(_ maps: [DepthMap], _ field: HeightField, _ region: [Int]) -> Double {
        var (sum, count) = (0.0, 0.0)
        for index in region where index % 7 == 0 {
            let middle = field.middle(of: index)
            let point = Vector3(middle.x, Double(field.heights[index]), middle.y)
            for map in maps {
                guard let pixel = map.lens.pixel(of: map.worldFromOptical.inverse * point),
                    let known = map.known(at: pixel)
                else { continue }
                sum += Double(map.sigma[known])
                count += 1
            }
        }
        return sum / max(count, 1)
    }

    /// The farthest cells of a region from its middle in 32 directions, on the plane.
    private func outline(_ field: HeightField, _ plane: Plane, _ region: [Int]) -> [Vector3] {
        let middle = region.reduce(SIMD2<Double>.zero) { $0 + field.middle(of: $1) } / Double(region.count)
        var farthest = [Double](repeating: 0, count: 32)
        for index in region {
            let offset = field.middle(of: index) - middle
            let angle = Double.arcTangent(y: offset.y, x: offset.x) + .pi
            let sector = min(Int(angle / (2 * .pi) * 32), 31)
            farthest[sector] = max(farthest[sector], (offset * offset).sum().squareRoot() + field.cell / 2)
        }
        // Counterclockwise from above is clockwise in x and z.
        return (0..<32).reversed().map { sector in
            let angle = (Double(sector) + 0.5) / 32 * 2 * .pi - .pi
            let place = middle + SIMD2(.cosine(of: angle), .sine(of: angle)) * farthest[sector]
            return Vector3(place.x, 0, place.y).replacingHeight(on: plane)
        }
    }
}

extension Vector3 {
    /// The point of a plane straight above or below.
    fileprivate func replacingHeight(on plane: Plane) -> Vector3 {
        Vector3(x, (plane.offset - plane.normal.x * x - plane.normal.z * z) / plane.normal.y, z)
    }
}
