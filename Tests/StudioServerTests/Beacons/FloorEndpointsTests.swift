import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proximity
import Testing

@testable import StudioServer

@Suite struct FloorEndpointsTests: BeaconRequests {
    private func make(
        _ client: any TestClientProtocol,
        _ path: String,
        token: String,
        _ body: String
    ) async throws
        -> String
    {
        let answer = try await ask(client, .post, path, token: token, body)
        #expect(answer.status == .created, "\(answer.text)")
        return try JSONDecoder().decode(KeptAnswer.self, from: Data(answer.text.utf8)).id
    }

    /// The body of a floor of 9 m × 8 m.
    private func floor(_ name: String, level: Int, walls: [String] = []) -> String {
        let walls = walls.joined(separator: ", ")
        return #"{"name": "\#(name)", "level": \#(level), "width": 9, "depth": 8, "walls": [\#(walls)]}"#
    }

    private let wall = #"{"x1": 0, "y1": 4, "x2": 6, "y2": 4}"#

    @Test func `Floors are added, renamed, ordered and removed by the owner alone`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let body = #"{"name": "Ground", "level": 0, "width": 20, "depth": 10}"#
            for token in [nil, "guess"] {
                for (method, path) in [
                    (HTTPRequest.Method.post, "/floors"), (.put, "/floors/x"), (.delete, "/floors/x"),
                    (.put, "/floors/order"), (.put, "/floors/x/picture"), (.delete, "/floors/x/picture"),
                ] {
                    #expect(try await ask(client, method, path, token: token, body).status == .unauthorized)
                }
            }
            let ground = try await make(client, "/floors", token: owner, body)
            let upper = try await make(client, "/floors", token: owner, floor("Upper", level: 2))
            let renamed = floor("Attic", level: 2, walls: [wall])
            #expect(try await ask(client, .put, "/floors/\(upper)", token: owner, renamed).status == .ok)
            let shown = try await view(client, token: owner)
            #expect(shown.floors.map(\.name) == ["Ground", "Attic"] && shown.floors.map(\.level) == [0, 2])
            #expect(shown.floors[1].walls.count == 1 && shown.plan.width == 20)

