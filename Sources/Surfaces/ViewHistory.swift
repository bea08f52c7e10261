import Geometry

/// The views that are kept to compare new images with.
struct ViewHistory: Sendable {
    /// How far the camera moves, metres, before another view is kept.
    private static let distance = 0.08
    /// How far the camera turns, radians, before another view is kept.
    private static let angle = 0.3
    private static let capacity = 5

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
            (kept.position - view.position).length < Self.distance
                && (kept.worldFromOptical.rotation.inverse * view.worldFromOptical.rotation).angle < Self.angle
        }
        guard !isNear else { return }
        views.append(view)
        if views.count > Self.capacity { views.removeFirst() }
    }

    /// Moves all views by a correction of the world.
    mutating func move(by newFromOld: RigidTransform<WorldSpace, WorldSpace>) {
        for index in views.indices { views[index].move(by: newFromOld) }
    }

    /// Forgets all views.
    mutating func removeAll() { views.removeAll() }
}
