import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite("Call: rooms, doors and records over HTTP")
struct AssistRoutesTests {
    /// A request with a JSON body; gives the status and the answer's fields.
    private static func send(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: [String: Any]? = nil,
        pass: String? = nil,
        owner: String? = nil
    ) async throws -> (HTTPResponse.Status, [String: Any]) {
        var headers = HTTPFields()
        if let pass, let name = HTTPField.Name("X-Assist-Pass") { headers[name] = pass }
        if let owner { headers[.authorization] = "Bearer \(owner)" }
        let data = try body.map { ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: $0)) }
        let answer = try await client.execute(uri: "/api/assist/\(path)", method: method, headers: headers, body: data)
        let fields = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        return (answer.status, fields ?? [:])
    }

    private static func code(_ fields: [String: Any]) -> String? {
        (fields["error"] as? [String: Any])?["code"] as? String
    }

    private static func authorize(
        _ client: any TestClientProtocol,
        _ channel: String,
        pass: String
    ) async throws -> (
        HTTPResponse.Status, String
    ) {
        var headers = HTTPFields()
        if let name = HTTPField.Name("X-Assist-Pass") { headers[name] = pass }
        let answer = try await client.execute(
            uri: "/api/channels/auth",
            method: .post,
            headers: headers,
            body: ByteBuffer(string: "socket_id=12.34&channel_name=\(channel)")
        )
        return (answer.status, String(buffer: answer.body))
    }

    @Test("whoever knows an open room's name comes in; their pass opens this room's channel and no other")
    func open() async throws {
        try await StudioFixture().run { client in
            let (status, told) = try await Self.send(
                client,
                .post,
                "rooms/pump-7/join",
                ["role": "expert", "name": "  Ada  Lovelace "]
            )
            #expect(status == .ok && told["state"] as? String == "inside")
            let pass = try #require(told["pass"] as? String)
            let (mayJoin, answer) = try await Self.authorize(client, "presence-room-pump-7", pass: pass)
            #expect(mayJoin == .ok && answer.contains("Ada Lovelace") && answer.contains("expert"))
            for channel in ["presence-room-pump-8", "private-lobby-x", "presence-room-", "private-room-pump-7"] {
                #expect(try await Self.authorize(client, channel, pass: pass).0 == .forbidden)
            }
            #expect(try await Self.authorize(client, "presence-room-pump-7", pass: pass + "x").0 == .forbidden)
            #expect(try await Self.authorize(client, "presence-room-pump-7", pass: "").0 == .forbidden)
            let (again, same) = try await Self.send(
                client,
                .post,
                "rooms/pump-7/join",
                ["role": "expert", "name": "Ada", "pass": pass]
            )
            #expect(again == .ok && same["member"] as? String == told["member"] as? String)
        }
    }

    @Test("a room with tokens takes sound invitations alone, and gives the role they name")
    func invited() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            #expect(try await Self.send(client, .post, "rooms", ["name": "vault"]).0 == .unauthorized)
            let made = try await Self.send(client, .post, "rooms", ["name": "vault", "access": "token"], owner: owner)
            #expect(made.0 == .created)
            #expect(try await Self.send(client, .post, "rooms", ["name": "vault"], owner: owner).0 == .conflict)
            let asking: [String: Any] = ["role": "site", "name": "Eve"]
            let (refused, why) = try await Self.send(client, .post, "rooms/vault/join", asking)
            #expect(refused == .forbidden && Self.code(why) == "invite_needed")
            let (forged, whyForged) = try await Self.send(
                client,
                .post,
                "rooms/vault/join",
                asking.merging(["invite": "eyJhbGciOiJIUzI1NiJ9.e30.AAAA"]) { $1 }
            )
            #expect(forged == .unauthorized && Self.code(whyForged) == "pass_invalid")
            let (_, invite) = try await Self.send(
                client,
                .post,
                "rooms/vault/invites",
                ["role": "expert", "minutes": 5],
                owner: owner
            )
            let token = try #require(invite["token"] as? String)
            #expect((invite["path"] as? String)?.hasPrefix("/assist/?room=vault&role=expert#invite=") == true)
            #expect((invite["address"] as? String)?.hasSuffix(invite["path"] as? String ?? "none") == true)
            #expect((invite["code"] as? String)?.hasPrefix("<svg") == true)
            let (inside, told) = try await Self.send(
                client,
                .post,
                "rooms/vault/join",
                asking.merging(["invite": token]) { $1 }
            )
            #expect(inside == .ok && told["isHost"] as? Bool == false)
            #expect(
                try await Self.send(client, .post, "rooms/pump-7/join", asking.merging(["invite": token]) { $1 }).0
                    == .forbidden
            )
            let expired = try await AccessTokenSigner(
                secret: try studio.core.folder.secret(named: "assist-key") { "" }.text
            ).sign(
                AccessToken(
                    kind: .invite,
                    room: "vault",
                    role: .site,
                    exp: .init(value: Date(timeIntervalSinceNow: -1))
                )
            )
            let (late, whyLate) = try await Self.send(
                client,
                .post,
                "rooms/vault/join",
                asking.merging(["invite": expired]) { $1 }
            )
            #expect(late == .unauthorized && Self.code(whyLate) == "pass_expired")
        }
    }

    @Test("those inside get the room's address as a code to scan; nobody else does")
    func invitation() async throws {
        try await StudioFixture().run { client in
            let (_, told) = try await Self.send(client, .post, "rooms/pump-7/join", ["role": "site", "name": "Sam"])
            let pass = try #require(told["pass"] as? String)
            let (status, invitation) = try await Self.send(client, .get, "rooms/pump-7/invitation", pass: pass)
            #expect(status == .ok && (invitation["code"] as? String)?.hasPrefix("<svg") == true)
            #expect((invitation["address"] as? String)?.hasSuffix("/assist/?room=pump-7&role=expert") == true)
            #expect(try await Self.send(client, .get, "rooms/pump-8/invitation", pass: pass).0 == .forbidden)
            #expect(try await Self.send(client, .get, "rooms/pump-7/invitation").0 == .unauthorized)
        }
    }

    @Test("in a room with a waiting room an expert waits until the host lets them in")
    func waiting() async throws {
        try await StudioFixture().run { client in
            let (_, host) = try await Self.send(client, .post, "rooms/pump-7/join", ["role": "site", "name": "Sam"])
            let hostPass = try #require(host["pass"] as? String)
            #expect(host["isHost"] as? Bool == true)
            let closed = try await Self.send(client, .patch, "rooms/pump-7", ["hasWaitingRoom": true], pass: hostPass)
            #expect(closed.0 == .ok)
            let (_, guest) = try await Self.send(client, .post, "rooms/pump-7/join", ["role": "expert", "name": "Ada"])
            #expect(guest["state"] as? String == "waiting" && guest["iceServers"] == nil)
            let waitingPass = try #require(guest["pass"] as? String)
            let member = try #require(guest["member"] as? String)
            #expect(try await Self.authorize(client, "presence-room-pump-7", pass: waitingPass).0 == .forbidden)
            #expect(try await Self.authorize(client, "private-lobby-\(member)", pass: waitingPass).0 == .ok)
            #expect(try await Self.authorize(client, "private-lobby-other", pass: waitingPass).0 == .forbidden)
            let (_, queue) = try await Self.send(client, .get, "rooms/pump-7/waiting", pass: hostPass)
            #expect((queue["waiting"] as? [[String: Any]])?.first?["name"] as? String == "Ada")
            let decision = "rooms/pump-7/waiting/\(member)"
            #expect(try await Self.send(client, .post, decision, ["admitted": true], pass: waitingPass).0 == .forbidden)
            #expect(try await Self.send(client, .post, decision, ["admitted": true], pass: hostPass).0 == .noContent)
            let (_, told) = try await Self.send(client, .get, "rooms/pump-7/waiting", pass: waitingPass)
            let pass = try #require(told["pass"] as? String)
            #expect(try await Self.authorize(client, "presence-room-pump-7", pass: pass).0 == .ok)
            #expect(
                try await Self.send(client, .patch, "rooms/pump-7", ["hasWaitingRoom": false], pass: pass).0
                    == .forbidden
            )
        }
    }

    @Test(
        "what cannot be is refused by name",
        arguments: [
            ("rooms/PUMP/join", ["role": "site", "name": "A"], "room_name"),
            ("rooms/pump-7/join", ["role": "boss", "name": "A"], "invalid_body"),
            ("rooms/pump-7/join", ["role": "site", "name": "   "], "person_name"),
            ("rooms/pump-7/join", ["role": "site"], "invalid_body"),
        ]
    )
    func unsound(path: String, body: [String: String], expected: String) async throws {
        try await StudioFixture().run { client in
            let (status, told) = try await Self.send(client, .post, path, body)
            #expect(status == .badRequest && Self.code(told) == expected)
        }
    }

    @Test(
        "the host keeps a record; it opens to its key and the owner, in ranges, and is gone when deleted or its time is over"
    )
    func records() async throws {
        try await StudioFixture().run { client, studio in
            let (_, host) = try await Self.send(client, .post, "rooms/pump-7/join", ["role": "site", "name": "Sam"])
            let (_, guest) = try await Self.send(client, .post, "rooms/pump-7/join", ["role": "expert", "name": "Ada"])
            let begin = "rooms/pump-7/records"
            let consent = begin + "/consent"
            let owner = studio.core.owner.token
            let (_, agreed) = try await Self.send(
                client,
                .post,
                consent,
                [:],
                pass: guest["pass"] as? String,
                owner: owner
            )
            let consents: [String: Any] = ["consents": [try #require(agreed["consent"] as? String)]]
            #expect(try await Self.send(client, .post, begin, consents, pass: guest["pass"] as? String).0 == .forbidden)
            let (made, record) = try await Self.send(client, .post, begin, consents, pass: host["pass"] as? String)
            #expect(made == .created)
            #expect(record["people"] as? [String] == ["Sam", "Ada"])
            let id = try #require(record["id"] as? String)
            let key = try #require(record["key"] as? String)
            for bytes in ["0123", "456789"] {
                let path = "/api/assist/records/\(id)/video?key=\(key)"
                let kept = try await client.execute(uri: path, method: .post, body: ByteBuffer(string: bytes))
                #expect(kept.status == .noContent)
            }
            let events = ByteBuffer(string: #"[{"kind":"word","text":"hm\n"},{"kind":"began"}]"#)
            let path = "/api/assist/records/\(id)"
            #expect(
                try await client.execute(uri: "\(path)/events?key=\(key)", method: .post, body: events).status
                    == .noContent
            )
            let bad = ByteBuffer(string: "{}")
            #expect(
                try await client.execute(uri: "\(path)/events?key=\(key)", method: .post, body: bad).status
                    == .badRequest
            )
            let part = try await client.execute(
                uri: "\(path)/files/session.webm?key=\(key)",
                method: .get,
                headers: [.range: "bytes=2-5"]
            )
            #expect(part.status == .partialContent && String(buffer: part.body) == "2345")
            let lines = try await client.execute(uri: "\(path)/files/events.jsonl?key=\(key)", method: .get)
            #expect(String(buffer: lines.body).split(separator: "\n").count == 2)
            #expect(
                try await client.execute(uri: "\(path)/files/..%2Fassist-key?key=\(key)", method: .get).status != .ok
            )
            #expect(try await Self.send(client, .get, "records/\(id)").0 == .notFound)
            #expect(try await Self.send(client, .get, "records/\(id)?key=\(key)x").0 == .notFound)
            #expect(try await Self.send(client, .get, "records/\(id)", owner: owner).0 == .ok)
            #expect(try await Self.send(client, .get, "records").0 == .unauthorized)
            #expect(try await Self.send(client, .post, "records/\(id)/finish?key=\(key)", [:]).0 == .noContent)
            let late = try await client.execute(
                uri: "\(path)/video?key=\(key)",
                method: .post,
                body: ByteBuffer(string: "9")
            )
            #expect(late.status == .conflict)
            let picture = try await client.execute(
                uri: "\(path)/files/a.png?key=\(key)",
                method: .put,
                body: ByteBuffer(string: "9")
            )
            #expect(picture.status == .conflict)
            #expect(try await Self.send(client, .delete, "records/\(id)?key=\(key)").0 == .noContent)
            #expect(try await Self.send(client, .get, "records/\(id)", owner: owner).0 == .notFound)

            let folder = try studio.core.folder.folder("records")
            let store = SessionRecordStore(database: studio.core.store.database, folder: folder)
            let name = try #require(CallRoomName("old-room"))
            let old = try await store.begin(
                room: .open(name, at: Date()),
                people: ["Sam"],
                at: Date(timeIntervalSinceNow: -40 * 86_400)
            )
            #expect(try await store.expire(at: Date()) == 1)
            #expect(FileManager.default.fileExists(atPath: store.folder(of: old).path) == false)
        }
    }

    @Test("strangers cannot have the studio record: neither as hosts, nor with consents that they make up")
    func strangersRecordNothing() async throws {
        try await StudioFixture().run { client, studio in
            let (_, host) = try await Self.send(client, .post, "rooms/pump-7/join", ["role": "site", "name": "Eve"])
            let pass = try #require(host["pass"] as? String)
            let begin = "rooms/pump-7/records"
            for body in [[:], ["people": ["Owner"]], ["consents": []]] as [[String: Any]] {
                let (status, told) = try await Self.send(client, .post, begin, body, pass: pass)
                #expect(status == .forbidden && Self.code(told) == "owner_needed")
            }
            let (status, told) = try await Self.send(client, .post, begin, ["consents": [pass]], pass: pass)
            #expect(status == .forbidden && Self.code(told) == "pass_elsewhere")
            #expect(
                try await Self.send(client, .post, begin, ["consents": ["made.up.text"]], pass: pass).0 == .unauthorized
            )

            // A consent to a record of another room is none of this room.
            let owner = studio.core.owner.token
            let (_, there) = try await Self.send(client, .post, "rooms/pump-8/join", ["role": "expert", "name": "Ada"])
            let (_, other) = try await Self.send(
                client,
                .post,
                "rooms/pump-8/records/consent",
                [:],
                pass: there["pass"] as? String,
                owner: owner
            )
            let consents = ["consents": [try #require(other["consent"] as? String)]]
            #expect(try await Self.send(client, .post, begin, consents, pass: pass).0 == .forbidden)
            #expect(try studio.core.folder.folder("records").path.isEmpty == false)
            let (_, list) = try await Self.send(client, .get, "records", owner: owner)
            #expect((list["records"] as? [Any])?.isEmpty == true)
            #expect((list["storage"] as? [String: Any])?["usedBytes"] as? Int == 0)
        }
    }

    @Test("somebody whom the owner invited may have a session recorded")
    func invitedRecords() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            #expect(try await Self.send(client, .post, "rooms", ["name": "pump-9"], owner: owner).0 == .created)
            let (_, invite) = try await Self.send(client, .post, "rooms/pump-9/invites", ["role": "site"], owner: owner)
            let join: [String: Any] = [
                "role": "site", "name": "Sam", "invite": try #require(invite["token"] as? String),
            ]
            let (_, host) = try await Self.send(client, .post, "rooms/pump-9/join", join)
            let (status, record) = try await Self.send(
                client,
                .post,
                "rooms/pump-9/records",
                [:],
                pass: host["pass"] as? String
            )
            #expect(status == .created && record["people"] as? [String] == ["Sam"])
        }
    }
}
