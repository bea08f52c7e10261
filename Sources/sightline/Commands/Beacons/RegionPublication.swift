import Foundation
import MQTT
import Proximity
import StudioServer

/// What `monitor` publishes to a broker: once per second the regions' states and the beacons in them.
struct RegionPublication {
    /// How long the first connection may take before listening begins, s.
    private static let patience = 5.0

    private let regions: [BeaconRegion]
    private let publisher: RegionPublisher
    private var collector = BeaconCollector()

    /// A publication to a broker that is being connected.
    ///
    /// A broker that does not answer or refuses is complained about; it is tried again all the time. Throws `InputFailure` and `BrokerError`.
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

    /// Takes a sighting.
    mutating func hear(_ sighting: BeaconSighting) { collector.hear(sighting) }

    /// Lets time pass; publishes once per second.
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
