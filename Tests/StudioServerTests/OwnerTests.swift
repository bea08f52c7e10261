import Foundation
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
            let token = studio.ground.owner.token
            let body = ByteBuffer(string: #"{"token":"\#(token)"}"#)
            let signedIn = try await client.execute(uri: "/api/owner/session", method: .post, body: body)
            #expect(signedIn.status == .ok)
            let cookie = try #require(signedIn.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(token))
            let pair = String(cookie.prefix { $0 != ";" })
            let asked = try await client.execute(uri: "/api/owner", method: .get, headers: [.cookie: pair])
            #expect(String(buffer: asked.body) == #"{"isOwner":true}"#)
            let signedOut = try await client.execute(uri: "/api/owner/session", method: .delete)
            #expect(signedOut.headers[.setCookie]?.contains("Max-Age=0") == true)
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
        #expect(first.ground.owner.token == second.ground.owner.token)
        let file = fixture.configuration.data.appending(path: "owner-token").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
