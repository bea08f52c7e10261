import ArgumentParser
import Bluetooth
import Foundation
import Proximity

/// `sightline beacons calibrate`: measures a beacon's power at 1 m.
struct BeaconsCalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measure a beacon's power at 1 m, so that its distances are right.",
        discussion: """
            Put the beacon where it will hang and this receiver 1 m from it, in free sight; stand aside. Turn or move \
            the \
            receiver by a hand's breadth meanwhile: that averages out the room's echoes. It takes twenty seconds.
            """
    )

    @OptionGroup var input: BeaconSourceOptions
    @Option(help: "The beacon's UUID; without it, the strongest beacon is taken.")
    var uuid: BeaconUUID?
    @Option(help: "The beacon's major number.")
    var major: UInt16?
    @Option(help: "The beacon's minor number.")
    var minor: UInt16?
    @Option(help: ArgumentHelp("Keep the power for `scan --calibration`.", valueName: "file.json"))
    var save: String?
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        let beacon: String
        let power: Double
        let error: Double
    }

    func run() throws {
        let (identity, power, error) = try listen()
        if let save { try CalibrationFile.save(power, of: identity, to: save) }
        let rounded = (power: (power * 10).rounded() / 10, error: (error * 100).rounded() / 100)
        let result = Result(beacon: identity.description, power: rounded.power, error: rounded.error)
        try output.report(result) {
            "\(identity): \(rounded.power) dBm at 1 m (± \(rounded.error) dB)"
                + (save.map { ", kept in \($0)" } ?? "; advertise it with --power \(Int(power.rounded()))")
        }
    }

    private func listen() throws -> (BeaconIdentity, power: Double, error: Double) {
        let stop = StopSwitch(seconds: input.seconds)
        let bar = ProgressBar("calibrating", unit: "%")
        var calibrations: [BeaconIdentity: PowerCalibration] = [:]
        var outcome: (BeaconIdentity, PowerCalibration.Progress)?
        try BeaconListener(source: input.parsed(), mode: input.mode).run(until: stop.isOn || outcome != nil) { event in
            switch event {
            case .sighting(let sighting):
                guard let identity = sighting.frame.identity, isWanted(identity) else { return }
                calibrations[identity, default: PowerCalibration()].receive(
                    rssi: sighting.rssi,
                    at: sighting.nanoseconds
                )
            case .tick(let time): outcome = outcome ?? verdict(calibrations, at: time, bar)
            case .began, .lost: break
            }
        }
        bar.finish()
        guard let outcome else { throw WorkFailure(message: "no such beacon was received for long enough") }
        switch outcome.1 {
        case .done(let power, let error): return (outcome.0, power, error)
        case .failed(let fault): throw WorkFailure(message: fault.description)
        case .waiting, .listening: throw WorkFailure(message: "stopped before the calibration was done")
        }
    }

    private func isWanted(_ identity: BeaconIdentity) -> Bool {
        (uuid == nil || identity.uuid == uuid) && (major == nil || identity.major == major)
            && (minor == nil || identity.minor == minor)
    }

    /// The strongest beacon whose calibration time is over.
    private func verdict(
        _ calibrations: [BeaconIdentity: PowerCalibration],
        at time: Int64,
        _ bar: ProgressBar
    ) -> (BeaconIdentity, PowerCalibration.Progress)? {
        var best: (BeaconIdentity, PowerCalibration.Progress)?
        var bestPower = -Double.infinity
        for (identity, calibration) in calibrations {
            switch calibration.progress(at: time) {
            case .listening(let share): bar.update(Int(share * 100), of: 100)
            case .done(let power, _) where power > bestPower:
                (best, bestPower) = ((identity, calibration.progress(at: time)), power)
            case .failed where best == nil: best = (identity, calibration.progress(at: time))
            default: break
            }
        }
        return best
    }
}
