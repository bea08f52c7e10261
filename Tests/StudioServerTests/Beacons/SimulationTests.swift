import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proximity
import Testing

@testable import StudioServer

@Suite struct SimulationTests: BeaconRequests {
    /// A venue of one room with a receiver in each corner, and a region of all tags.
    private func setUp(_ client: any TestClientProtocol, token: String, isPublic: Bool) async throws {
        let plan = #"{"width": 10, "depth": 8, "walls": [], "isPublic": \#(isPublic)}"#
        _ = try await ask(client, .put, "/plan", token: token, plan)
        for (name, x, y) in [("Door", 0, 0), ("Till", 10, 0), ("Shelf", 0, 8), ("Store", 10, 8)] {
            let receiver = #"{"name": "\#(name)", "x": \#(x), "y": \#(y)}"#
            _ = try await ask(client, .post, "/receivers", token: token, receiver)
        }
        let region = #"{"name": "Shop", "uuid": "\#(BeaconWalk.venueUUID)", "major": 7}"#
        _ = try await ask(client, .post, "/regions", token: token, region)
    }

    private let rehearsal = #"{"isShown": true, "venue": "own", "tagName": "Test tag"}"#

    @Test func `A rehearsal takes the owner's plan, shows it to nobody else, and leaves the venue alone`() async throws
    {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            try await setUp(client, token: owner, isPublic: false)
            #expect(try await ask(client, .put, "/simulation", rehearsal).status == .unauthorized)
            #expect(try await ask(client, .put, "/simulation", token: owner, rehearsal).status == .noContent)
            let shown = try await view(client, token: owner)
            #expect(shown.simulation.venue == .own && shown.channel == "private-beacons-rehearsal")
            #expect(shown.receivers.map(\.name) == ["Door", "Till", "Shelf", "Store"])
            let tag = try #require(shown.beacons.first)
            #expect(tag.name == "Test tag" && tag.beacon == "\(BeaconWalk.venueUUID)/7/1")
            #expect(try await ask(client, .get, "").status == .unauthorized)

            let door = try #require(shown.receivers.first?.id)
            let moved = #"{"name": "Door", "x": 5, "y": 0}"#
            #expect(try await ask(client, .put, "/receivers/\(door)", token: owner, moved).status == .ok)
            _ = try await ask(client, .put, "/simulation", token: owner, #"{"isShown": false}"#)
            let own = try await view(client, token: owner)
            #expect(own.simulation.isShown == false && own.channel == "private-beacons")
            #expect(own.receivers.first?.x == 0 && own.beacons.isEmpty)
        }
    }

