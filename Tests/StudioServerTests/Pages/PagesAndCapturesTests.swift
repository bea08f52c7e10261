import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite struct PagesAndCapturesTests {
    private func put(
        _ client: any TestClientProtocol,
        _ path: String,
        token: String?
    ) async throws -> HTTPResponse.Status {
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        let body = ByteBuffer(string: "{}\n")
        return try await client.execute(uri: "/api/captures/\(path)", method: .put, headers: headers, body: body).status
    }

    @Test("A capture sent by the owner is listed and served to the owner, and does not exist for a stranger")
    func capture() async throws {
        try await StudioFixture().run { client, studio in
            let token = studio.core.owner.token
            for file in ["data.jsonl", "calibration.json"] {
                #expect(try await put(client, "walk-1/\(file)", token: token) == .noContent)
            }
            func complete() async throws -> TestResponse {
                let headers: HTTPFields = [.authorization: "Bearer \(token)"]
                return try await client.execute(uri: "/api/captures/walk-1", method: .post, headers: headers)
            }
            let early = try await complete()
            #expect(early.status == .unprocessableContent)
            #expect(try await put(client, "walk-1/frames/000000.jpg", token: token) == .noContent)
            #expect(try await complete().status == .created)
            let owner: HTTPFields = [.authorization: "Bearer \(token)"]
            let listed = try await client.execute(uri: "/api/recordings", method: .get, headers: owner)
            #expect(String(buffer: listed.body).contains("walk-1"))
            let path = "/recordings/walk-1/data.jsonl"
            let lines = try await client.execute(uri: path, method: .get, headers: owner)
            #expect(String(buffer: lines.body) == "{}\n")
            #expect(lines.headers[.cacheControl] == "private, no-store")
            for headers in [HTTPFields(), [.authorization: "Bearer no"], [.cookie: "sightline-owner=00"]] {
                let listed = try await client.execute(uri: "/api/recordings", method: .get, headers: headers)
                #expect(listed.status == .ok && !String(buffer: listed.body).contains("walk-1"))
                for path in [
                    path, "/recordings/walk%2D1/data.jsonl", "/recordings//walk-1/data.jsonl", "/recordings/walk-1",
                ] {
                    for method in [HTTPRequest.Method.get, .head] {
                        let answer = try await client.execute(uri: path, method: method, headers: headers)
                        #expect(answer.status == .notFound, "\(method) \(path)")
                    }
                }
            }
        }
    }

    @Test("Strangers, strange names and strange files are refused")
    func refused() async throws {
        try await StudioFixture().run { client, studio in
            let token = studio.core.owner.token
            let tries: [(String, String?, HTTPResponse.Status)] = [
                ("walk-2/data.jsonl", nil, .unauthorized), ("walk-2/data.jsonl", "no", .unauthorized),
                ("walk-2/run.sh", token, .badRequest), ("a.b/data.jsonl", token, .badRequest),
            ]
            for (path, token, wanted) in tries {
                let status = try await put(client, path, token: token)
                #expect(status == wanted, "\(path)")
            }
        }
    }

    @Test("The pages list themselves")
    func pages() async throws {
        try await StudioFixture().run { client, _ in
            let answer = try await client.execute(uri: "/api/pages", method: .get)
            let list = try JSONDecoder().decode(PageList.self, from: Data(buffer: answer.body))
            #expect(list.files == ["", "sightline/sightline.js", "sightline/sightline.wasm", "track/"])
        }
    }

    @Test("Without encryption nobody is invited to a page that would get no camera")
    func noInvitation() async throws {
        try await StudioFixture().run { client, _ in
            let invitation = try await client.execute(uri: "/api/invitation", method: .get)
            #expect(invitation.status == .noContent)
            let root = try await client.execute(uri: "/certificate.crt", method: .get)
            #expect(root.status == .notFound)
        }
    }

    @Test(
        "A plain request is sent to the same place over HTTPS",
        arguments: [
            ("GET /track/?a=1 HTTP/1.1\r\nHost: 10.0.0.5:8080\r\n\r\n", "https://10.0.0.5:8080/track/?a=1"),
            ("GET / HTTP/1.1\r\nAccept: */*\r\nhost:  [fd00::1]:80\r\n\r\n", "https://[fd00::1]:80/"),
            ("POST http://x/ HTTP/1.1\r\nHost: bench\r\n\r\n", "https://bench/"),
        ]
    )
    func redirected(request: String, place: String) {
        #expect(PlainRequest(request).redirection.contains("\r\nLocation: \(place)\r\n"))
    }

    @Test(
        "A plain request without a sound host goes nowhere",
        arguments: [
            "", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "GET / HTTP/1.1\r\nHost: \r\n\r\n",
        ]
    )
    func goesNowhere(request: String) { #expect(PlainRequest(request).redirection.hasPrefix("HTTP/1.1 400")) }
}
