import Foundation
import Proximity

/// Receives beacons from any source, live or recorded, and reports the same kind of events for all.
package struct BeaconListener {
    private let source: BeaconSource
    private let mode: ControllerMode

    /// The speed of playback: 1 in real time, `nil` as fast as possible.
    package var playbackSpeed: Double?
    /// How long time continues after the end of a capture, s, so that regions can be left.
    package var trailingSeconds = 0.0
    /// Called for every packet of a live source, to record a capture.
    package var record: ((CapturedPacket) -> Void)?

    /// Creates a listener.
    package init(source: BeaconSource, mode: ControllerMode = .automatic) {
        self.source = source
        self.mode = mode
    }

    /// Listens until the condition holds or the capture ends.
    package func run(until shouldStop: @autoclosure () -> Bool, handle: (ListenerEvent) -> Void) throws(BluetoothError)
    {
        if case .capture(let path) = source {
            play(try BtsnoopFile(path: path), shouldStop: shouldStop, handle: handle)
            return
        }
        var runner = ControllerRunner(source: source, task: .scan, mode: mode)
        runner.record = record
        try runner.run(until: shouldStop()) { event in
            switch event {
            case .began(let extended): handle(.began(extended: extended))
            case .received(let reports, let time): Self.hand(on: reports, time, to: handle)
            case .tick(let time): handle(.tick(nanoseconds: time))
            case .lost(let error, let time): handle(.lost(error, nanoseconds: time))
            }
        }
    }

    private static func hand(on reports: [AdvertisingReport], _ time: Int64, to handle: (ListenerEvent) -> Void) {
        for report in reports {
            guard let frame = BeaconFrame(advertisement: report.data[...]) else { continue }
            let sender = report.address.bits
            handle(.sighting(BeaconSighting(frame: frame, rssi: report.rssi, nanoseconds: time, sender: sender)))
        }
    }

    private func play(_ file: BtsnoopFile, shouldStop: () -> Bool, handle: (ListenerEvent) -> Void) {
        guard var time = file.packets.first?.nanoseconds else { return }
        handle(.began(extended: false))
        for packet in file.packets {
            // A gap of more than a day is a fault of the file's clock: the time jumps there.
            if abs(packet.nanoseconds - time) > 86_400_000_000_000 { time = packet.nanoseconds }
            guard pass(to: packet.nanoseconds, from: &time, shouldStop, handle) else { return }
            guard packet.isReceived, case .event(let code, let parameters) = packet.packet,
                case .reports(let reports) = HCIEvent(code: code, parameters: parameters)
            else { continue }
            Self.hand(on: reports, packet.nanoseconds, to: handle)
        }
        handle(.tick(nanoseconds: time))
        _ = pass(to: time + Int64(trailingSeconds * 1e9), from: &time, shouldStop, handle)
    }

    /// Ticks ten times per second of the capture's time; returns `false` if stopped.
    private func pass(
        to target: Int64,
        from time: inout Int64,
        _ shouldStop: () -> Bool,
        _ handle: (ListenerEvent) -> Void
    ) -> Bool {
        while time < target {
            if shouldStop() { return false }
            let step = min(target - time, 100_000_000)
            if let playbackSpeed, playbackSpeed > 0 { usleep(UInt32(Double(step) / 1000 / playbackSpeed)) }
            time += step
            handle(.tick(nanoseconds: time))
        }
        return !shouldStop()
    }
}
