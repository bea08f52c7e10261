import Foundation
import MQTT
import Proximity
import StudioServer

/// The publications of `monitor` to a broker: the regions' states and their beacons once per second.
struct RegionPublication {
    /// The time limit of the first connection before listening starts, s.
    private static let patience = 5.0

    private let regions: [BeaconRegion]
    private let publisher: RegionPublisher
    private var collector = BeaconCollector()

    /// A publication to a broker, which connects in the background.
    ///
    /// It reports a broker that does not answer or refuses, and retries continuously. Throws `InputFailure` and
    /// `BrokerError`.
    init(to address: BrokerAddress, regions: [BeaconRegion], name: String) throws {
        let levels = Dictionary(grouping: regions) { RegionPublisher.topicLevel(of: $0.identifier) }
        if let same = levels.values.first(where: { $0.count > 1 }) {
            let names = same.map { "“\($0.identifier)”" }.joined(separator: " and ")
            throw InputFailure(message: "the regions \(names) would have the same MQTT topic; give them other names")
        }
        self.regions = regions
        publisher = try RegionPublisher(to: address, regions: regions, name: name) { refusal in
            guard let refusal else { return }
            Terminal.standardError.complain("MQTT: \(address.host):\(address.port) refuses the connection: \(refusal)")
        }
        if !publisher.waitForBroker(seconds: Self.patience) {
            Terminal.standardError.complain("MQTT: \(address.host):\(address.port) does not answer; it is tried again")
        }
    }

    /// Processes a sighting.
    mutating func receive(_ sighting: BeaconSighting) { collector.receive(sighting) }

    /// Advances the time; publishes once per second.
    mutating func advance(to nanoseconds: Int64, _ monitor: RegionMonitor) {
        guard let near = collector.advance(to: nanoseconds) else { return }
        let states = regions.compactMap { region in
            monitor.state(of: region.identifier).map { (region.identifier, $0) }
        }
        let ours = near.filter { beacon in regions.contains { $0.contains(beacon.identity) } }
        publisher.publish(Dictionary(states) { first, _ in first }, beacons: ours)
    }

    /// Ends the publication: the devices become unavailable.
    func finish() { publisher.stop() }
}