            let order = #"{"order": ["\#(upper)", "\#(ground)"]}"#
            #expect(try await ask(client, .put, "/floors/order", token: owner, order).status == .noContent)
            #expect(try await view(client, token: owner).floors.map(\.name) == ["Attic", "Ground"])
            for wrong in [#"{"order": []}"#, #"{"order": ["\#(upper)", "\#(upper)"]}"#, "[]"] {
                #expect(try await ask(client, .put, "/floors/order", token: owner, wrong).status == .badRequest)
            }
            #expect(try await ask(client, .delete, "/floors/\(upper)", token: owner).status == .noContent)
            #expect(try await ask(client, .delete, "/floors/\(upper)", token: owner).status == .notFound)
            #expect(try await ask(client, .put, "/floors/\(upper)", token: owner, renamed).status == .notFound)
        }
    }

    @Test(arguments: [
        (#"{"name": "", "level": 1, "width": 9, "depth": 8}"#, "invalid_name"),
        (#"{"name": "a", "level": 1000, "width": 9, "depth": 8}"#, "invalid_level"),
        (#"{"name": "a", "level": 0.5, "width": 9, "depth": 8}"#, "invalid_body"),
        (#"{"name": "a", "level": 1, "width": 0, "depth": 8}"#, "invalid_width"),
        (#"{"name": "a", "level": 1, "width": 9, "depth": 1e300}"#, "invalid_depth"),
        (
            #"{"name": "a", "level": 1, "width": 9, "depth": 8, "walls": [{"x1": 0, "y1": 1e9, "x2": 0, "y2": 0}]}"#,
            "invalid_walls"
        ),
        (#"{"name": "a", "width": 9, "depth": 8}"#, "invalid_body"),
        (#"{"name": "a", "level": 0, "width": 9, "depth": 8}"#, "level_taken"),
    ])
    func `A floor that makes no sense is refused by its field`(body: String, code: String) async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            _ = try await make(client, "/floors", token: owner, floor("Ground", level: 0))
            let answer = try await ask(client, .post, "/floors", token: owner, body)
            #expect(answer.text.contains(#""code":"\#(code)""#), "\(answer.text)")
            #expect(answer.status == (code == "level_taken" ? .conflict : .badRequest))
            #expect(try await view(client, token: owner).floors.count == 1)
        }
    }

    @Test func `A venue has at most twenty floors, and one more is refused with the number`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            for level in 0..<20 {
                _ = try await make(client, "/floors", token: owner, floor("F", level: level))
            }
            let answer = try await ask(client, .post, "/floors", token: owner, floor("F", level: 20))
            #expect(answer.status == .conflict && answer.text.contains("at most 20 floors"))
            let many = floor("F", level: 20, walls: Array(repeating: wall, count: 501))
            #expect(try await ask(client, .post, "/floors", token: owner, many).text.contains("at most 500"))
            let long = String(repeating: "[", count: 1 << 19)
            #expect(try await ask(client, .post, "/floors", token: owner, long).status == .contentTooLarge)
        }
    }

    @Test func `What stands on a floor names it, keeps it, and is asked about before the floor goes`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let plan = #"{"width": 12, "depth": 8, "walls": []}"#
            let first = try await make(client, "/receivers", token: owner, #"{"name": "Door", "x": 1, "y": 2}"#)
            #expect(try await ask(client, .put, "/plan", token: owner, plan).status == .noContent)
            let upper = try await make(client, "/floors", token: owner, floor("Upper", level: 1))
            let high = #""floor": "\#(upper)""#
            let attic = try await make(client, "/receivers", token: owner, #"{"name": "A", "x": 1, "y": 2, \#(high)}"#)
            let carried = try await make(client, "/receivers", token: owner, #"{"name": "Phone", \#(high)}"#)
            let square = #""x": 0, "y": 0, "width": 2, "depth": 2"#
            _ = try await make(client, "/zones", token: owner, #"{"name": "Z", \#(square), \#(high)}"#)
            _ = try await make(client, "/zones", token: owner, #"{"name": "Y", \#(square)}"#)
            var shown = try await view(client, token: owner)
            func place(_ id: String) -> String? { shown.receivers.first { $0.id == id }?.floor }
            // What was there before the first plan came with it.
            #expect(place(first) == "ground" && place(attic) == upper && place(carried) == nil)
            #expect(shown.zones.map(\.floor) == [upper, "ground"])

            // Clients that know one floor change a receiver without naming any.
            let moved = #"{"name": "A", "x": 3, "y": 2}"#
            #expect(try await ask(client, .put, "/receivers/\(attic)", token: owner, moved).status == .ok)
            shown = try await view(client, token: owner)
            #expect(place(attic) == upper)
            let identity = #""beacon": "\#(BeaconWalk.venueUUID)/1/1", "uuid": "\#(BeaconWalk.venueUUID)""#
            for path in ["/receivers", "/zones", "/beacons", "/regions"] {
                let body = #"{"name": "a", \#(square), \#(identity), "floor": "gone"}"#
                let answer = try await ask(client, .post, path, token: owner, body)
                #expect(
                    answer.status == .badRequest && answer.text.contains("invalid_floor"),
                    "\(path): \(answer.text)"
                )
            }

            let refused = try await ask(client, .delete, "/floors/\(upper)", token: owner)
            #expect(refused.status == .conflict && refused.text.contains("floor_in_use"))
            #expect(try await view(client, token: owner).floors.count == 2)
            let removed = try await ask(client, .delete, "/floors/\(upper)?contents=removed", token: owner)
            #expect(removed.status == .noContent)
            shown = try await view(client, token: owner)
            #expect(shown.floors.map(\.id) == ["ground"] && shown.zones.map(\.name) == ["Y"])
            let kept = try #require(shown.receivers.first { $0.id == attic })
            #expect(kept.x == nil && kept.floor == nil)
        }
    }

    @Test func `Each floor has its picture, for who may look`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let ids = try await [0, 1].asyncMap { level in
                try await make(client, "/floors", token: owner, floor("F", level: level))
            }
            func put(_ floor: String, _ bytes: Data) async throws -> HTTPResponse.Status {
                try await client.execute(
                    uri: "/api/beacons/floors/\(floor)/picture",
                    method: .put,
                    headers: [.authorization: "Bearer \(owner)"],
                    body: ByteBuffer(bytes: bytes)
                ).status
            }
            #expect(try await put(ids[1], UploadCheckTests.png) == .noContent)
            #expect(try await put("gone", UploadCheckTests.png) == .notFound)
            #expect(try await put(ids[1], Data("<svg/>".utf8)) == .unsupportedMediaType)
            #expect(try await put(ids[1], UploadCheckTests.png + Data(count: PlanPicture.largest)) == .contentTooLarge)
            let shown = try await view(client, token: owner)
            #expect(shown.planPicture == nil && shown.floors[0].picture == nil)
            let address = try #require(shown.floors[1].picture?.dropFirst("/api/beacons".count))
            #expect(try await ask(client, .get, String(address), token: owner).status == .ok)
            #expect(try await ask(client, .get, String(address)).status == .unauthorized)
            #expect(try await ask(client, .delete, "/floors/\(ids[1])/picture", token: owner).status == .noContent)
            #expect(try await ask(client, .get, String(address), token: owner).status == .notFound)
        }
    }

    @Test func `Two points tie the plan to the earth, stay through changes that know nothing of them, and must fit`()
        async throws
    {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            func plan(_ earth: String) -> String { #"{"width": 30, "depth": 20, "walls": [], "earth": [\#(earth)]}"# }
            // 20 m to the east at 48° north are 0.000268 degrees.
            let first = #"{"x": 1, "y": 1, "latitude": 48, "longitude": 11}"#
            let second = #"{"x": 21, "y": 1, "latitude": 48, "longitude": 11.000268}"#
            let tied = plan("\(first), \(second)")
            #expect(try await ask(client, .put, "/plan", tied).status == .unauthorized)
            #expect(try await ask(client, .put, "/plan", token: owner, tied).status == .noContent)
            let plain = #"{"width": 31, "depth": 20, "walls": []}"#
            #expect(try await ask(client, .put, "/plan", token: owner, plain).status == .noContent)
            let shown = try await view(client, token: owner).plan
            #expect(shown.width == 31 && shown.earth?.map(\.longitude) == [11, 11.000268])
            for wrong in [
                first, "\(first), \(first)", "\(first), \(second), \(second)",
                #"\#(first), {"x": 21, "y": 1, "latitude": 48, "longitude": 11.0005}"#,
                #"\#(first), {"x": 21, "y": 1, "latitude": 98, "longitude": 11}"#,
                #"\#(first), {"x": 1e300, "y": 1, "latitude": 48, "longitude": 11}"#,
            ] {
                let answer = try await ask(client, .put, "/plan", token: owner, plan(wrong))
                #expect(answer.status == .badRequest, "\(wrong): \(answer.text)")
            }
            #expect(try await ask(client, .put, "/plan", token: owner, plan("")).status == .noContent)
            #expect(try await view(client, token: owner).plan.earth == [])
        }
    }

    @Test func `A venue from before there were floors is read as one floor`() async throws {
        let database = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        BeaconStore.migrate(&migrator)
        try migrator.migrate(database, upTo: "Beacons-3")
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO beaconPlan (id, width, depth, walls, method, isPublic) VALUES
                    (1, 12, 8, '[{"x1":0,"y1":4,"x2":6,"y2":4}]', 'leastSquares', 1);
                    INSERT INTO beaconReceiver (id, name, x, y, height, gain) VALUES ('r', 'Door', 1, 2, 2, 0);
                    INSERT INTO beaconReceiver (id, name, height, gain) VALUES ('c', 'Phone', 2, 0);
                    INSERT INTO beaconZone (id, name, x, y, width, depth) VALUES ('z', 'Shop', 0, 0, 3, 3);
                    INSERT INTO beaconSurvey (receiver, x, y, level, count) VALUES ('r', 1, 1, -20, 3);
                    INSERT INTO beaconPlanPicture (id, name, mediaType, bytes) VALUES (1, 'p', 'image/png', X'00');
                    INSERT INTO beaconCrossing (time, place, name, event) VALUES (1, 'z', 'Shop', 'enter');
                    """
            )
        }
        try migrator.migrate(database)
        let store = BeaconStore(database)
        let floors = try await store.floors.all()
        #expect(floors.map(\.key) == ["ground"] && floors[0].walls.count == 1 && floors[0].width == 12)
        let plan = try await store.floors.plan()
        #expect(plan.method == "leastSquares" && plan.isPublic == true && plan.depth == 8)
        #expect(try await store.all(ReceiverSetting.self).map(\.floor) == ["ground", nil])
        #expect(try await store.all(ZoneSetting.self).map(\.floor) == ["ground"])
        #expect(try await store.survey().map(\.floor) == ["ground"])
        #expect(try await store.floors.picture(name: nil)?.name == "p")
        #expect(try await store.history(place: nil, before: nil, limit: 5).map(\.floorName) == [nil])
    }

    @Test func `Who is led upstairs is found there, and the history names the floor`() async throws {
        let fixture = try VenueFixture()
        let (store, tag) = (fixture.store, "00000000-0000-0000-0000-00000000002A/1/1")
        for (id, name, level) in [("low", "Ground", 0), ("high", "Upper", 1)] {
            let floor = FloorSetting(id: id, name: name, level: level, width: 12, depth: 10, walls: [])
            try await store.floors.save(floor.checked())
            for (x, y) in [(0, 0), (12, 0), (0, 10), (12, 10)] as [(Double, Double)] {
                let receiver = ReceiverSetting(id: "\(id)-\(x)-\(y)", name: "R", x: x, y: y, floor: id)
                try await store.save(receiver.checked())
            }
            let zone = ZoneSetting(id: "z\(id)", name: "All", x: 0, y: 0, width: 12, depth: 10, floor: id)
            try await store.save(zone.checked())
        }
        try await store.save(KnownBeacon(id: "b", name: "Tag", beacon: tag).checked())
        let simulation = try await SimulatedVenue(.own, venue: fixture.venue, clock: { fixture.now })
        func pass(seconds: Int) async throws {
            for _ in 0..<2 * seconds {
                fixture.pass(milliseconds: 500)
                try await simulation.tick()
            }
        }
        try await pass(seconds: 10)
        #expect(await fixture.venue.state().beacons.first?.position?.floor == "low")
        await #expect(throws: StudioError.self) { try await simulation.lead(tag, to: SIMD2(6, 5), floor: "gone") }
        try await simulation.lead(tag, to: SIMD2(6, 5), floor: "high")
        try await pass(seconds: 20)
        let state = await fixture.venue.state()
        #expect(state.truth?.first?.floor == "high")
        #expect(state.beacons.first?.position?.floor == "high" && state.beacons.first?.position?.isFloorSure == true)
        let told = fixture.crossings.map { "\($0.event) \($0.floorName ?? "nowhere")" }
        #expect(told == ["enter Ground", "exit Ground", "enter Upper"])
        #expect(try await store.history(place: "zhigh", before: nil, limit: 1).first?.floor == "high")
        // Led without a floor, it stays on its own.
        try await simulation.lead(tag, to: SIMD2(3, 3))
        try await pass(seconds: 5)
        #expect(await fixture.venue.state().truth?.first?.floor == "high")
    }
}

extension Sequence {
    /// The results of work that waits, one after the other.
    fileprivate func asyncMap<Result>(_ work: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await work(element)) }
        return results
    }
}
