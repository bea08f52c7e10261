import Geometry
import WorldTracking

/// A corner that a person set a point at: how far from its anchor later pictures say it is.
struct FollowedPoint: Sendable {
    /// The anchor that holds the point.
    let anchorIdentifier: Int32
    private var picked: PickedPoint
    private var offset = Vector3.zero
    private var covariance: Matrix3?

    /// A point at an anchor.
    init(anchorIdentifier: Int32, picked: PickedPoint) {
        (self.anchorIdentifier, self.picked) = (anchorIdentifier, picked)
    }

    /// Looks at a later frame.
    mutating func look(at frame: Frame, in world: World) {
        guard picked.look(at: frame), let point = picked.point(in: world),
            let anchor = world.anchors.first(where: { $0.identifier == anchorIdentifier })
        else { return }
        offset = point.pointInWorld - anchor.worldFromAnchor.translation
        covariance = point.covariance
    }

    /// The point as it is known by now, where its anchor says it is.
    func refined(_ point: MeasuredPoint) -> MeasuredPoint {
        guard let covariance else { return point }
        var refined = point
        refined.pointInWorld += offset
        refined.covariance = covariance
        if Aim.isAccurate(covariance, seenFrom: picked.distance) { refined.isRough = false }
        return refined
    }
}
