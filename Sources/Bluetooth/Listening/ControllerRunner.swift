import Foundation

/// Runs a session on a transport: sends its commands and passes its reports on, until it is stopped.
package struct ControllerRunner {
    private let source: BeaconSource
    private let task: ControllerTask
    private let mode: ControllerMode
    private let clock = HostClock()

    /// Called for every packet in either direction, to record a capture; `nil` for none.
    package var record: ((CapturedPacket) -> Void)?

    /// Asked about ten times per second for other data to advertise; `nil` to keep what is advertised.
    package var newData: (() -> [UInt8]?)?

    /// Creates a runner.
    package init(source: BeaconSource, task: ControllerTask, mode: ControllerMode = .automatic) {
        self.source = source
        self.task = task
        self.mode = mode
    }

    /// What the session did; `tick` comes at least ten times per second.
    package enum Event: Sendable {
        /// The task has begun.
        case began(extended: Bool)
        /// Advertisements were received.
        case received([AdvertisingReport], nanoseconds: Int64)
        /// Time has passed.
        case tick(nanoseconds: Int64)
        /// The controller is gone; the runner tries again every second.
        case lost(BluetoothError, nanoseconds: Int64)
    }

    /// Runs until the condition holds; checks it at least ten times per second.
    ///
    /// Throws what happens before the task has begun once, and errors that do not pass by themselves.
    package func run(until shouldStop: @autoclosure () -> Bool, handle: (Event) -> Void) throws(BluetoothError) {
        var hasBegun = false
        while !shouldStop() {
            do throws(BluetoothError) {
                try runOnce(shouldStop: shouldStop) { event in
                    if case .began = event { hasBegun = true }
                    handle(event)
                }
                return
            } catch {
                guard hasBegun, error.isPassing else { throw error }
                handle(.lost(error, nanoseconds: clock.nanoseconds))
                for _ in 0..<10 where !shouldStop() {
                    usleep(100_000)
                    handle(.tick(nanoseconds: clock.nanoseconds))
                }
            }
        }
    }

    private func runOnce(shouldStop: () -> Bool, handle: (Event) -> Void) throws(BluetoothError) {
        let transport = try source.open()
        defer { transport.close() }
        var (session, decoder) = (ControllerSession(task: task, mode: mode), H4Decoder())
        var (isEnding, hasEnded) = (false, false)
        var pending = session.begin(at: clock.nanoseconds)
        while true {
            for action in pending { try carryOut(action, transport, handle, &hasEnded) }
            if hasEnded { return }
            if shouldStop(), !isEnding {
                isEnding = true
                pending = session.end(at: clock.nanoseconds)
                continue
            }
            pending = try step(&session, &decoder, transport)
            if !isEnding, let data = newData?() { pending += session.advertise(data, at: clock.nanoseconds) }
            handle(.tick(nanoseconds: clock.nanoseconds))
        }
    }

    private func step(
        _ session: inout ControllerSession,
        _ decoder: inout H4Decoder,
        _ transport: any HCITransport
    ) throws(BluetoothError) -> [ControllerSession.Action] {
        guard let octets = try transport.receive(milliseconds: 100) else {
            return session.advance(to: clock.nanoseconds)
        }
        let now = clock.nanoseconds
        var actions: [ControllerSession.Action] = []
        for packet in try decoder.decode(octets) {
            record?(CapturedPacket(nanoseconds: now, isReceived: true, packet: packet))
            actions += session.receive(packet, at: now)
        }
        return actions + session.advance(to: now)
    }

    private func carryOut(
        _ action: ControllerSession.Action,
        _ transport: any HCITransport,
        _ handle: (Event) -> Void,
        _ hasEnded: inout Bool
    ) throws(BluetoothError) {
        switch action {
        case .send(let command):
            record?(
                CapturedPacket(nanoseconds: clock.nanoseconds, isReceived: false, packet: .command(command))
            )
            try transport.send(command.h4)
        case .began(let extended): handle(.began(extended: extended))
        case .report(let reports): handle(.received(reports, nanoseconds: clock.nanoseconds))
        case .ended: hasEnded = true
        case .fail(let error): throw error
        }
    }
}
