import Geometry

extension PlaneDetector {
    /// How far the camera moves, metres, before another view is kept to compare with.
    private static let viewDistance = 0.08
    private static let viewCapacity = 5
    /// How many cells are looked at in one call.
    private static let cellsACall = 200
    /// Between these angles of sight, radians, an unevenness of the surface would show and a plane still looks alike.
    private static let parallax = 0.12...0.6

    /// Lets planes grow where the picture agrees, under the plane, with what an earlier one showed from elsewhere.
    ///
    /// Around what is known to be surface, cell by cell: texture must correlate; a place without texture must keep its
    /// brightness in both pictures and go on from its neighbour without a step. What disagrees becomes known not to be the plane,
    /// so that a hole, or a thing that stands there, is not swallowed.
    public mutating func grow(in view: SurfaceView) {
        guard configuration.growsByPictures else { return }
        // What is not known at all, and what is not known well enough for the outline, have a share each.
        var budget = (new: Self.cellsACall, again: Self.cellsACall)
        let now = Sight(view)
        let kept = views.map(Sight.init)
        growthTurn &+= 1
        for index in planes.indices {
            let frontier = frontier(of: planes[index])
            if budget.new > 0 { grow(index, frontier.filter { !$0.isKnown }, now, kept, &budget.new) }
            if budget.again > 0 { grow(index, frontier.filter { $0.isKnown }, now, kept, &budget.again) }
        }
        examineCandidate(now, kept)
        keep(view)
    }

    private mutating func keep(_ view: SurfaceView) {
        let isNear = views.contains { kept in
            (kept.position - view.position).length < Self.viewDistance
                && (kept.worldFromOptical.rotation.inverse * view.worldFromOptical.rotation).angle < 0.3
        }
        guard !isNear else { return }
        views.append(view)
        if views.count > Self.viewCapacity { views.removeFirst() }
    }

    /// The places to look at; inside the outline also what lies beside an open one: the middle of a thing that stands there.
    private func frontier(of plane: DetectedPlane) -> [PlaneCoverage.Frontier] {
        plane.coverage.frontier().filter { place in
            place.isBesideSurface || plane.contains(Self.middle(of: place.cell, plane))
        }
    }

    private mutating func grow(
        _ index: Int,
        _ frontier: [PlaneCoverage.Frontier],
        _ now: Sight,
        _ kept: [Sight],
        _ budget: inout Int
    ) {
        guard !frontier.isEmpty else { return }
        let plane = planes[index]
        // Another part of the frontier each time, where it is longer than the budget.
        let start = frontier.count > budget ? Int(growthTurn &* 37 % UInt32(frontier.count)) : 0
        for offset in frontier.indices {
            guard budget > 0 else { return }
            let place = frontier[(start + offset) % frontier.count]
            let corner = Self.corner(of: place.cell)
            guard let patch = patch(corner, plane, now), let other = otherPatch(corner, plane, now, kept)
            else { continue }
            budget -= 1
            let next = Self.corner(of: place.neighbour)
            let beside = (self.patch(next, plane, now), self.patch(next, plane, other.sight))
            let isBehind = isSeenBehind(corner, plane, patch, now, other)
            let verdict =
                isBehind ? -1 : Self.verdict(patch, other.patch, beside, isBesideSurface: place.isBesideSurface)
            planes[index].coverage.add(verdict, at: place.cell, byLooking: true)
        }
    }

    private static func middle(of cell: SIMD2<Int32>, _ plane: DetectedPlane) -> Vector3 {
        plane.coverage.point(corner(of: cell) + Vector2(0.5, 0.5))
    }

    private static func corner(of cell: SIMD2<Int32>) -> Vector2 { Vector2(Double(cell.x), Double(cell.y)) }

    /// A view with the way into its optical frame.
    struct Sight {
        let view: SurfaceView
        let opticalFromWorld: RigidTransform<OpticalSpace, WorldSpace>

        init(_ view: SurfaceView) {
            self.view = view
            opticalFromWorld = view.worldFromOptical.inverse
        }
    }

