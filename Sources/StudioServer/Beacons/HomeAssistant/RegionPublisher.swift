import Foundation
import MQTT
import NIOConcurrencyHelpers
import Proximity

/// Publishes watched regions to an MQTT broker as Home Assistant expects them, without a studio.
///
/// A region that means one beacon is also a device with presence and distance. Topics are below `sightline/NAME`, so that several machines may share a broker.
package final class RegionPublisher: Sendable {
    private struct State {
        var model: HomeAssistantState
        /// Whether the broker has connected since everything was published last.
        var needsAll = false
        /// Whether the broker has taken or refused a connection yet.
        var hasAnswered = false
    }

    private let regions: [BeaconRegion]
    private let name: String
    private let state: NIOLockedValueBox<State>
    private let connection: BrokerConnection

    /// A publisher that has begun to connect.
    ///
    /// `name` stands for this machine in topics. `onConnect` is called after each connection, with the broker's reason if it refused. Throws `BrokerError`.
    package init(
        to address: BrokerAddress,
        regions: [BeaconRegion],
        name: String,
        onConnect: @escaping @Sendable (_ refusal: String?) -> Void
    ) throws(BrokerError) {
        let machine = Self.topicLevel(of: name)
        var model = HomeAssistantState(topics: HomeAssistantState.Topics(base: "sightline/\(machine)"))
        let places = regions.map { HomeAssistantState.Named(id: Self.id(of: $0, machine), name: $0.identifier) }
        let beacons = regions.compactMap { region in
            region.beacon.map {
                ($0, HomeAssistantState.Named(id: Self.id(of: region, machine), name: region.identifier))
            }
        }
        _ = model.configure(beacons: Dictionary(beacons) { first, _ in first }, places: places)
        let state = NIOLockedValueBox(State(model: model))
        connection = try BrokerConnection(to: address, will: model.will) { refusal in
            state.withLockedValue {
                $0.hasAnswered = true
                if refusal == nil { $0.needsAll = true }
            }
            onConnect(refusal)
        }
        (self.regions, self.name, self.state) = (regions, machine, state)
        try connection.start()
    }

    /// Waits for the broker's first answer; returns whether it came.
    package func waitForBroker(seconds: Double) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            if state.withLockedValue(\.hasAnswered) { return true }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return false
    }

    /// Publishes what has changed: the regions' states and the beacons near by.
    package func publish(_ states: [String: RegionState], beacons: [RangedBeacon]) {
        let near = beacons.map { ranged in
            LiveBeacon(beacon: ranged.identity.description, links: [.init(ranged, receiver: name)])
        }
        let places = regions.map { region in
            let who = beacons.filter { region.contains($0.identity) }.map(\.identity.description)
            let state = states[region.identifier] ?? .unknown
            return LivePlace(id: Self.id(of: region, name), state: state.rawValue, who: state == .inside ? who : [])
        }
        let now = LiveState(time: 0, total: near.count, beacons: near, receivers: [], places: places)
        let messages = state.withLockedValue { state in
            let changes = state.model.take(now)
            guard state.needsAll else { return changes }
            state.needsAll = false
            return state.model.all
        }
        for message in messages { connection.publish(message) }
    }

    /// Publishes that nothing is known any more, and ends the connection.
    package func stop() {
        connection.publish(state.withLockedValue(\.model.will))
        connection.stop()
    }

    /// A name as a level of a topic: small letters, digits and `_`.
    package static func topicLevel(of name: String) -> String {
        String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func id(of region: BeaconRegion, _ machine: String) -> String {
        "\(machine)_\(topicLevel(of: region.identifier))"
    }
}

extension BeaconRegion {
    /// The only beacon of the region, as text; nil if it may have several.
    fileprivate var beacon: String? {
        guard let major, let minor else { return nil }
        return BeaconIdentity.iBeacon(uuid: uuid, major: major, minor: minor).description
    }
}
