import Foundation

/// Sets one beacon over the air through a source's controller.
package struct BeaconConfigurator {
    private let source: BeaconSource
    private let clock = HostClock()

    /// Creates a configurator through a controller.
    package init(source: BeaconSource) { self.source = source }

    /// Connects, sets the beacon, reads back what it has, and disconnects.
    package func apply(
        _ change: EddystoneChange,
        to address: BluetoothAddress,
        isRandom: Bool,
        lockCode: [UInt8]?
    ) throws(BluetoothError) -> EddystoneSettings {
        let transport = try source.open()
        defer { transport.close() }
        var run = Run(
            link: LinkSession(address: address, isRandom: isRandom),
            configurator: EddystoneConfigurator(change, lockCode: lockCode, address: address.description)
        )
        var (decoder, pending) = (H4Decoder(), run.link.begin(at: clock.nanoseconds))
        while true {
            while let action = pending.first {
                pending.removeFirst()
                if case .send(let packet) = action { try transport.send(packet.h4) }
                if case .fail(let error) = action { throw error }
                if case .ended = action { return try run.outcome() }
                pending += run.carryOut(action, at: clock.nanoseconds)
            }
            if let octets = try transport.receive(milliseconds: 100) {
                for packet in try decoder.decode(octets) { pending += run.link.receive(packet, at: clock.nanoseconds) }
            }
            pending += run.link.advance(to: clock.nanoseconds)
        }
    }

    /// The link and what is done on it.
    private struct Run {
        var link: LinkSession
        var configurator: EddystoneConfigurator
        private var result: Result<EddystoneSettings, BluetoothError>?

        init(link: LinkSession, configurator: EddystoneConfigurator) {
            (self.link, self.configurator) = (link, configurator)
        }

        /// What became of it; the beacon has hung up if nothing did.
        func outcome() throws(BluetoothError) -> EddystoneSettings {
            switch result {
            case .success(let settings): return settings
            case .failure(let error): throw error
            case nil: throw .beaconHungUp
            }
        }

        mutating func carryOut(_ action: LinkSession.Action, at nanoseconds: Int64) -> [LinkSession.Action] {
            let asked: [EddystoneConfigurator.Action] =
                switch action {
                case .connected: configurator.begin()
                case .received(let message): configurator.receive(message)
                case .encrypted(let block): configurator.receive(encrypted: block)
                case .send, .ended, .fail: []
                }
            return asked.flatMap { asked -> [LinkSession.Action] in
                switch asked {
                case .request(let octets): return link.send(octets, at: nanoseconds)
                case .encrypt(let block, let key): return link.encrypt(block, key: key, at: nanoseconds)
                case .finished(let settings): result = .success(settings)
                case .fail(let error): result = .failure(error)
                }
                return link.end(at: nanoseconds)
            }
        }
    }
}
