/// How near a beacon is, in the words of CoreLocation.
public enum ProximityZone: String, Hashable, Sendable, CaseIterable {
    /// Within arm's reach: up to half a metre.
    case immediate
    /// Up to 3 m.
    case near
    /// Farther than 3 m.
    case far
    /// Unknown: no packet was received recently.
    case unknown

    /// The zone of a distance, m.
    public init(distance: Double) {
        self = distance < 0.5 ? .immediate : distance < 3 ? .near : .far
    }

    /// The zone of a distance for a beacon that was in this zone; a border is crossed only when the distance passes it
    /// by 10 %.
    public func next(distance: Double) -> ProximityZone {
        let candidates = [ProximityZone(distance: distance * 0.9), ProximityZone(distance: distance / 0.9)]
        return candidates.contains(self) ? self : ProximityZone(distance: distance)
    }
}
