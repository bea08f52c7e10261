extension BeaconWalk {
    /// What a receiver of the venue hears next of a tag that the walker carries, and the index of that receiver; `nil` at
    /// the end of the walk.
    ///
    /// Each receiver hangs where one of the walk's beacons does: a link is the same in both directions.
    public mutating func nextHeard(of tag: IBeaconFrame) -> (receiver: Int, packet: HeardPacket)? {
        while let sighting = next() {
            guard case .iBeacon(let frame) = sighting.frame,
                let index = beacons.firstIndex(where: { $0.frame == frame })
            else { continue }
            let packet = HeardPacket(
                beacon: .iBeacon(uuid: tag.uuid, major: tag.major, minor: tag.minor),
                rssi: sighting.rssi,
                measuredPower: Int(tag.measuredPower),
                nanoseconds: sighting.nanoseconds
            )
            return (index, packet)
        }
        return nil
    }
}
