import Bluetooth
import Foundation
import Proximity
import StudioServer

/// Listens on a separate thread and collects packets for a studio; reports whether it may listen, and retries if that
/// can change.
final class BeaconReceiver: Sendable {
    /// The received packets and the receiver's state.
    let buffer: ReportBuffer
    private let source: BeaconSource
    private let mode: ControllerMode
    private let shouldStop: @Sendable () -> Bool
    private let clock = HostClock()

    /// A receiver that has not started.
    init(
        source: BeaconSource,
        mode: ControllerMode = .automatic,
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) {
        self.source = source
        self.mode = mode
        self.shouldStop = shouldStop
        buffer = ReportBuffer(source: source.description)
    }

    /// The next report.
    func report() -> ReceiverReport { buffer.take(at: clock.nanoseconds) }

    /// Restores a report that could not be sent.
    func restore(_ report: ReceiverReport) { buffer.restore(report, takenAt: clock.nanoseconds) }

    /// Starts listening; captures are played once, in real time.
    ///
    /// `whenOver` is called when a capture ends or the receiver is stopped.
    func start(whenOver: @escaping @Sendable () -> Void = {}) {
        let thread = Thread { [self] in
            while !shouldStop() {
                if listen() { break }
                for _ in 0..<50 where !shouldStop() { usleep(100_000) }
            }
            whenOver()
        }
        thread.start()
    }

    /// Listens until it is stopped; returns false if a retry makes sense.
    private func listen() -> Bool {
        var listener = BeaconListener(source: source, mode: mode)
        listener.playbackSpeed = 1
        var shift: Int64?
        do {
            try listener.run(until: shouldStop()) { event in
                switch event {
                case .began: setState(.allowed, "listening to \(source)")
                case .sighting(var sighting):
                    // The times of a capture are those of its recording.
                    shift = shift ?? (isCapture ? clock.nanoseconds - sighting.nanoseconds : 0)
                    sighting.nanoseconds += shift ?? 0
                    buffer.add(sighting)
                case .tick: break
                case .lost(let error, _): setState(error)
                }
            }
            return true
        } catch {
            setState(error)
            return isCapture
        }
    }

    private var isCapture: Bool {
        if case .capture = source { true } else { false }
    }

    private func setState(_ error: BluetoothError) {
        if buffer.set(error.authorisation, reason: error.description) {
            Terminal.standardError.complain("\(error.authorisation.words): \(error)")
        }
    }

    private func setState(_ authorisation: ReceiverReport.Authorisation, _ text: String) {
        if buffer.set(authorisation, reason: nil) { Terminal.standardError.write("\(authorisation.words): \(text)\n") }
    }
}

extension BluetoothError {
    /// What the error means for the permission to listen.
    var authorisation: ReceiverReport.Authorisation {
        switch self {
        case .permissionDenied: .denied
        case .bluetoothUnavailable, .adapterBusy: .restricted
        default: .notDetermined
        }
    }
}

extension ReceiverReport.Authorisation {
    /// The state in words.
    var words: String {
        switch self {
        case .allowed: "allowed"
        case .denied: "denied"
        case .restricted: "restricted"
        case .notDetermined: "not determined"
        }
    }
}
