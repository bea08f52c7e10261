import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import StudioServer

/// The table of phones: who may add and delete, what is refused, and what strangers try.
@Suite struct PhoneRoutesTests {
    private let valid = """
        {"isSimulated": false, "device": "Pixel 7, Android 14", "browser": "Chrome 130",
         "figures": {"frameRate": 29.9, "engineMedian": 6.5, "focalLength": 0.78}, "missing": ["ownWebXR"]}
        """

    private func send(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String = "/api/phones",
        from address: String? = nil,
        _ fields: [String: String] = ["Content-Type": "application/json"],
        body: String = ""
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        if let address { headers[try #require(HTTPField.Name("X-Forwarded-For"))] = address }
        let sent = method == .get ? nil : ByteBuffer(string: body)
        return try await client.execute(uri: path, method: method, headers: headers, body: sent)
    }

    private struct Table: Decodable { let phones: [PhoneStore.Entry] }

    private func table(_ client: any TestClientProtocol) async throws -> [PhoneStore.Entry] {
        let answer = try await send(client, .get)
        return try JSONDecoder().decode(Table.self, from: Data(buffer: answer.body)).phones
    }

    /// The valid report with one value replaced.
    private func report(_ old: String, _ new: String) throws -> String {
        try #require(valid.contains(old))
        return valid.replacing(old, with: new)
    }

    @Test func `A stored report is in the table with its day alone, also after a restart, and the owner deletes it`()
        async throws
    {
        let fixture = try StudioFixture()
        let studio = try Studio(configuration: fixture.configuration)
        try await studio.application().test(.router) { client in
            let answer = try await send(client, .post, body: valid)
            #expect(answer.status == .created)
        }
        try await fixture.run { client, studio in
            let entry = try #require(try await table(client).first)
            #expect(entry.day == String(Date().ISO8601Format().prefix(10)))
            #expect(entry.report.device == "Pixel 7, Android 14" && entry.report.figures["focalLength"] == 0.78)
            let kept = try await send(client, .get).body
            #expect(!String(buffer: kept).contains("127.0.0.1"))
            let path = "/api/phones/\(entry.identifier)"
            #expect(try await send(client, .delete, path).status == .unauthorized)
            let owner = ["Authorization": "Bearer \(studio.core.owner.token)"]
            #expect(try await send(client, .delete, path, owner).status == .noContent)
            #expect(try await send(client, .delete, path, owner).status == .notFound)
            #expect(try await table(client).isEmpty)
        }
    }

    @Test func `What is no report is refused with its reason, and nothing of it is stored`() async throws {
        let long = String(repeating: "x", count: 81)
        let bad = [
            "", "{}", "[]", "null", "\"x\"", "{", String(repeating: "[", count: 3000),
            try report("\"Pixel 7, Android 14\"", "\"\""), try report("\"Pixel 7, Android 14\"", "\"\(long)\""),
            try report("\"Pixel 7, Android 14\"", "\"a\\u0000b\""),
            try report("\"Pixel 7, Android 14\"", "\"a\\u202Eb\""),
            try report("\"Pixel 7, Android 14\"", "\"a\\nb\""), try report("\"Pixel 7, Android 14\"", "7"),
            try report("\"Chrome 130\"", "null"), try report("29.9", "1e999"), try report("29.9", "-1"),
            try report("29.9", "\"29\""), try report("\"frameRate\"", "\"frameRates\""),
            try report("0.78", "NaN"), try report("0.78", "900"),
            try report("[\"ownWebXR\"]", "[\"ownWebXR\", \"ownWebXR\"]"),
            try report("[\"ownWebXR\"]", "[\"other\"]"), try report("[\"ownWebXR\"]", "{}"),
        ]
        try await StudioFixture().run { client in
            for body in bad {
                let answer = try await send(client, .post, body: body)
                #expect(answer.status == .badRequest, "\(body.prefix(200)): \(answer.status)")
                #expect(String(buffer: answer.body).contains("\"message\""))
            }
            let large = try report("\"Chrome 130\"", "\"\(String(repeating: "x", count: 5000))\"")
            #expect(try await send(client, .post, body: large).status == .contentTooLarge)
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/html"] {
                let answer = try await send(client, .post, "/api/phones", ["Content-Type": type], body: valid)
                #expect(answer.status == .unsupportedMediaType, "\(type)")
            }
            #expect(try await table(client).isEmpty)
        }
    }

    @Test func `Markup in a report stays text, and unknown keys are not stored`() async throws {
        let words = "<script>alert(1)</script><img src=x onerror=alert(1)>"
        let markup = try report("\"Pixel 7, Android 14\"", "\"\(words)\"")
            .replacing("\"isSimulated\": false", with: "\"isSimulated\": true, \"extra\": \"hidden\"")
        try await StudioFixture().run { client in
            #expect(try await send(client, .post, body: markup).status == .created)
            let answer = try await send(client, .get)
            #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
            #expect(!String(buffer: answer.body).contains("hidden"))
            let entry = try #require(try await table(client).first)
            #expect(entry.report.device == words && entry.report.isSimulated)
        }
    }

    @Test func `An address may add few, the table holds so many, and a page elsewhere adds nothing`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.phoneReports = Rate(perSecond: 0.01, burst: 3)
        configuration.limits.phones = 5
        try await fixture.run(with: configuration, .live) { client, studio in
            func post(
                from address: String,
                _ more: [String: String] = [:],
                body: String? = nil
            ) async throws
                -> TestResponse
            {
                let fields = ["Content-Type": "application/json"].merging(more) { $1 }
                return try await send(client, .post, from: address, fields, body: body ?? valid)
            }
            let foreign = try await post(from: "203.0.113.1", ["Origin": "https://evil.example"])
            let sandboxed = try await post(from: "203.0.113.1", ["Origin": "null", "Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden && sandboxed.status == .forbidden)
            // Reports that are refused count, too.
            #expect(try await post(from: "203.0.113.7", body: "{").status == .badRequest)
            for _ in 0..<2 { #expect(try await post(from: "203.0.113.7").status == .created) }
            let flood = try await post(from: "203.0.113.7")
            #expect(flood.status == .tooManyRequests)
            #expect(flood.headers[.retryAfter].flatMap { Int($0) } ?? 0 >= 1)
            for _ in 0..<3 { #expect(try await post(from: "203.0.113.8").status == .created) }
            let full = try await post(from: "203.0.113.9")
            #expect(full.status == .tooManyRequests && full.headers[.retryAfter] == "3600")
            #expect(String(buffer: full.body).contains("phones_full"))
            #expect(try await table(client).count == 5)
            let names = ["../owner", "%2e%2e", "' OR 1=1 --", "%00", ""]
            for name in names.compactMap({ $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) }) {
                let answer = try await send(client, .delete, "/api/phones/\(name)", from: "203.0.113.9", [:])
                #expect((400..<500).contains(answer.status.code), "\(name)")
            }
            #expect(try await table(client).count == 5)
        }
    }
}
