import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite struct OwnerTests {
    @Test func `Nobody is the owner without the token`() async throws {
        try await StudioFixture().run { client, _ in
            for header in [nil, "Bearer ", "Bearer 0000", "Basic abc"] {
                var headers = HTTPFields()
                headers[.authorization] = header
                let answer = try await client.execute(uri: "/api/owner", method: .get, headers: headers)
                #expect(String(buffer: answer.body) == #"{"isOwner":false}"#)
            }
        }
    }

    @Test func `The token signs a browser in by a cookie that does not hold it, and out again`() async throws {
        try await StudioFixture().run { client, studio in
            let token = studio.core.owner.token
            let body = ByteBuffer(string: #"{"token":"\#(token)"}"#)
            let signedIn = try await client.execute(uri: "/api/owner/session", method: .post, body: body)
            #expect(signedIn.status == .ok)
            let cookie = try #require(signedIn.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(token))
            let pair = String(cookie.prefix { $0 != ";" })
            let asked = try await client.execute(uri: "/api/owner", method: .get, headers: [.cookie: pair])
            #expect(String(buffer: asked.body) == #"{"isOwner":true}"#)
            let leaving: HTTPFields = [.cookie: pair]
            let signedOut = try await client.execute(uri: "/api/owner/session", method: .delete, headers: leaving)
            #expect(signedOut.headers[.setCookie]?.contains("Max-Age=0") == true)
            // Whoever copied the cookie is signed out, too.
            let copied = try await client.execute(uri: "/api/owner", method: .get, headers: [.cookie: pair])
            #expect(String(buffer: copied.body) == #"{"isOwner":false}"#)
        }
    }

    /// Signs a browser in; gives its cookie as it was set, and as it is sent.
    private func signIn(
        _ client: any TestClientProtocol,
        _ studio: Studio,
        _ headers: HTTPFields = [:]
    ) async throws -> (set: String, sent: String) {
        let body = ByteBuffer(string: #"{"token":"\#(studio.core.owner.token)"}"#)
        let uri = "/api/owner/session"
        let answer = try await client.execute(uri: uri, method: .post, headers: headers, body: body)
        let cookie = try #require(answer.headers[.setCookie])
        return (cookie, String(cookie.prefix { $0 != ";" }))
    }

    @Test func `Each browser has a session of its own; the owner lists them and ends one or all`() async throws {
        try await StudioFixture().run { client, studio in
            let phone = try await signIn(client, studio, [.userAgent: "Phone"])
            let laptop = try await signIn(client, studio, [.userAgent: "Laptop"])
            #expect(phone.sent != laptop.sent)
            let stored = try await studio.core.store.database.read { try OwnerSession.fetchAll($0) }
            #expect(stored.count == 2 && !stored.contains { phone.sent.contains($0.digest) })
            func isOwner(_ cookie: String) async throws -> Bool {
                let answer = try await client.execute(uri: "/api/owner", method: .get, headers: [.cookie: cookie])
                return String(buffer: answer.body) == #"{"isOwner":true}"#
            }
            let path = "/api/owner/sessions"
            #expect(try await client.execute(uri: path, method: .get).status == .unauthorized)
            #expect(try await client.execute(uri: path, method: .delete).status == .unauthorized)
            let list = try await client.execute(uri: path, method: .get, headers: [.cookie: laptop.sent])
            let fields = try JSONSerialization.jsonObject(with: Data(buffer: list.body)) as? [String: [[String: Any]]]
            let sessions = try #require(fields?["sessions"])
            #expect(Set(sessions.compactMap { $0["device"] as? String }) == ["Phone", "Laptop"])
            let other = try #require(sessions.first { $0["isThis"] as? Bool == false }?["id"] as? String)
            let owned: HTTPFields = [.cookie: laptop.sent]
            #expect(
                try await client.execute(uri: "\(path)/\(other)", method: .delete, headers: owned).status == .noContent
            )
            #expect(
                try await client.execute(uri: "\(path)/\(other)", method: .delete, headers: owned).status == .notFound
            )
            #expect(try await isOwner(phone.sent) == false)
            #expect(try await isOwner(laptop.sent))
            // They outlive the process, and end everywhere.
            let database = studio.core.store.database
            let again = try OwnerSessions(database: database)
            #expect(again.find(String(laptop.sent.dropFirst(OwnerAccess.cookie.count + 1))) != nil)
            #expect(again.all(at: Date(timeIntervalSinceNow: OwnerSession.lifetime + 1)).isEmpty)
            #expect(try await client.execute(uri: path, method: .delete, headers: owned).status == .noContent)
            #expect(try await isOwner(laptop.sent) == false)
            #expect(try OwnerSessions(database: database).all().isEmpty)
        }
    }

    @Test func `Behind a proxy that encrypts, the cookie is for encrypted connections alone`() async throws {
        try await StudioFixture().run { client, studio in
            let proxied = try #require(HTTPField.Name("X-Forwarded-Proto"))
            #expect(try await signIn(client, studio, [proxied: "https"]).set.contains("Secure"))
            #expect(try await !signIn(client, studio).set.contains("Secure"))
        }
    }

    @Test(arguments: [#"{"token":"wrong"}"#, #"{"token":7}"#, "{}", "no JSON"])
    func `A wrong sign-in is refused in words`(body: String) async throws {
        try await StudioFixture().run { client, _ in
            let uri = "/api/owner/session"
            let answer = try await client.execute(uri: uri, method: .post, body: ByteBuffer(string: body))
            #expect(answer.status == (body.contains("wrong") ? .unauthorized : .badRequest))
            #expect(String(buffer: answer.body).contains(#""message":"#))
            #expect(answer.headers[.setCookie] == nil)
        }
    }

    @Test func `The token is kept over starts, readable by its owner alone`() throws {
        let fixture = try StudioFixture()
        defer { try? FileManager.default.removeItem(at: fixture.folder) }
        let first = try Studio(configuration: fixture.configuration)
        let second = try Studio(configuration: fixture.configuration)
        #expect(first.newOwnerToken?.count == 32)
        #expect(second.newOwnerToken == nil)
        #expect(first.core.owner.token == second.core.owner.token)
        let file = fixture.configuration.data.appending(path: "owner-token").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