    @Test func `What was changed in a rehearsal is taken over if the owner says so, but not its tag`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            try await setUp(client, token: owner, isPublic: true)
            _ = try await ask(client, .put, "/simulation", token: owner, rehearsal)
            // Others see the own venue, which is public.
            let stranger = try await view(client, token: nil)
            #expect(!stranger.simulation.isShown && stranger.channel == "private-beacons-public")
            #expect(stranger.beacons.isEmpty)
            let door = try #require(stranger.receivers.first?.id)
            let moved = #"{"name": "Door", "x": 5, "y": 0}"#
            _ = try await ask(client, .put, "/receivers/\(door)", token: owner, moved)
            let zone = #"{"name": "Shelves", "x": 0, "y": 4, "width": 5, "depth": 4}"#
            _ = try await ask(client, .post, "/zones", token: owner, zone)
            _ = try await ask(client, .put, "/simulation", token: owner, #"{"isShown": false, "isKept": true}"#)
            let own = try await view(client, token: owner)
            #expect(own.receivers.first?.x == 5 && own.zones.map(\.name) == ["Shelves"] && own.beacons.isEmpty)
        }
    }

    @Test func `Only the owner leads, only who is carried, and only where something is simulated`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let wish = #"{"who": "\#(BeaconWalk.venueUUID)/100/1", "x": 5, "y": 5}"#
            #expect(try await ask(client, .put, "/simulation/walker", token: owner, wish).status == .conflict)
            _ = try await ask(client, .put, "/simulation", token: owner, #"{"isShown": true}"#)
            for token in [nil, "guess"] {
                #expect(try await ask(client, .put, "/simulation/walker", token: token, wish).status == .unauthorized)
            }
            #expect(try await ask(client, .put, "/simulation/walker", token: owner, wish).status == .noContent)
            for (body, status) in [
                (#"{"who": "nobody", "x": 5, "y": 5}"#, HTTPResponse.Status.notFound),
                (#"{"who": "museum-1", "x": 5, "y": 5}"#, .notFound),
                (#"{"who": "\#(BeaconWalk.venueUUID)/100/1", "x": 1e300, "y": 5}"#, .badRequest),
                (#"{"who": "\#(BeaconWalk.venueUUID)/100/1"}"#, .badRequest),
                (String(repeating: "[", count: 5_000), .contentTooLarge),
            ] {
                let answer = try await ask(client, .put, "/simulation/walker", token: owner, body)
                #expect(answer.status == status, "\(body.prefix(60)): \(answer.text)")
            }
        }
    }

    @Test func `A rehearsal's channel is the owner's alone`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            _ = try await ask(client, .put, "/simulation", token: owner, rehearsal)
            for (token, status) in [(owner, HTTPResponse.Status.ok), ("guess", .forbidden)] {
                let answer = try await client.execute(
                    uri: "/api/channels/auth",
                    method: .post,
                    headers: [.authorization: "Bearer \(token)"],
                    body: ByteBuffer(string: "socket_id=12.34&channel_name=private-beacons-rehearsal")
                )
                #expect(answer.status == status)
            }
        }
    }

    @Test func `Who is led walks to the point, is located there, and enters the zone`() async throws {
        let fixture = try VenueFixture()
        let (store, tag) = (fixture.store, "00000000-0000-0000-0000-00000000002A/1/1")
        try await store.floors.save(PlanSetting(width: 12, depth: 10, walls: []).checked())
        for (x, y) in [(0, 0), (12, 0), (0, 10), (12, 10)] as [(Double, Double)] {
            try await store.save(ReceiverSetting(id: "r-\(x)-\(y)", name: "Receiver", x: x, y: y).checked())
        }
        try await store.save(KnownBeacon(id: "b", name: "Tag", beacon: tag).checked())
        try await store.save(ZoneSetting(id: "z", name: "Corner", x: 6, y: 5, width: 6, depth: 5).checked())
        let simulation = try await SimulatedVenue(.own, venue: fixture.venue, clock: { fixture.now })
        func pass(seconds: Int) async throws {
            for _ in 0..<2 * seconds {
                fixture.pass(milliseconds: 500)
                try await simulation.tick()
            }
        }
        try await pass(seconds: 5)
        let start = try #require(await fixture.venue.state().truth?.first)
        #expect(start.who == tag && start.x == 0.7 && start.y == 0.7)
        try await simulation.lead(tag, to: SIMD2(10, 8))
        try await pass(seconds: 3)
        let underway = try #require(await fixture.venue.state().truth?.first)
        let walked = ((underway.x - start.x) * (underway.x - start.x) + (underway.y - start.y) * (underway.y - start.y))
            .squareRoot()
        // At 1.5 m/s.
        #expect(abs(walked - 4.5) < 0.1)
        try await pass(seconds: 17)
        let state = await fixture.venue.state()
        #expect(state.truth?.first?.x == 10 && state.truth?.first?.y == 8)
        let found = try #require(state.beacons.first?.position)
        #expect(((found.x - 10) * (found.x - 10) + (found.y - 8) * (found.y - 8)).squareRoot() < 4)
        #expect(fixture.crossings.contains { $0.place == "z" && $0.event == "enter" && $0.who == tag })
    }

    @Test func `A survey is the owner's to make, and is forgotten for a receiver that moves`() async throws {
        let fixture = try VenueFixture()
        let (store, tag) = (fixture.store, "00000000-0000-0000-0000-00000000002A/1/1")
        try await store.floors.save(PlanSetting(width: 12, depth: 10, walls: []).checked())
        for (id, x) in [("a", 0.0), ("b", 12)] {
            try await store.save(ReceiverSetting(id: id, name: "Receiver", x: x, y: 5).checked())
        }
        try await store.save(KnownBeacon(id: "t", name: "Tag", beacon: tag).checked())
        let simulation = try await SimulatedVenue(.own, venue: fixture.venue, clock: { fixture.now })
        let identity = try #require(BeaconIdentity(key: tag))
        var made: [Int] = []
        for x in [1.0, 4, 7] {
            try await simulation.lead(tag, to: SIMD2(x, 5))
            for _ in 0..<12 {
                fixture.pass(milliseconds: 500)
                try await simulation.tick()
            }
            made.append(try await fixture.venue.survey(with: identity, at: SIMD2(x, 5)))
        }
        #expect(made[0] == 0 && made[1] > 5 && made[2] > 5)
        #expect(Set(try await store.survey().map(\.receiver)) == ["a", "b"])
        try await fixture.venue.keep(ReceiverSetting(id: "b", name: "Renamed", x: 12, y: 5).checked())
        #expect(Set(try await store.survey().map(\.receiver)) == ["a", "b"])
        try await fixture.venue.keep(ReceiverSetting(id: "b", name: "Moved", x: 12, y: 6).checked())
        #expect(Set(try await store.survey().map(\.receiver)) == ["a"])
        try await fixture.venue.forgetSurvey()
        #expect(try await store.survey().isEmpty)

        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let point = #"{"beacon": "\#(tag)", "x": 1, "y": 1}"#
            for (method, path) in [(HTTPRequest.Method.post, "/survey"), (.delete, "/survey")] {
                #expect(try await ask(client, method, path, point).status == .unauthorized)
                #expect(try await ask(client, method, path, token: "guess", point).status == .unauthorized)
            }
            #expect(try await ask(client, .post, "/survey", token: owner, point).text == #"{"samples":0}"#)
            for body in [#"{"beacon": "x", "x": 1, "y": 1}"#, #"{"beacon": "\#(tag)", "x": 1e300, "y": 1}"#, "[]"] {
                #expect(try await ask(client, .post, "/survey", token: owner, body).status == .badRequest)
            }
            _ = try await ask(
                client,
                .put,
                "/plan",
                token: owner,
                #"{"width": 9, "depth": 9, "walls": [], "isPublic": true}"#
            )
            #expect(try await view(client, token: owner).survey == [])
            #expect(try await view(client, token: nil).survey == nil)
        }
    }

    @Test func `A receiver that is moved, and a new one, take part at once`() async throws {
        let fixture = try VenueFixture()
        try await fixture.makeMuseum()
        let museum = try await SimulatedVenue(.museum, venue: fixture.venue, clock: { fixture.now })
        try await fixture.venue.keep(ReceiverSetting(id: "new", name: "New", x: 1, y: 6).checked())
        for _ in 0..<8 {
            fixture.pass(milliseconds: 500)
            try await museum.tick()
        }
        let near = try #require(await fixture.venue.state().beacons.first?.links.first { $0.receiver == "new" })
        #expect(near.rssi > -85)
        try await fixture.venue.keep(ReceiverSetting(id: "new", name: "New", x: 23, y: 1).checked())
        for _ in 0..<8 {
            fixture.pass(milliseconds: 500)
            try await museum.tick()
        }
        let far = await fixture.venue.state().beacons.first?.links.first { $0.receiver == "new" }
        #expect((far?.rssi ?? -200) < near.rssi - 8)
    }
}
