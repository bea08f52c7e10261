import Foundation
import MQTT
import Testing

@testable import StudioServer

struct HomeAssistantStateTests {
    private let key = HomeAssistantState.Named(id: "k1", name: "Ada's key")
    private let shop = HomeAssistantState.Named(id: "z1", name: "Shop")

    private func state(_ beacons: [LiveBeacon], inside: [String] = []) -> LiveState {
        let places = [LivePlace(id: "z1", state: inside.isEmpty ? "outside" : "inside", who: inside)]
        return LiveState(time: 0, total: beacons.count, beacons: beacons, receivers: [], places: places)
    }

    private func beacon(_ name: String, distance: Double) -> LiveBeacon {
        let link = LiveBeacon.Link(
            receiver: "door",
            proximity: "near",
            distance: distance,
            accuracy: 0.52,
            rssi: -60,
            age: 0
        )
        return LiveBeacon(beacon: name, links: [link])
    }

    private func payloads(_ messages: [BrokerMessage]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: messages.map { ($0.topic, $0.payload) })
    }

    @Test func `only named beacons are published, and only what changed`() throws {
        var model = HomeAssistantState()
        let discovery = model.configure(beacons: ["A/1/1": key], places: [shop])
        #expect(discovery.count == 4 && discovery.allSatisfy { $0.topic.hasPrefix("homeassistant/") && $0.isRetained })

        let first = payloads(model.take(state([beacon("A/1/1", distance: 1.234), beacon("B/2/2", distance: 1)])))
        #expect(first["sightline/beacons/k1/presence"] == "home")
        #expect(try #require(first["sightline/beacons/k1/state"]).contains("\"distance\":1.2,"))
        #expect(first["sightline/places/z1/state"] == "OFF")
        #expect(first.count == 4)

        #expect(model.take(state([beacon("A/1/1", distance: 1.21)])).isEmpty, "less than 10 cm is no change")
        let gone = payloads(model.take(state([], inside: ["A/1/1"])))
        #expect(gone["sightline/beacons/k1/presence"] == "not_home")
        #expect(gone["sightline/places/z1/state"] == "ON")
        #expect(gone["sightline/places/z1/attributes"] == "{\"who\":[\"Ada's key\"]}")
    }

    @Test func `an unknown distance is left out`() throws {
        var model = HomeAssistantState()
        _ = model.configure(beacons: ["A/1/1": key], places: [])
        let told = payloads(model.take(state([beacon("A/1/1", distance: -1)])))
        #expect(try #require(told["sightline/beacons/k1/state"]).contains("distance") == false)
    }

    @Test func `a beacon that is no longer named is removed, and a broker that comes back gets everything`() {
        var model = HomeAssistantState()
        _ = model.configure(beacons: ["A/1/1": key], places: [shop])
        _ = model.take(state([beacon("A/1/1", distance: 2)]))
        #expect(model.all.first == BrokerMessage(topic: "sightline/status", payload: "online"))
        #expect(model.all.count == 1 + 4 + 4)

        let removed = model.configure(beacons: [:], places: [shop])
        #expect(removed.count == 3 + 2 && removed.allSatisfy { $0.payload.isEmpty && $0.isRetained })
    }

    @Test func `of several floors a beacon says which, and takes its sensor back with them`() throws {
        var model = HomeAssistantState()
        let upstairs = HomeAssistantState.Named(id: "z1", name: "Shop", floor: "First floor")
        let floors = ["g": "Ground floor", "f": "First floor"]
        let discovery = payloads(model.configure(beacons: ["A/1/1": key], places: [upstairs], floors: floors))
        let sensor = try #require(discovery["homeassistant/sensor/sightline_k1_floor/config"])
        #expect(sensor.contains("\"state_topic\":\"sightline/beacons/k1/state\""))
        #expect(sensor.contains("\"value_template\":\"{{ value_json.floor | default('None') }}\""))

        var near = beacon("A/1/1", distance: 1)
        near.position = LivePosition(x: 1, y: 2, major: 1, minor: 1, angle: 0, floor: "f", isFloorSure: false)
        let found = payloads(model.take(state([near])))
        let told = try #require(found["sightline/beacons/k1/state"])
        #expect(told.contains("\"floor\":\"First floor\"") && told.contains("\"isFloorSure\":false"))
        #expect(found["sightline/places/z1/attributes"] == "{\"floor\":\"First floor\",\"who\":[]}")
        near.position?.floor = "g"
        let below = payloads(model.take(state([near])))
        #expect(below.count == 1 && below.values.first?.contains("\"floor\":\"Ground floor\"") == true)
        near.position = nil
        let lost = try #require(payloads(model.take(state([near])))["sightline/beacons/k1/state"])
        #expect(!lost.contains("loor"), "a floor that is not known is left out")

        let removed = model.configure(beacons: ["A/1/1": key], places: [shop], floors: [:])
        #expect(removed.map(\.topic) == ["homeassistant/sensor/sightline_k1_floor/config"])
        #expect(removed.allSatisfy { $0.payload.isEmpty && $0.isRetained })
    }
}
