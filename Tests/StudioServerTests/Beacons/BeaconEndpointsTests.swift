import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proximity
import Testing

@testable import StudioServer

@Suite struct BeaconRoutesTests: BeaconRequests {
    private func decode<Value: Decodable>(_: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    @Test func `The owner adds, changes and deletes settings; nobody else does`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let body = #"{"name": " Entrance ", "x": 1, "y": 2}"#
            #expect(try await ask(client, .post, "/receivers", body).status == .unauthorized)
            let made = try await ask(client, .post, "/receivers", token: owner, body)
            #expect(made.status == .created)
            let id = try decode(KeptAnswer.self, made.text).id
            let changed = #"{"name": "Door", "x": 3, "y": 4, "height": 2.5, "gain": -3}"#
            #expect(try await ask(client, .put, "/receivers/\(id)", token: owner, changed).status == .ok)
            let view = try decode(BeaconsView.self, try await ask(client, .get, "", token: owner).text)
            #expect(view.isOwner)
            #expect(view.receivers.map(\.name) == ["Door"])
            #expect(view.receivers.map(\.height) == [2.5])
            #expect(view.state.receivers.map(\.isConnected) == [false])
            #expect(try await ask(client, .delete, "/receivers/\(id)", token: owner).status == .noContent)
            #expect(try await ask(client, .delete, "/receivers/\(id)", token: owner).status == .notFound)
            #expect(try await ask(client, .put, "/receivers/\(id)", token: owner, changed).status == .notFound)
        }
    }

    @Test(arguments: [
        ("/receivers", #"{"name": ""}"#, "invalid_name"), ("/receivers", #"{"name": "a", "x": 1}"#, "invalid_x"),
        ("/receivers", #"{}"#, "invalid_body"), ("/receivers", "nonsense", "invalid_body"),
        ("/beacons", #"{"name": "a", "beacon": "b"}"#, "invalid_beacon"),
        ("/regions", #"{"name": "a", "uuid": "b"}"#, "invalid_uuid"),
        ("/regions", #"{"name": "a", "uuid": "51674874-6C69-6E65-8000-0000BEAC0000", "minor": 1}"#, "invalid_minor"),
        ("/regions", #"{"name": "a", "uuid": "51674874-6C69-6E65-8000-0000BEAC0000", "major": 70000}"#, "invalid_body"),
        ("/zones", #"{"name": "a", "x": 0, "y": 0, "width": 0, "depth": 1}"#, "invalid_width"),
        ("/zones", #"{"name": "a", "outline": [[0, 0], [1, 0]]}"#, "invalid_outline"),
        ("/zones", #"{"name": "a", "outline": [[0, 0], [1, 0], [1]]}"#, "invalid_outline"),
        ("/zones", #"{"name": "a", "outline": [[0, 0], [1, 0], [1, 1e9]]}"#, "invalid_x"),
        ("/zones", #"{"name": "a", "outline": [[0, 0], [1, 0], [2, 0]]}"#, "invalid_depth"),
        ("/zones", #"{"name": "a"}"#, "invalid_body"),
        ("/actions", #"{"on": "both"}"#, "invalid_url"),
        ("/notices", #"{"title": " ", "text": ""}"#, "invalid_title"),
        ("/notices", #"{"title": "a", "text": "b\u0007"}"#, "invalid_text"),
        ("/notices", #"{"title": "a", "text": "", "image": "http://example.org/a.png"}"#, "invalid_image"),
        ("/notices", #"{"title": "a", "text": "", "link": "javascript:alert(1)"}"#, "invalid_link"),
        ("/notices", #"{"title": "a", "text": "", "link": "//example.org"}"#, "invalid_link"),
        ("/notices", #"{"title": "a", "text": "", "quietFrom": "22:00"}"#, "invalid_quietFrom"),
        ("/notices", #"{"title": "a", "text": "", "quietFrom": "22:00", "quietUntil": "24:00"}"#, "invalid_quietUntil"),
    ])
    func `A setting that makes no sense is refused by its field`(path: String, body: String, code: String) async throws
    {
        try await StudioFixture().run { client, studio in
            let answer = try await ask(client, .post, path, token: studio.core.owner.token, body)
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains(#""code":"\#(code)""#))
        }
    }

    @Test func `Who is near is for the owner to see, unless the venue is public or simulated`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            for path in ["", "/state", "/history"] {
                #expect(try await ask(client, .get, path).status == .unauthorized)
                #expect(try await ask(client, .get, path, token: owner).status == .ok)
            }
            #expect(try await ask(client, .put, "/simulation", #"{"isShown": true}"#).status == .unauthorized)
            #expect(
                try await ask(client, .put, "/simulation", token: owner, #"{"isShown": true}"#).status == .noContent
            )
            let shown = try decode(BeaconsView.self, try await ask(client, .get, "").text)
            #expect(shown.simulation.isShown && !shown.isOwner && shown.actions == nil)
            #expect(shown.receivers.count == 10 && shown.floors.count == 2)
            #expect(
                try await ask(client, .put, "/simulation", token: owner, #"{"isShown": false}"#).status == .noContent
            )
            #expect(try await ask(client, .get, "").status == .unauthorized)
            let plan = #"{"width": 12, "depth": 8, "walls": [{"x1": 0, "y1": 4, "x2": 6, "y2": 4}], "isPublic": true}"#
            #expect(try await ask(client, .put, "/plan", token: owner, plan).status == .noContent)
            let view = try decode(BeaconsView.self, try await ask(client, .get, "").text)
            #expect(view.plan.walls.count == 1)
            #expect(view.plan.method == "particles")
        }
    }

    @Test func `A zone of any outline is kept with the rectangle around it`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let body = #"{"name": "L", "x": 9, "outline": [[1, 1], [7, 1], [7, 3], [3, 3], [3, 6], [1, 6]]}"#
            #expect(try await ask(client, .post, "/zones", token: owner, body).status == .created)
            let view = try decode(BeaconsView.self, try await ask(client, .get, "", token: owner).text)
            let zone = try #require(view.zones.first)
            #expect([zone.x, zone.y, zone.width, zone.depth] == [1, 1, 6, 5] && zone.outline?.count == 6)
        }
    }

    @Test func `A picture lies under the plan for who may look, and what is none is refused`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            func put(_ bytes: Data, token: String?) async throws -> HTTPResponse.Status {
                try await client.execute(
                    uri: "/api/beacons/plan/picture",
                    method: .put,
                    headers: token.map { [.authorization: "Bearer \($0)"] } ?? [:],
                    body: ByteBuffer(bytes: bytes)
                ).status
            }
            let picture = UploadCheckTests.png
            for token in [nil, "guess"] { #expect(try await put(picture, token: token) == .unauthorized) }
            #expect(try await ask(client, .get, "/plan/picture", token: owner).status == .notFound)
            #expect(try await put(picture, token: owner) == .noContent)
            let view = try decode(BeaconsView.self, try await ask(client, .get, "", token: owner).text)
            let address = try #require(view.planPicture?.dropFirst("/api/beacons".count))
            let answer = try await client.execute(
                uri: "/api/beacons" + address,
                method: .get,
                headers: [.authorization: "Bearer \(owner)"]
            )
            #expect(answer.headers[.contentType] == "image/png" && Data(buffer: answer.body) == picture)
            #expect(try await ask(client, .get, String(address)).status == .unauthorized)
            for (bytes, status) in [
                (Data("<svg onload='alert(1)'/>".utf8), HTTPResponse.Status.unsupportedMediaType),
                (Data([0, 0, 0, 8]) + Data("ftypmp42".utf8), .unsupportedMediaType), (picture.prefix(40), .badRequest),
                (UploadCheckTests.png(claiming: 60_000, 60_000), .contentTooLarge),
                (picture + Data(count: PlanPicture.largest), .contentTooLarge),
            ] {
                #expect(try await put(bytes, token: owner) == status)
            }
            #expect(try await ask(client, .get, "/plan/picture", token: owner).status == .ok)
            #expect(try await ask(client, .delete, "/plan/picture").status == .unauthorized)
            #expect(try await ask(client, .delete, "/plan/picture", token: owner).status == .noContent)
            #expect(try await ask(client, .get, "/plan/picture", token: owner).status == .notFound)
        }
    }

    @Test func `A channel's policy is the page's: the owner joins, others only what is public`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            func receive(_ token: String, _ channel: String) async throws -> Bool {
                let answer = try await client.execute(
                    uri: "/api/channels/auth",
                    method: .post,
                    headers: [.authorization: "Bearer \(token)"],
                    body: ByteBuffer(string: "socket_id=12.34&channel_name=\(channel)")
                )
                return answer.status == .ok
            }
            #expect(try await receive(owner, "private-beacons"))
            for channel in BeaconChannel.allCases.map(\.name) + ["private-beacons-else"] {
                #expect(try await !receive("guess", channel))
            }
            let plan = #"{"width": 0, "depth": 0, "walls": [], "isPublic": true}"#
            _ = try await ask(client, .put, "/plan", token: owner, plan)
            #expect(try await receive("guess", "private-beacons-public"))
            #expect(try await !receive("guess", "private-beacons"))
            _ = try await ask(client, .put, "/simulation", token: owner, #"{"isShown": true}"#)
            #expect(try await receive("guess", "private-beacons-simulated"))
        }
    }

    @Test func `A receiver reports with its own token over the network, and a wrong token is told so`() async throws {
        try await StudioFixture().run(.live) { client, studio in
            let owner = studio.core.owner.token
            let made = try await ask(client, .post, "/receivers", token: owner, #"{"name": "Entrance"}"#)
            let id = try decode(KeptAnswer.self, made.text).id
            let answer = try await ask(client, .post, "/receivers/\(id)/token", token: owner)
            let token = try decode(TokenAnswer.self, answer.text).token
            let server = "http://127.0.0.1:\(try #require(client.port))"
            let received = ReceiverReport.BeaconPackets(beacon: VenueFixture.tag, power: -59, packets: [[10, -60]])
            let report = ReceiverReport(authorisation: .allowed, source: "hci0", beacons: [received])
            #expect(try await ReceiverLink(server: server, token: token).send(report).receiver == "Entrance")
            let state = try decode(LiveState.self, try await ask(client, .get, "/state", token: owner).text)
            #expect(state.beacons.map(\.beacon) == [VenueFixture.tag])
            #expect(state.receivers.map(\.authorisation) == ["allowed"])

            for wrong in ["", "guess", owner] {
                do {
                    _ = try await ReceiverLink(server: server, token: wrong).send(report)
                    Issue.record("a wrong token was taken")
                } catch ReceiverLink.Fault.refused(let status, let message) {
                    #expect(status == 401)
                    #expect(message.contains("token"))
                }
            }
            #expect(try await ask(client, .post, "/receivers/\(id)/token", token: owner).status == .ok)
            await #expect(throws: ReceiverLink.Fault.self) {
                _ = try await ReceiverLink(server: server, token: token).send(report)
            }
        }
    }

    @Test func `A report's token is looked at before its body, however long and broken that is`() async throws {
        try await StudioFixture().run { client, _ in
            let body = String(repeating: "[", count: 3 << 20)
            for token in [nil, "guess"] {
                let answer = try await ask(client, .post, "/reports", token: token, body)
                #expect(answer.status == .unauthorized)
            }
        }
    }

    @Test func `A studio that is not there is unreachable, and not a refusal`() async {
        do {
            _ = try await ReceiverLink(server: "http://127.0.0.1:9", token: "a").send(
                ReceiverReport(authorisation: .allowed)
            )
            Issue.record("nobody answered, yet it was sent")
        } catch {
            guard case ReceiverLink.Fault.unreachable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func `Secrets of actions are kept and never told`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let body = #"{"on": "both", "url": "https://example.org/hook", "secret": "s3cret"}"#
            #expect(try await ask(client, .post, "/actions", token: owner, body).status == .created)
            let view = try await ask(client, .get, "", token: owner).text
            #expect(view.contains("example.org") && !view.contains("s3cret"))
        }
    }

    @Test func `Settings outlive the studio`() async throws {
        let fixture = try StudioFixture()
        let first = try Studio(configuration: fixture.configuration)
        let store = BeaconStore(first.core.store.database)
        try await store.save(RegionSetting(id: "r", name: "Shop", uuid: "\(BeaconWalk.venueUUID)", major: 7))
        let second = try Studio(configuration: fixture.configuration)
        let regions = try await BeaconStore(second.core.store.database).all(RegionSetting.self)
        #expect(regions.map(\.major) == [7])
        try FileManager.default.removeItem(at: fixture.folder)
    }
}
