import Foundation
import Proximity
import Testing

@testable import StudioServer

@Suite struct BeaconVenueTests {
    @Test func `A tag's walk past six receivers is located, told and kept`() async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        let route = BeaconWalk.venue(seed: 1).route
        var errors: [Double] = []
        try await fixture.walk(seconds: 95) { half in
            guard let position = await fixture.venue.state().beacons.first?.position else { return }
            let truth = route.position(at: Double(half + 1) / 2)
            let offset = SIMD2(position.x, position.y) - truth
            if Double(half) / 2 < route.duration { errors.append((offset * offset).sum().squareRoot()) }
        }
        #expect(errors.count > 100)
        #expect(errors.reduce(0, +) / Double(errors.count) < 2.5)

        let region = fixture.crossings.filter { $0.place == "guides" && $0.event != "determined" }
        #expect(region.map(\.event).first == "enter")
        #expect(region.first?.whoName == "Guide Ada")
        #expect(region.first?.name == "Guides in the house")
        let gallery = fixture.crossings.filter { $0.place == "gallery" }
        #expect(gallery.first?.event == "enter")
        #expect(gallery.contains { $0.event == "exit" })
        let kept = try await fixture.store.history(place: nil, before: nil, limit: 500)
        #expect(kept.map(\.place) == fixture.crossings.reversed().map(\.place))
    }

    @Test func `Who is near is told with every receiver that receives it, and under the owner's name`() async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        for (receiver, rssi) in [("museum-1", -70), ("museum-2", -50)] {
            try await fixture.venue.take(fixture.report(VenueFixture.tag, rssi: rssi), from: receiver)
        }
        let state = await fixture.venue.state()
        let beacon = try #require(state.beacons.first)
        #expect(state.total == 1)
        #expect(beacon.name == "Guide Ada")
        #expect(beacon.links.map(\.receiver) == ["museum-2", "museum-1"])
        #expect(beacon.links[0].distance > 0 && beacon.links[0].distance < beacon.links[1].distance)
        #expect(state.places.first { $0.id == "guides" }?.state == "inside")
    }

    @Test(arguments: [
        (ReceiverReport.Authorisation.denied, "denied"), (.restricted, "denied"), (.notDetermined, "adapterLost"),
    ])
    func `A receiver that may not listen says so, and its regions are unknown`(
        _ authorisation: ReceiverReport.Authorisation,
        _ fault: String
    ) async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        try await fixture.venue.take(fixture.report(VenueFixture.tag), from: "museum-1")
        let report = ReceiverReport(authorisation: authorisation, reason: "run as root", source: "hci0")
        try await fixture.venue.take(report, from: "museum-1")
        let state = await fixture.venue.state()
        let receiver = try #require(state.receivers.first { $0.id == "museum-1" })
        #expect(receiver.authorisation == authorisation.rawValue)
        #expect(receiver.reason == "run as root")
        #expect(receiver.isConnected)
        #expect(state.places.first { $0.id == "guides" }?.state == "unknown")
        #expect(fixture.crossings.last { $0.place == "guides" }?.detail == fault)
    }

    @Test func `A receiver without reports is not connected after five seconds`() async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        try await fixture.venue.take(fixture.report(VenueFixture.tag), from: "museum-1")
        #expect(await fixture.venue.state().receivers[0].isConnected)
        fixture.pass(milliseconds: 5_100)
        #expect(await !fixture.venue.state().receivers[0].isConnected)
    }

    @Test func `A calibration listens for twenty seconds and keeps the power`() async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        await fixture.venue.calibrate(try #require(BeaconIdentity(key: VenueFixture.tag)), with: "museum-3")
        for step in 0..<220 {
            fixture.pass(milliseconds: 100)
            let rssi = -66 + step % 3
            try await fixture.venue.take(fixture.report(VenueFixture.tag, rssi: rssi), from: "museum-3")
            try await fixture.venue.take(fixture.report(VenueFixture.tag, rssi: -40), from: "museum-1")
            if step % 10 == 0 { try await fixture.venue.tick() }
        }
        try await fixture.venue.tick()
        let told = try #require(await fixture.venue.state().calibration)
        #expect(told.state == "done")
        let kept = try await fixture.store.all(KnownBeacon.self).first { $0.beacon == VenueFixture.tag }
        #expect(abs((kept?.power ?? 0) + 65) < 0.3)
        #expect(kept?.name == "Guide Ada")
    }

    @Test func `More regions than the limit are refused and nothing changes`() async throws {
        let fixture = try VenueFixture(regionLimit: 2)
        try await fixture.makeMuseum()
        let third = RegionSetting(id: "third", name: "Third", uuid: "\(BeaconWalk.venueUUID)")
        await #expect(throws: StudioError.self) { try await fixture.venue.keep(third) }
        #expect(try await fixture.store.all(RegionSetting.self).count == 2)
        try await fixture.venue.keep(RegionSetting(id: "guides", name: "Renamed", uuid: "\(BeaconWalk.venueUUID)"))
        #expect(try await fixture.store.all(RegionSetting.self).map(\.name).contains("Renamed"))
    }

    @Test func `A state of many beacons is told in parts that fit into messages, and nothing is lost`() throws {
        let link = LiveBeacon.Link(
            receiver: "museum-1",
            proximity: "far",
            distance: 12.34,
            accuracy: 5.67,
            rssi: -87,
            age: 1.25
        )
        let position = LivePosition(x: 12.34, y: 5.67, major: 2.22, minor: 1.11, angle: -1.234)
        let beacons = (0..<200).map { number in
            LiveBeacon(
                beacon: "\(BeaconWalk.venueUUID)/1/\(number)",
                name: "Beacon number \(number)",
                links: Array(repeating: link, count: 6),
                position: position
            )
        }
        let state = LiveState(time: 1, total: 200, beacons: beacons, receivers: [], places: [])
        let parts = state.parts(limit: 9_000)
        #expect(parts.flatMap(\.beacons).map(\.beacon) == beacons.map(\.beacon))
        for (index, part) in parts.enumerated() {
            let message = LivePart(part: index, parts: parts.count, state: part)
            #expect(try JSONEncoder().encode(message).count < 10_240)
        }
    }

    @Test func `The simulated museum brings three people in, and they come and go`() async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        let museum = try await SimulatedVenue(.museum, venue: fixture.venue, clock: { fixture.now })
        for _ in 0..<70 {
            fixture.pass(milliseconds: 1000)
            try await museum.tick()
        }
        let state = await fixture.venue.state()
        #expect(state.beacons.count == 3)
        #expect(state.beacons.allSatisfy { $0.position != nil && $0.name != nil })
        #expect(state.receivers.allSatisfy { $0.isConnected && $0.authorisation == "allowed" && $0.packets > 1 })
        #expect(
            Set(fixture.crossings.filter { $0.event == "enter" }.map(\.place)).isSuperset(of: [
                "guides", "visitors", "shop",
            ])
        )
    }
}
