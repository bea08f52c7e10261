import Geometry

/// Growth of planes over areas without landmarks, where images agree.
///
/// Around what is known to be surface, cell by cell: texture must correlate; a cell without texture must keep its
/// brightness in both images and continue its neighbour without a step. What disagrees becomes known not to be the
/// plane, so that a hole, or an object that stands there, is not swallowed.
enum PlaneGrowth {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Number of cells that are compared in one call.
        ///
        /// Unit: cells. Range: 50…1000. Origin: by hand: the time of one step.
        var cellsPerCall = 200
    }

    private static let tuning = Tuning()

    /// Adds what a comparison shows to the coverage of the planes.
    static func grow(_ planes: inout [DetectedPlane], _ comparison: ViewComparison) {
        // What is not known at all, and what is not known well enough for the outline, have a share each.
        var budget = (new: tuning.cellsPerCall, again: tuning.cellsPerCall)
        for index in planes.indices {
            let frontier = frontier(of: planes[index])
            if budget.new > 0 {
                grow(index, of: &planes, frontier.filter { !$0.isKnown }, comparison, &budget.new)
            }
            if budget.again > 0 {
                grow(index, of: &planes, frontier.filter { $0.isKnown }, comparison, &budget.again)
            }
        }
    }

    /// The cells to look at; inside the outline also what lies beside an open one: the middle of an object that stands
    /// there.
    private static func frontier(of plane: DetectedPlane) -> [PlaneCoverage.Frontier] {
        plane.coverage.frontier().filter { frontier in
            frontier.isBesideSurface
                || plane.contains(plane.coverage.point(corner(of: frontier.cell) + Vector2(0.5, 0.5)))
        }
    }

    private static func grow(
        _ index: Int,
        of planes: inout [DetectedPlane],
        _ frontier: [PlaneCoverage.Frontier],
        _ comparison: ViewComparison,
        _ budget: inout Int
    ) {
        guard !frontier.isEmpty else { return }
        let plane = planes[index]
        // Another part of the frontier each time, if it is longer than the budget.
        let start = frontier.count > budget ? Int(comparison.turn &* 37 % UInt32(frontier.count)) : 0
        for offset in frontier.indices {
            guard budget > 0 else { return }
            let cell = frontier[(start + offset) % frontier.count]
            let corner = corner(of: cell.cell)
            guard let patch = comparison.patch(corner, plane), let other = comparison.otherPatch(corner, plane)
            else { continue }
            budget -= 1
            let next = Self.corner(of: cell.neighbour)
            let beside = (comparison.patch(next, plane), other.posed.patch(next, plane))
            let isBehind = isSeenBehind(corner, plane, patch, comparison.now, other, planes)
            let verdict = isBehind ? -1 : verdict(patch, other.patch, beside, isBesideSurface: cell.isBesideSurface)
            planes[index].coverage.add(verdict, at: cell.cell, byImages: true)
        }
    }

    private static func corner(of cell: SIMD2<Int32>) -> Vector2 { Vector2(Double(cell.x), Double(cell.y)) }

    /// Whether two images agree better if what a cell shows lies on another found plane behind it: the table under the
    /// top of a box.
    private static func isSeenBehind(
        _ corner: Vector2,
        _ plane: DetectedPlane,
        _ patch: SurfacePatch,
        _ now: ViewComparison.PosedView,
        _ other: (patch: SurfacePatch, posed: ViewComparison.PosedView),
        _ planes: [DetectedPlane]
    ) -> Bool {
        guard planes.count > 1 else { return false }
        let eye = now.view.position
        for behind in planes where behind.identifier != plane.identifier {
            func position(_ x: Double, _ y: Double) -> SIMD2<Float>? {
                let point = plane.plane.projection(of: plane.coverage.point(corner + Vector2(x, y)))
                let ray = Ray(origin: eye, direction: point - eye)
                guard let distance = ray.distance(to: behind.plane), distance > (point - eye).length else { return nil }
                let seen = ray.point(at: distance)
                guard behind.contains(seen) else { return nil }
                return other.posed.view.position(of: seen, opticalFromWorld: other.posed.opticalFromWorld)
            }
            guard let a = position(0, 0), let b = position(1, 0), let c = position(1, 1), let d = position(0, 1)
            else { continue }
            let seen = SurfacePatch(other.posed.view, corners: (a, b, c, d))
            guard patch.variance > SurfacePatch.tuning.leastVariance, seen.variance > SurfacePatch.tuning.leastVariance
            else { continue }
            if patch.correlation(with: seen) > max(0.6, patch.correlation(with: other.patch)) { return true }
        }
        return false
    }

    /// What two images say of one cell: 2 surface, −1 none, 0 nothing.
    private static func verdict(
        _ now: SurfacePatch,
        _ then: SurfacePatch,
        _ neighbour: (now: SurfacePatch?, then: SurfacePatch?),
        isBesideSurface: Bool
    ) -> Int8 {
        let textured = SurfacePatch.tuning.leastVariance
        if now.variance > textured, then.variance > textured {
            let correlation = now.correlation(with: then)
            return correlation > 0.8 ? 2 : correlation < 0.5 ? -1 : 0
        }
        if max(now.variance, then.variance) > 4 * textured { return -1 }
        guard let beside = neighbour.now, let besideThen = neighbour.then, now.mean > 8, then.mean > 8, now.mean < 247,
            then.mean < 247
        else { return 0 }
        // Exposure changes all cells alike; the neighbour shows by how much.
        let stepNow = now.mean / max(beside.mean, 1)
        let stepThen = then.mean / max(besideThen.mean, 1)
        let jump = max(abs(stepNow - 1), abs(stepThen - 1))
        if abs(stepNow - stepThen) < 0.04, jump < 0.07 { return isBesideSurface ? 1 : -1 }
        guard isBesideSurface else { return 0 }
        return jump > 0.2 || abs(stepNow - stepThen) > 0.12 ? -1 : 0
    }
}
