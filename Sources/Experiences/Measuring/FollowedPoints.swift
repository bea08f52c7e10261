import Geometry
import WorldTracking

/// Points at corners of the image that later images may show again, oldest first.
struct FollowedPoints: Sendable {
    private var entries: [FollowedPoint] = []

    /// How many points are followed at once: the newest ones.
    private static let capacity = 12

    /// Follows the point that an anchor holds.
    mutating func follow(_ picked: PickedPoint, anchorIdentifier: Int32) {
        entries.append(FollowedPoint(anchorIdentifier: anchorIdentifier, picked: picked))
    }

    /// Looks at a later frame; points whose anchors are not among those given are followed no more.
    mutating func update(_ frame: Frame, in world: World, keeping anchors: [Int32]) {
        entries.removeAll { !anchors.contains($0.anchorIdentifier) }
        for index in entries.indices.suffix(Self.capacity) { entries[index].update(frame, in: world) }
    }

    /// A point of a measurement, moved to its anchor and then to where later images say that it is.
    func moved(_ point: MeasuredPoint, in world: World) -> MeasuredPoint {
        guard let anchor = world.anchor(point.anchorIdentifier) else { return point }
        var moved = point
        moved.pointInWorld = anchor.worldFromAnchor.translation
        return entries.first { $0.anchorIdentifier == point.anchorIdentifier }?.refined(moved) ?? moved
    }
}

/// A corner at which a person set a point: how far from its anchor later images say that it is.
private struct FollowedPoint: Sendable {
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
    mutating func update(_ frame: Frame, in world: World) {
        guard picked.look(at: frame), let point = picked.point(in: world), let anchor = world.anchor(anchorIdentifier)
        else { return }
        offset = point.pointInWorld - anchor.worldFromAnchor.translation
        let added = DistanceCheck.addition(
            to: point.pointInWorld,
            on: point.hitType,
            normal: point.normal,
            in: world
        )
        covariance = point.covariance + added
    }

    /// The point as it is known by now, relative to its anchor.
    func refined(_ point: MeasuredPoint) -> MeasuredPoint {
        guard let covariance else { return point }
        var refined = point
        refined.pointInWorld += offset
        refined.covariance = covariance
        if Aim.isAccurate(covariance, seenFrom: picked.distance) { refined.isRough = false }
        return refined
    }
}
