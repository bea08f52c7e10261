/// How near a beacon is, in the words of CoreLocation.
public enum ProximityZone: String, Hashable, Sendable, CaseIterable {
    /// Within arm's reach: up to half a metre.
    case immediate
    /// Up to 3 m.
    case near
    /// Beyond.
    case far
    /// Not known: nothing heard lately.
    case unknown

    /// The zone of a distance, m.
    public init(distance: Double) {
        self = distance < 0.5 ? .immediate : distance < 3 ? .near : .far
    }

    /// The zone of a distance for a beacon that was in this zone: a border is crossed only when it is passed by a
    /// tenth.
    public func next(distance: Double) -> ProximityZone {
        let candidates = [ProximityZone(distance: distance * 0.9), ProximityZone(distance: distance / 0.9)]
        return candidates.contains(self) ? self : ProximityZone(distance: distance)
    }
}
