import Geometry

/// A view beside earlier ones from elsewhere, to compare how they show the same part of a plane.
struct ViewComparison {
    /// A view with the transform into its optical frame.
    struct PosedView {
        let view: SurfaceView
        let opticalFromWorld: RigidTransform<OpticalSpace, WorldSpace>

        init(_ view: SurfaceView) {
            self.view = view
            opticalFromWorld = view.worldFromOptical.inverse
        }

        /// How the view shows a cell, by the cell's lower corner; nil if it does not, or if the cell is too small or
        /// too large in it.
        func patch(_ corner: Vector2, _ plane: DetectedPlane) -> SurfacePatch? {
            func position(_ x: Double, _ y: Double) -> SIMD2<Float>? {
                let point = plane.plane.projection(of: plane.coverage.point(corner + Vector2(x, y)))
                return view.position(of: point, opticalFromWorld: opticalFromWorld)
            }
            guard let a = position(0, 0), let b = position(1, 0), let c = position(1, 1), let d = position(0, 1)
            else { return nil }
            let size = ((c - a) * (c - a)).sum()
            // Too small to show anything, or so near that the samples would skip what lies between.
            guard size > 8, size < 4_000 else { return nil }
            return SurfacePatch(view, corners: (a, b, c, d))
        }
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Parallax at which an unevenness of the surface would show and a plane still looks alike.
        ///
        /// Unit: radians. Range: 0.05…0.8. Origin: by hand.
        var parallax = 0.12...0.6
    }

    private static let tuning = Tuning()

    let now: PosedView
    let kept: [PosedView]
    /// Counts the comparisons, so that each may look at another part of what is too much for one.
    let turn: UInt32

    /// How the new view shows a cell, by the cell's lower corner.
    func patch(_ corner: Vector2, _ plane: DetectedPlane) -> SurfacePatch? { now.patch(corner, plane) }

    /// How the kept view that sees a cell, by its lower corner, from the most different side, within reason, shows it.
    func otherPatch(_ corner: Vector2, _ plane: DetectedPlane) -> (patch: SurfacePatch, posed: PosedView)? {
        let point = plane.coverage.point(corner + Vector2(0.5, 0.5))
        let toCamera = (now.view.position - point).normalized
        guard dot(toCamera, plane.plane.normal) > 0.2 else { return nil }
        var best: (patch: SurfacePatch, posed: PosedView)?
        var bestAngle = 0.0
        for posed in kept {
            let direction = (posed.view.position - point).normalized
            let angle = cross(toCamera, direction).length
            guard Self.tuning.parallax.contains(angle), angle > bestAngle, dot(direction, plane.plane.normal) > 0.2,
                let patch = posed.patch(corner, plane)
            else { continue }
            best = (patch, posed)
            bestAngle = angle
        }
        return best
    }
}
