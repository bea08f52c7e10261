import Logging
import MQTT
import ServiceLifecycle

/// Publishes the studio's own venue to an MQTT broker as Home Assistant expects it, while the studio runs.
actor HomeAssistantBridge: Service {
    private enum Event: Sendable {
        case update(VenueUpdate)
        case connected
    }

    private let address: BrokerAddress
    private let store: BeaconStore
    private let logger: Logger
    private let events: AsyncStream<Event>
    private nonisolated let continuation: AsyncStream<Event>.Continuation
    private var state = HomeAssistantState()

    init(address: BrokerAddress, store: BeaconStore, logger: Logger) {
        (self.address, self.store, self.logger) = (address, store, logger)
        // A state comes each second; if publishing lags, only the newest ones count.
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    /// Receives a venue's update.
    nonisolated func take(_ update: VenueUpdate) { continuation.yield(.update(update)) }

    func run() async throws {
        let (continuation, logger, address) = (continuation, logger, address)
        let connection = try BrokerConnection(to: address, will: state.will) { refusal in
            if let refusal {
                logger.error("MQTT: \(address.host):\(address.port) refuses the connection: \(refusal)")
            } else {
                logger.info("MQTT: connected to \(address.host):\(address.port)")
                continuation.yield(.connected)
            }
        }
        try connection.start()
        await cancelWhenGracefulShutdown {
            for await event in self.events { await self.handle(event, on: connection) }
        }
        connection.publish(state.will)
        connection.stop()
    }

    private func handle(_ event: Event, on connection: BrokerConnection) async {
        switch event {
        case .connected:
            _ = await configured()
            publish(state.all, on: connection)
        case .update(.state(let live)): publish(state.take(live), on: connection)
        case .update(.changed): publish(await configured(), on: connection)
        case .update(.crossing): break  // The next second's state contains it.
        }
    }

    private func configured() async -> [BrokerMessage] {
        do {
            let beacons = try await store.all(KnownBeacon.self).map { known in
                (known.beacon, HomeAssistantState.Named(id: known.key, name: known.name))
            }
            let kept = try await store.floors.all()
            let floors = kept.count < 2 ? [:] : Dictionary(kept.map { ($0.key, $0.name) }) { $1 }
            let regions = try await store.all(RegionSetting.self).map { region in
                HomeAssistantState.Named(id: region.key, name: region.name, floor: region.floor.flatMap { floors[$0] })
            }
            let zones = try await store.all(ZoneSetting.self).map { zone in
                HomeAssistantState.Named(id: zone.key, name: zone.name, floor: zone.floor.flatMap { floors[$0] })
            }
            return state.configure(
                beacons: Dictionary(beacons) { first, _ in first },
                places: (regions + zones).sorted { $0.id < $1.id },
                floors: floors
            )
        } catch {
            logger.error("MQTT: the venue's names could not be read: \(error)")
            return []
        }
    }

    private func publish(_ messages: [BrokerMessage], on connection: BrokerConnection) {
        for message in messages { connection.publish(message) }
    }
}
