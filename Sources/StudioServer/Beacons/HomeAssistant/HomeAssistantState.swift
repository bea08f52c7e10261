import Foundation
import MQTT

/// The messages to Home Assistant about a venue: one device for each named beacon, one sensor for each region and zone.
///
/// Method: Home Assistant's MQTT discovery (home-assistant.io/integrations/mqtt, device_tracker.mqtt, sensor.mqtt, binary_sensor.mqtt). Beacons that the owner has not
/// named are not published, so that a passer-by's phone does not become a device. A value type: it says what to publish, and publishes nothing.
struct HomeAssistantState {
    /// Something with a name: its identifier in topics and its name for people.
    struct Named: Hashable {
        let id: String
        let name: String
        /// The floor that it stands on; `nil` if it stands on none, or if the venue has one.
        var floor: String?
    }

    /// Where the studio publishes, and where Home Assistant looks for new devices.
    struct Topics {
        var base = "sightline"
        var discovery = "homeassistant"

        var availability: String { "\(base)/status" }
    }

    let topics: Topics
    private var beacons: [String: Named] = [:]
    private var places: [Named] = []
    /// The floors' names by their identifier; empty if there is one floor.
    private var floors: [String: String] = [:]
    private var published: [String: BrokerMessage] = [:]

    init(topics: Topics = Topics()) { self.topics = topics }

    /// What the broker publishes if the studio vanishes.
    var will: BrokerMessage { BrokerMessage(topic: topics.availability, payload: "offline") }

    /// Everything as it is now, for a broker that has just connected.
    var all: [BrokerMessage] {
        [BrokerMessage(topic: topics.availability, payload: "online")]
            + published.values.sorted { $0.topic < $1.topic }
    }

    /// Takes the owner's names: beacons by their key, regions and zones, and of several floors their names by their identifier.
    ///
    /// Returns what is new; an empty retained message removes a device or a sensor.
    mutating func configure(
        beacons named: [String: Named],
        places: [Named],
        floors: [String: String] = [:]
    ) -> [BrokerMessage] {
        beacons = named
        self.places = places
        self.floors = floors
        let wanted = named.values.flatMap(discovery(ofBeacon:)) + places.map(discovery(ofPlace:))
        let kept = Set(wanted.map(\.topic))
        let known = Set(named.values.map(topic(ofBeacon:)) + places.map(topic(ofPlace:)))
        let gone = published.keys.filter { topic in
            topic.hasPrefix(topics.discovery + "/")
                ? !kept.contains(topic) : !known.contains { topic.hasPrefix($0 + "/") }
        }
        for topic in gone { published[topic] = nil }
        return gone.sorted().map { BrokerMessage(topic: $0, payload: "") } + changes(in: wanted)
    }

    /// Takes how things are now; gives what has changed.
    mutating func take(_ state: LiveState) -> [BrokerMessage] {
        let near = Dictionary(state.beacons.map { ($0.beacon, $0) }) { first, _ in first }
        let ofBeacons = beacons.sorted { $0.key < $1.key }.flatMap { key, named in messages(of: named, near[key]) }
        let states = Dictionary(state.places.map { ($0.id, $0) }) { first, _ in first }
        let ofPlaces = places.flatMap { messages(of: $0, states[$0.id]) }
        return changes(in: ofBeacons + ofPlaces)
    }

    private mutating func changes(in messages: [BrokerMessage]) -> [BrokerMessage] {
        let changed = messages.filter { published[$0.topic] != $0 }
        for message in changed { published[message.topic] = message }
        return changed
    }

    private func messages(of named: Named, _ beacon: LiveBeacon?) -> [BrokerMessage] {
        let topic = topic(ofBeacon: named)
        let link = beacon?.links.first
        let isKnown = (link?.distance ?? -1) >= 0
        let floor = (beacon?.position?.floor).flatMap { floors[$0] }
        let attributes = BeaconAttributes(
            distance: isKnown ? link.map { Self.rounded($0.distance) } : nil,
            accuracy: isKnown ? link.map { Self.rounded($0.accuracy) } : nil,
            proximity: link?.proximity ?? "unknown",
            receiver: link?.receiver,
            x: (beacon?.position?.x).map(Self.rounded),
            y: (beacon?.position?.y).map(Self.rounded),
            floor: floor,
            isFloorSure: floor == nil ? nil : beacon?.position?.isFloorSure
        )
        return [
            BrokerMessage(topic: "\(topic)/presence", payload: beacon == nil ? "not_home" : "home"),
            BrokerMessage(topic: "\(topic)/state", payload: Self.json(attributes)),
        ]
    }

    private func messages(of named: Named, _ place: LivePlace?) -> [BrokerMessage] {
        let topic = topic(ofPlace: named)
        let who = (place?.who ?? []).map { beacons[$0]?.name ?? $0 }
        let state =
            switch place?.state {
            case "inside": "ON"
            case "outside": "OFF"
            default: "None"
            }
        return [
            BrokerMessage(topic: "\(topic)/state", payload: state),
            BrokerMessage(
                topic: "\(topic)/attributes",
                payload: Self.json(PlaceAttributes(who: who, floor: named.floor))
            ),
        ]
    }

