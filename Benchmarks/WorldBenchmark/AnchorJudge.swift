import Geometry
import WorldTracking

/// Anchors added at second 5: the distance of their visible position from the true one.
struct AnchorJudge {
    private var anchors: [(identifier: Int32, truth: Vector3)] = []
    /// Until second 30, metres.
    private(set) var errors: [Double] = []
    /// Where the anchors seemed to be in the truth's world, by the frame's time.
    private(set) var places: [(seconds: Double, points: [Vector3])] = []

    mutating func look(_ view: inout View, _ truth: Truth, add: (HitTestResult) -> Anchor) {
        guard view.frame.trackingState == .normal else { return }
        if view.seconds > 5, view.seconds < 8, anchors.isEmpty {
            for target in truth.insides {
                guard let pixel = truth.pixel(of: target, stamp: view.stamp),
                    let hit = HitTestResult.preferred(among: view.world.hitTest(pixel)),
                    hit.type == .existingPlaneUsingExtent, hit.distance < 3
                else { continue }
                anchors.append((add(hit).identifier, target.point))
            }
            return
        }
        var points: [Vector3] = []
        for (identifier, point) in anchors {
            guard let anchor = view.world.anchors.first(where: { $0.identifier == identifier }) else { continue }
            let place = anchor.worldFromAnchor.translation
            if view.seconds < 30 { errors.append(view.error(of: place, from: point).length) }
            points.append(view.trueWorldFromOptical * (view.camera.worldFromOptical.inverse * place))
        }
        if !points.isEmpty { places.append((view.seconds, points)) }
    }

    /// By how much the anchors moved between two spans of time: the median of all anchors' mean places, metres.
    func shift(from early: Range<Double>, to late: Range<Double>) -> Double? {
        let (before, after) = (mean(early), mean(late))
        guard !before.isEmpty, before.count == after.count else { return nil }
        let lengths = zip(before, after).map { ($0 - $1).length }.sorted()
        return lengths[lengths.count / 2]
    }

    private func mean(_ span: Range<Double>) -> [Vector3] {
        let some = places.filter { span.contains($0.seconds) }
        guard let first = some.first else { return [] }
        return first.points.indices.map { index in
            some.reduce(Vector3.zero) { $0 + ($1.points.count > index ? $1.points[index] : first.points[index]) }
                / Double(some.count)
        }
    }
}
