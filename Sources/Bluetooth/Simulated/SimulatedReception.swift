import Proximity

extension AdvertisingReport {
    /// A sighting of a simulated beacon as a controller reports it, from an address made of its numbers.
    package init(_ sighting: BeaconSighting, _ frame: IBeaconFrame) {
        let address = 0xC0DE_0000_0000 | UInt64(frame.major) << 16 | UInt64(frame.minor)
        self.init(
            address: BluetoothAddress(bits: address),
            isRandomAddress: true,
            rssi: sighting.rssi,
            data: frame.advertisement
        )
    }
}

extension BtsnoopFile {
    /// A simulated walk as a capture that begins at a time.
    package init(_ walk: BeaconWalk, startingAt nanoseconds: Int64) {
        self.init()
        for sighting in walk {
            guard case .iBeacon(let frame) = sighting.frame else { continue }
            let report = AdvertisingReport(sighting, frame)
            let time = nanoseconds + sighting.nanoseconds
            packets.append(CapturedPacket(nanoseconds: time, isReceived: true, packet: report.legacyEvent))
        }
    }
}
