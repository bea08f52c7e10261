import Proximity

/// A guided calibration of one beacon with one receiver, 1 m apart.
struct RunningCalibration: Sendable {
    let beacon: BeaconIdentity
    let receiver: String
    private var calibration = PowerCalibration()
    private var isTaken = false

    init(beacon: BeaconIdentity, receiver: String) {
        self.beacon = beacon
        self.receiver = receiver
    }

    /// Takes a packet, if it belongs here.
    mutating func receive(_ packet: ReceivedPacket, by receiver: String) {
        guard packet.beacon == beacon, receiver == self.receiver else { return }
        calibration.receive(rssi: packet.rssi, at: packet.nanoseconds)
    }

    /// The beacon and its power, once, when they are known.
    mutating func takeResult(at nanoseconds: Int64) -> (BeaconIdentity, Double)? {
        guard !isTaken, case .done(let power, _) = calibration.progress(at: nanoseconds) else { return nil }
        isTaken = true
        return (beacon, power)
    }

    /// How far it is.
    func told(at nanoseconds: Int64) -> LiveCalibration {
        var told = LiveCalibration(beacon: beacon.key, receiver: receiver, state: "listening", share: 0)
        switch calibration.progress(at: nanoseconds) {
        case .waiting: break
        case .listening(let share): told.share = share.hundredths
        case .done(let power, let error):
            (told.state, told.share, told.power, told.error) = ("done", 1, power.hundredths, error.hundredths)
        case .failed(let fault): (told.state, told.share, told.message) = ("failed", 1, fault.description)
        }
        return told
    }
}

extension BeaconIdentity {
    /// A name for a beacon that has none: its numbers, or the end of its identity.
    var shortName: String {
        guard let major, let minor else { return "Eddystone \(key.suffix(12))" }
        return "Beacon \(major)/\(minor)"
    }
}