    /// How the kept view that sees a cell, by its lower corner, from the most different side, within reason, shows it.
    func otherPatch(
        _ corner: Vector2,
        _ plane: DetectedPlane,
        _ now: Sight,
        _ kept: [Sight]
    ) -> (patch: SurfacePatch, sight: Sight)? {
        let point = plane.coverage.point(corner + Vector2(0.5, 0.5))
        let toCamera = (now.view.position - point).normalized
        guard dot(toCamera, plane.plane.normal) > 0.2 else { return nil }
        var best: (patch: SurfacePatch, sight: Sight)?
        var bestAngle = 0.0
        for sight in kept {
            let direction = (sight.view.position - point).normalized
            let angle = cross(toCamera, direction).length
            guard Self.parallax.contains(angle), angle > bestAngle, dot(direction, plane.plane.normal) > 0.2,
                let patch = patch(corner, plane, sight)
            else { continue }
            best = (patch, sight)
            bestAngle = angle
        }
        return best
    }

    /// Whether two pictures agree better if what a cell shows lies on another found plane behind it: the table under the top of a box.
    private func isSeenBehind(
        _ corner: Vector2,
        _ plane: DetectedPlane,
        _ patch: SurfacePatch,
        _ now: Sight,
        _ other: (patch: SurfacePatch, sight: Sight)
    ) -> Bool {
        guard planes.count > 1 else { return false }
        let eye = now.view.position
        for behind in planes where behind.identifier != plane.identifier {
            func place(_ x: Double, _ y: Double) -> SIMD2<Float>? {
                let point = plane.plane.projection(of: plane.coverage.point(corner + Vector2(x, y)))
                let ray = Ray(origin: eye, direction: point - eye)
                guard let distance = ray.distance(to: behind.plane), distance > (point - eye).length else { return nil }
                let seen = ray.point(at: distance)
                guard behind.contains(seen) else { return nil }
                return other.sight.view.place(of: seen, opticalFromWorld: other.sight.opticalFromWorld)
            }
            guard let a = place(0, 0), let b = place(1, 0), let c = place(1, 1), let d = place(0, 1) else { continue }
            let seen = SurfacePatch(other.sight.view, corners: (a, b, c, d))
            guard patch.variance > SurfacePatch.textured, seen.variance > SurfacePatch.textured else { continue }
            if patch.correlation(with: seen) > max(0.6, patch.correlation(with: other.patch)) { return true }
        }
        return false
    }

    func patch(_ corner: Vector2, _ plane: DetectedPlane, _ sight: Sight) -> SurfacePatch? {
        func place(_ x: Double, _ y: Double) -> SIMD2<Float>? {
            let point = plane.plane.projection(of: plane.coverage.point(corner + Vector2(x, y)))
            return sight.view.place(of: point, opticalFromWorld: sight.opticalFromWorld)
        }
        guard let a = place(0, 0), let b = place(1, 0), let c = place(1, 1), let d = place(0, 1) else { return nil }
        let size = ((c - a) * (c - a)).sum()
        // Too small to tell anything, or so near that the samples would skip what lies between.
        guard size > 8, size < 4_000 else { return nil }
        return SurfacePatch(sight.view, corners: (a, b, c, d))
    }

    /// What two looks at one cell say: 2 surface, −1 none, 0 nothing.
    private static func verdict(
        _ now: SurfacePatch,
        _ then: SurfacePatch,
        _ neighbour: (now: SurfacePatch?, then: SurfacePatch?),
        isBesideSurface: Bool
    ) -> Int8 {
        let textured = SurfacePatch.textured
        if now.variance > textured, then.variance > textured {
            let alike = now.correlation(with: then)
            return alike > 0.8 ? 2 : alike < 0.5 ? -1 : 0
        }
        if max(now.variance, then.variance) > 4 * textured { return -1 }
        guard let beside = neighbour.now, let besideThen = neighbour.then, now.mean > 8, then.mean > 8, now.mean < 247,
            then.mean < 247
        else { return 0 }
        // Exposure moves all alike; the neighbour tells by how much.
        let stepNow = now.mean / max(beside.mean, 1)
        let stepThen = then.mean / max(besideThen.mean, 1)
        let jump = max(abs(stepNow - 1), abs(stepThen - 1))
        if abs(stepNow - stepThen) < 0.04, jump < 0.07 { return isBesideSurface ? 1 : -1 }
        guard isBesideSurface else { return 0 }
        return jump > 0.2 || abs(stepNow - stepThen) > 0.12 ? -1 : 0
    }
}