    private func discovery(ofBeacon named: Named) -> [BrokerMessage] {
        let topic = topic(ofBeacon: named)
        let device = Device(identifiers: ["sightline_\(named.id)"], name: named.name)
        return [
            discovery(
                "device_tracker",
                named.id,
                Entity(
                    name: nil,
                    id: "sightline_\(named.id)",
                    stateTopic: "\(topic)/presence",
                    availability: topics.availability,
                    attributesTopic: "\(topic)/state",
                    device: device,
                    sourceType: "bluetooth_le"
                )
            ),
            discovery(
                "sensor",
                "\(named.id)_distance",
                Entity(
                    name: "Distance",
                    id: "sightline_\(named.id)_distance",
                    stateTopic: "\(topic)/state",
                    availability: topics.availability,
                    device: device,
                    deviceClass: "distance",
                    unit: "m",
                    template: "{{ value_json.distance }}"
                )
            ),
            discovery(
                "sensor",
                "\(named.id)_receiver",
                Entity(
                    name: "Receiver",
                    id: "sightline_\(named.id)_receiver",
                    stateTopic: "\(topic)/state",
                    availability: topics.availability,
                    device: device,
                    template: "{{ value_json.receiver }}"
                )
            ),
        ] + (floors.isEmpty ? [] : [floorDiscovery(ofBeacon: named)])
    }

    private func floorDiscovery(ofBeacon named: Named) -> BrokerMessage {
        discovery(
            "sensor",
            "\(named.id)_floor",
            Entity(
                name: "Floor",
                id: "sightline_\(named.id)_floor",
                stateTopic: "\(topic(ofBeacon: named))/state",
                availability: topics.availability,
                device: Device(identifiers: ["sightline_\(named.id)"], name: named.name),
                // "None" is Home Assistant's word for a state that is not known.
                template: "{{ value_json.floor | default('None') }}"
            )
        )
    }

    private func discovery(ofPlace named: Named) -> BrokerMessage {
        let topic = topic(ofPlace: named)
        return discovery(
            "binary_sensor",
            named.id,
            Entity(
                name: named.name,
                id: "sightline_\(named.id)",
                stateTopic: "\(topic)/state",
                availability: topics.availability,
                attributesTopic: "\(topic)/attributes",
                device: Device(identifiers: ["sightline"], name: "Sightline"),
                deviceClass: "occupancy"
            )
        )
    }

    private func topic(ofBeacon named: Named) -> String { "\(topics.base)/beacons/\(named.id)" }

    private func topic(ofPlace named: Named) -> String { "\(topics.base)/places/\(named.id)" }

    private func discovery(_ component: String, _ id: String, _ entity: Entity) -> BrokerMessage {
        BrokerMessage(topic: "\(topics.discovery)/\(component)/sightline_\(id)/config", payload: Self.json(entity))
    }

    /// To 10 cm: less is noise, and every change is a message.
    private static func rounded(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Numbers here are finite, so encoding does not fail.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// A beacon's distance and position, as Home Assistant shows them.
private struct BeaconAttributes: Encodable {
    var distance: Double?
    var accuracy: Double?
    var proximity: String
    var receiver: String?
    var x: Double?
    var y: Double?
    var floor: String?
    var isFloorSure: Bool?
}

/// Who is in a region or zone, and on which floor it is.
private struct PlaceAttributes: Encodable {
    var who: [String]
    var floor: String?
}

/// The device that entities belong to.
private struct Device: Encodable {
    var identifiers: [String]
    var name: String
    var manufacturer = "Sightline"
}

/// The configuration of one entity, under the names of Home Assistant's MQTT discovery.
private struct Entity: Encodable {
    var name: String?
    var id: String
    var stateTopic: String
    var availability: String
    var attributesTopic: String?
    var device: Device
    var deviceClass: String?
    var unit: String?
    var template: String?
    var sourceType: String?

    enum CodingKeys: String, CodingKey {
        case name
        case id = "unique_id"
        case stateTopic = "state_topic"
        case availability = "availability_topic"
        case attributesTopic = "json_attributes_topic"
        case device
        case deviceClass = "device_class"
        case unit = "unit_of_measurement"
        case template = "value_template"
        case sourceType = "source_type"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        // null says that the entity has its device's name; a name that is missing would be filled in.
        try fields.encode(name, forKey: .name)
        try fields.encode(id, forKey: .id)
        try fields.encode(stateTopic, forKey: .stateTopic)
        try fields.encode(availability, forKey: .availability)
        try fields.encode(device, forKey: .device)
        try fields.encodeIfPresent(attributesTopic, forKey: .attributesTopic)
        try fields.encodeIfPresent(deviceClass, forKey: .deviceClass)
        try fields.encodeIfPresent(unit, forKey: .unit)
        try fields.encodeIfPresent(template, forKey: .template)
        try fields.encodeIfPresent(sourceType, forKey: .sourceType)
    }
}
