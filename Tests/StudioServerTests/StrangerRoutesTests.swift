import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import StudioServer

/// Attacks of strangers on the ways in without WebSockets, on notices to closed pages, and on the page that places models.
@Suite struct StrangerRoutesTests {
    private func send(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ fields: [String: String] = [:],
        body: String = ""
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        let sent = method == .get ? nil : ByteBuffer(string: body)
        return try await client.execute(uri: path, method: method, headers: headers, body: sent)
    }

    @Test func `A foreign page passes no request of the owner's through the address of polling clients`() async throws {
        try await StudioFixture().run { client, studio in
            let secret = try await studio.core.owner.sessions.begin(device: "test")
            let fields = [
                "Cookie": "\(OwnerAccess.cookie)=\(secret)", "Origin": "https://evil.example",
                "Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain",
            ]
            for path in [
                "/pusher/app/../../api/assist/rooms", "/pusher/app/%2e%2e/%2e%2e/api/assist/rooms",
                "//pusher/app/../../api/assist/rooms", "/pusher/app/..%2f..%2fapi/assist/rooms",
                "/pusher/app/x/17/abcd0123/xhr/../../../../../../api/assist/rooms", "/pusher/app//api/assist/rooms",
            ] {
                let answer = try await send(client, .post, path, fields, body: #"{"name":"vault"}"#)
                #expect((400..<500).contains(answer.status.code), "\(path)")
            }
            let rooms = try await send(client, .get, "/api/assist/rooms", ["Cookie": fields["Cookie"] ?? ""])
            #expect(rooms.status == .ok && !String(buffer: rooms.body).contains("vault"))
        }
    }

    @Test func `Requests of polling clients count as their address's`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.files = Rate(perSecond: 0.01, burst: 20)
        try await fixture.run(with: configuration, .live) { client, studio in
            let path = "/pusher/app/\(studio.core.channels.key)/17/abcd0123/xhr_send?protocol=7"
            var answers: [Int: Int] = [:]
            for _ in 0..<30 {
                let answer = try await send(client, .post, path, ["X-Forwarded-For": "203.0.113.7"], body: "[]")
                answers[answer.status.code, default: 0] += 1
            }
            // Nobody has opened the session.
            #expect(answers == [404: 20, 429: 10])
        }
    }

    @Test func `A tag's token is looked at before a body, and cannot be guessed one after the other`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.wrongTokens = Rate(perSecond: 0.01, burst: 3)
        try await fixture.run(with: configuration, .live) { client, _ in
            let address = ["X-Forwarded-For": "203.0.113.7"]
            let broken = String(repeating: "{", count: 100_000)
            #expect(try await send(client, .put, "/api/beacons/push", address, body: broken).status == .unauthorized)
            var answers: [Int] = []
            for number in 0..<5 {
                let fields = address.merging(["X-Tag-Token": String(repeating: "\(number)", count: 48)]) { $1 }
                answers.append(try await send(client, .put, "/api/beacons/push", fields, body: broken).status.code)
            }
            #expect(answers == [401, 401, 401, 429, 429])
            // A stranger ends nobody's notices, and a body that is too long is not read.
            #expect(
                try await send(client, .delete, "/api/beacons/push", address, body: broken).status == .contentTooLarge
            )
            for path in ["/api/beacons/notices", "/api/beacons/beacons/b/invitation"] {
                #expect(try await send(client, .post, path, address, body: "{}").status == .unauthorized)
            }
            let view = try await send(client, .get, "/api/beacons", address)
            #expect(!String(buffer: view.body).contains("notices"))
        }
    }

    @Test func `No address takes a model: it stays in the browser that opened it`() async throws {
        try await StudioFixture().run { client, _ in
            for path in ["/place/chair.glb", "/place/", "/api/models", "/api/place", "/models/chair.glb"] {
                for method in [HTTPRequest.Method.post, .put, .delete, .patch] {
                    let fields = ["Content-Type": "model/gltf-binary"]
                    let answer = try await send(client, method, path, fields, body: "glTF")
                    #expect((400..<500).contains(answer.status.code), "\(method) \(path)")
                }
            }
        }
    }
}
