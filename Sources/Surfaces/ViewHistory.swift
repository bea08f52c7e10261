import Geometry

/// The views that are kept to compare new images with.
struct ViewHistory: Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Distance that the camera moves before another view is kept.
        ///
        /// Unit: metres. Range: 0.03…0.3. Origin: by hand.
        var distance = 0.08
        /// Angle that the camera turns before another view is kept.
        ///
        /// Unit: radians. Range: 0.1…0.6. Origin: by hand.
        var angle = 0.3
        /// Number of views that are kept.
        ///
        /// Unit: views. Range: 3…12. Origin: by hand: memory.
        var capacity = 5
    }

    private static let tuning = Tuning()

    /// Oldest first.
    private var views: [SurfaceView] = []
    private var turn: UInt32 = 0

    /// Whether no view is kept.
    var isEmpty: Bool { views.isEmpty }

    /// A new view beside those that are kept.
    mutating func comparison(with view: SurfaceView) -> ViewComparison {
        turn &+= 1
        return ViewComparison(
            now: ViewComparison.PosedView(view),
            kept: views.map(ViewComparison.PosedView.init),
            turn: turn
        )
    }

    /// Keeps a view if it was taken from elsewhere than the others.
    mutating func keep(_ view: SurfaceView) {
        let isNear = views.contains { kept in
            (kept.position - view.position).length < Self.tuning.distance
                && (kept.worldFromOptical.rotation.inverse * view.worldFromOptical.rotation).angle < Self.tuning.angle
        }
        guard !isNear else { return }
        views.append(view)
        if views.count > Self.tuning.capacity { views.removeFirst() }
    }

    /// Forgets all views.
    mutating func removeAll() { views.removeAll() }
}
