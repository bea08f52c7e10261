import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

/// What a stranger on the same network tries in order to get into someone else's call.
@Suite("Call: a stranger tries to take over a room")
struct RoomTakeoverTests {
    private typealias Fields = [String: Any]

    /// A request with a JSON body; gives the status, the fault's code and the answer's fields.
    private func send(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: Fields? = nil,
        pass: String? = nil,
        owner: String? = nil
    ) async throws -> (status: HTTPResponse.Status, code: String?, fields: Fields) {
        var headers = HTTPFields()
        if let pass, let name = HTTPField.Name("X-Assist-Pass") { headers[name] = pass }
        if let owner { headers[.authorization] = "Bearer \(owner)" }
        let data = try body.map { ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: $0)) }
        let answer = try await client.execute(uri: "/api/assist/\(path)", method: method, headers: headers, body: data)
        let fields = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? Fields
        return (answer.status, (fields?["error"] as? Fields)?["code"] as? String, fields ?? [:])
    }

    private func join(
        _ client: any TestClientProtocol,
        _ room: String,
        _ role: String,
        _ more: Fields = [:],
        owner: String? = nil
    ) async throws -> (status: HTTPResponse.Status, code: String?, fields: Fields) {
        let body = ["role": role, "name": "Eve"].merging(more) { $1 }
        return try await send(client, .post, "rooms/\(room)/join", body, owner: owner)
    }

    @Test("a host who is away keeps the place: strangers get 409, and the token brings the host back")
    func awayHost() async throws {
        try await StudioFixture().run { client, studio in
            let host = try await join(client, "pump-7", "site").fields
            let pass = try #require(host["pass"] as? String)
            // Nobody is on the room's channel, and ten seconds are long over.
            try await studio.core.store.database.write { database in
                let seen = Date(timeIntervalSinceNow: -120)
                try database.execute(sql: "UPDATE callRoom SET siteSeenAt = ?", arguments: [seen])
            }
            for _ in 0..<3 {
                let stranger = try await join(client, "pump-7", "site")
                #expect(stranger.status == .conflict && stranger.code == "site_taken")
            }
            // By a token of this tab, and by one that the device kept from another.
            for field in ["pass", "place"] {
                let back = try await join(client, "pump-7", "site", [field: pass]).fields
                #expect(back["isHost"] as? Bool == true && back["member"] as? String == host["member"] as? String)
            }
            // A renewed token keeps the role, too.
            let renewed = try await send(client, .post, "rooms/pump-7/pass", [:], pass: pass)
            #expect(renewed.status == .ok && renewed.fields["expiresIn"] as? Int == 900)
            #expect(try await join(client, "pump-7", "site").status == .conflict)
        }
    }

    @Test("the waiting room is for every role: nobody goes round it as the one on site")
    func everyRoleWaits() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let host = try await join(client, "pump-7", "site").fields
            let pass = try #require(host["pass"] as? String)
            _ = try await send(client, .patch, "rooms/pump-7", ["hasWaitingRoom": true], pass: pass)
            // Someone waits, so that the room does not end with its host's leaving.
            _ = try await join(client, "pump-7", "expert")
            _ = try await send(client, .post, "rooms/pump-7/leave", [:], pass: pass)
            for role in ["site", "expert"] {
                let stranger = try await join(client, "pump-7", role).fields
                #expect(stranger["state"] as? String == "waiting" && stranger["isHost"] == nil)
                let waitingPass = try #require(stranger["pass"] as? String)
                let decision = "rooms/pump-7/waiting/\(stranger["member"] ?? "")"
                #expect(
                    try await send(client, .post, decision, ["admitted": true], pass: waitingPass).status == .forbidden
                )
                #expect(try await send(client, .post, decision, ["admitted": true]).status == .unauthorized)
            }
            // The host comes back by the token, and the owner may let people in without being inside.
            #expect(try await join(client, "pump-7", "site", ["pass": pass]).fields["isHost"] as? Bool == true)
            let queue = try await send(client, .get, "rooms/pump-7/waiting", owner: owner).fields["waiting"]
            let waiting = try #require(queue as? [Fields])
            #expect(waiting.map { $0["role"] as? String } == ["expert", "site", "expert"])
            let first = "rooms/pump-7/waiting/\(waiting[0]["member"] ?? "")"
            #expect(try await send(client, .post, first, ["admitted": true], owner: owner).status == .noContent)
        }
    }

    @Test("a closed room's name stays the owner's: no stranger opens it anew, and its tokens and invitations are void")
    func closedRoom() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            #expect(try await send(client, .post, "rooms", ["name": "vault"], owner: owner).status == .created)
            let invited = try await send(client, .post, "rooms/vault/invites", ["role": "expert"], owner: owner).fields
            let invite = try #require(invited["token"] as? String)
            let guest = try await join(client, "vault", "expert", ["invite": invite]).fields
            let pass = try #require(guest["pass"] as? String)
            #expect(try await send(client, .delete, "rooms/vault", owner: owner).status == .noContent)
            for more in [[:], ["invite": invite], ["pass": pass], ["place": pass]] as [Fields] {
                let stranger = try await join(client, "vault", "site", more)
                #expect(stranger.status == .notFound && stranger.code == "unknown_room")
            }
            #expect(try await send(client, .post, "rooms/vault/pass", [:], pass: pass).code == "pass_revoked")
            #expect(
                try await send(client, .post, "rooms/vault/records/consent", [:], pass: pass).code == "pass_revoked"
            )
            let rooms = try await send(client, .get, "rooms", owner: owner).fields["rooms"] as? [Fields]
            #expect(rooms?.isEmpty == true)
            // The owner may; earlier tokens stay void.
            #expect(try await send(client, .post, "rooms", ["name": "vault"], owner: owner).status == .created)
            #expect(try await join(client, "vault", "expert", ["invite": invite]).code == "pass_revoked")
            #expect(try await join(client, "vault", "expert").code == "invite_needed")
        }
    }

    @Test("a pass that has ended opens nothing; who may join anyway keeps their number by it")
    func endedPass() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let signer = AccessTokenSigner(secret: try studio.core.folder.secret(named: "assist-key") { "" }.text)
            func ended(_ room: String, _ fields: Fields) async throws -> String {
                let name = try #require(CallRoomName(room))
                var token = try await signer.read(try #require(fields["pass"] as? String), kinds: [.inside], room: name)
                token.exp = .init(value: Date(timeIntervalSinceNow: -60))
                return try await signer.sign(token)
            }
            let guest = try await join(client, "pump-7", "expert").fields
            let pass = try await ended("pump-7", guest)
            #expect(try await send(client, .post, "rooms/pump-7/pass", [:], pass: pass).code == "pass_expired")
            let back = try await join(client, "pump-7", "expert", ["pass": pass]).fields
            #expect(back["member"] as? String == guest["member"] as? String)

            _ = try await send(client, .post, "rooms", ["name": "vault"], owner: owner)
            let invited = try await send(client, .post, "rooms/vault/invites", ["role": "expert"], owner: owner).fields
            let invite: Fields = ["invite": try #require(invited["token"] as? String)]
            let inside = try await join(client, "vault", "expert", invite).fields
            let shown: Fields = ["pass": try await ended("vault", inside)]
            #expect(try await join(client, "vault", "expert", shown).code == "invite_needed")
            let again = try await join(client, "vault", "expert", invite.merging(shown) { $1 }).fields
            #expect(again["member"] as? String == inside["member"] as? String)
        }
    }

    @Test("a pass is good for a quarter of an hour, and the owner or the host takes it back")
    func shortPasses() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let host = try await join(client, "pump-7", "site").fields
            let guest = try await join(client, "pump-7", "expert").fields
            let (hostPass, pass) = (try #require(host["pass"] as? String), try #require(guest["pass"] as? String))
            let claims = try #require(pass.split(separator: ".").dropFirst().first)
            var text = claims.replacing("-", with: "+").replacing("_", with: "/")
            text += String(repeating: "=", count: (4 - text.count % 4) % 4)
            let bytes = try #require(Data(base64Encoded: String(text)))
            let token = try JSONSerialization.jsonObject(with: bytes) as? Fields
            let seconds = try #require(token?["exp"] as? Double) - Date().timeIntervalSince1970
            #expect((880...901).contains(seconds))

            let member = "rooms/pump-7/members/\(guest["member"] ?? "")"
            #expect(try await send(client, .delete, member, pass: pass).status == .forbidden)
            #expect(try await send(client, .delete, member, pass: hostPass).status == .noContent)
            #expect(try await send(client, .post, "rooms/pump-7/pass", [:], pass: pass).code == "pass_revoked")
            #expect(try await send(client, .post, "rooms/pump-7/pass", [:], pass: hostPass).status == .ok)
            #expect(try await send(client, .delete, "rooms/pump-7/passes", pass: hostPass).status == .unauthorized)
            #expect(try await send(client, .delete, "rooms/pump-7/passes", owner: owner).status == .noContent)
            #expect(try await send(client, .post, "rooms/pump-7/pass", [:], pass: hostPass).code == "pass_revoked")
        }
    }

    @Test("on a network nobody opens a room by naming it, until the owner allows it")
    func openingRooms() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.roomOpening = .ownerDecides
        try await fixture.run(with: configuration) { client, studio in
            let owner = studio.core.owner.token
            let stranger = try await join(client, "pump-7", "site")
            #expect(stranger.code == "unknown_room")
            let asked: Fields = ["opensRooms": true]
            #expect(try await send(client, .put, "settings", asked).status == .unauthorized)
            #expect(try await send(client, .put, "settings", asked, owner: owner).status == .ok)
            #expect(try await join(client, "pump-7", "site").status == .ok)
            #expect(try await send(client, .put, "settings", ["opensRooms": false], owner: owner).status == .ok)
            #expect(try await join(client, "pump-8", "site").code == "unknown_room")
        }
        try await StudioFixture().run { client, studio in
            let told = try await send(client, .get, "settings", owner: studio.core.owner.token).fields
            #expect(told["opensRooms"] as? Bool == true && told["isFixed"] as? Bool == true)
        }
    }
}
