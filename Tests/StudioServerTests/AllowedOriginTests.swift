import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import StudioServer

/// Scripts of pages elsewhere that ask to join the studio's channels.
@Suite struct AllowedOriginTests {
    private static let friend = "https://app.example.org"

    private func ask(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        origin: String,
        cookie: String = ""
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .origin: origin]
        headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "cross-site"
        if !cookie.isEmpty { headers[.cookie] = cookie }
        let form = "socket_id=12.34&channel_name=private-measure-0123456789"
        return try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: method == .post ? ByteBuffer(string: form) : nil
        )
    }

    private func shared(_ response: TestResponse) -> String? {
        HTTPField.Name("Access-Control-Allow-Origin").flatMap { response.headers[$0] }
    }

    private func running(_ body: @escaping @Sendable (any TestClientProtocol, Studio) async throws -> Void) async throws
    {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.allowedOrigins = [try #require(WebOrigin(Self.friend))]
        try await fixture.run(with: configuration, .router, body)
    }

    @Test func `An allowed origin may ask to join a channel, and for nothing else`() async throws {
        try await running { client, _ in
            let path = "/api/channels/auth"
            let preflight = try await ask(client, .options, path, origin: Self.friend)
            #expect(preflight.status == .noContent && shared(preflight) == Self.friend)
            let answer = try await ask(client, .post, path, origin: Self.friend)
            #expect(answer.status == .ok && shared(answer) == Self.friend)
            #expect(answer.headers[.vary] == "Origin")
            let resource = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
            #expect(answer.headers[resource] == "cross-origin")
            // A refusal is readable, too, so that the page can say why.
            let unsound = try await client.execute(
                uri: path,
                method: .post,
                headers: [.origin: Self.friend],
                body: ByteBuffer(string: "socket_id=x")
            )
            #expect(unsound.status == .badRequest && shared(unsound) == Self.friend)
            for elsewhere in ["/api/assist/rooms", "/api/owner/session", "/api/console/auth", "/api/channels/auth/"] {
                let response = try await ask(client, .post, elsewhere, origin: Self.friend)
                #expect(response.status.code >= 400 && shared(response) == nil, "\(elsewhere)")
            }
        }
    }

    @Test(arguments: [
        "https://app.example.org.evil.example", "http://app.example.org", "https://app.example.org:8443", "null",
        "https://evil.example", "https://APP.example.org@evil.example", "*",
    ])
    func `Every other origin is refused as before`(origin: String) async throws {
        try await running { client, _ in
            let answer = try await ask(client, .post, "/api/channels/auth", origin: origin)
            #expect(answer.status == .forbidden && shared(answer) == nil)
            let preflight = try await ask(client, .options, "/api/channels/auth", origin: origin)
            #expect(shared(preflight) == nil)
        }
    }

    @Test func `An allowed origin does not act with the owner's cookie`() async throws {
        try await running { client, studio in
            let secret = try await studio.core.owner.sessions.begin(device: "test")
            let cookie = "\(OwnerAccess.cookie)=\(secret)"
            func status(_ fields: HTTPFields) async throws -> HTTPResponse.Status {
                var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .cookie: cookie]
                headers.append(contentsOf: fields)
                let body = ByteBuffer(string: "socket_id=12.34&channel_name=private-beacons")
                let response = try await client.execute(
                    uri: "/api/channels/auth",
                    method: .post,
                    headers: headers,
                    body: body
                )
                let allows = HTTPField.Name("Access-Control-Allow-Credentials").flatMap { response.headers[$0] }
                #expect(allows == nil)
                return response.status
            }
            #expect(try await status([:]) == .ok, "the owner's own page")
            #expect(try await status([.origin: Self.friend]) == .forbidden)
        }
    }

    @Test(
        arguments: [
            ("HTTPS://App.Example.org:443", "https://app.example.org"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://[::1]:80", "http://[::1]"), ("https://a.b/", nil), ("https://*.example.org", nil), ("null", nil),
            ("ftp://a.b", nil), ("https://u@a.b", nil), ("a.b", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `An origin is scheme, host and port`(text: String, origin: String?) {
        #expect(WebOrigin(text)?.text == origin)
    }
}
