import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite struct StudioApplicationTests {
    @Test func `Pages are found by folder, and every answer keeps to its own origin`() async throws {
        try await StudioFixture().run { client in
            for path in ["/", "/track/", "/nowhere"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == (path == "/nowhere" ? .notFound : .ok))
                let policy = try #require(response.headers[.contentSecurityPolicy])
                #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval'"))
                #expect(!policy.contains("unsafe-inline"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[.cacheControl] == "no-cache")
            }
        }
    }

    @Test func `The engine has its media type`() async throws {
        try await StudioFixture().run { client in
            let engine = try await client.execute(uri: "/sightline/sightline.wasm", method: .get)
            #expect(engine.headers[.contentType] == "application/wasm")
            let script = try await client.execute(uri: "/sightline/sightline.js", method: .get)
            #expect(script.headers[.contentType]?.hasPrefix("text/javascript") == true)
        }
    }

    @Test func `An unchanged file is not sent again`() async throws {
        try await StudioFixture().run { client in
            let first = try await client.execute(uri: "/", method: .get)
            let tag = try #require(first.headers[.eTag])
            let second = try await client.execute(uri: "/", method: .get, headers: [.ifNoneMatch: tag])
            #expect(second.status == .notModified)
            #expect(second.body.readableBytes == 0)
        }
    }

    @Test func `The list names recordings and nothing else`() async throws {
        try await StudioFixture().run { client in
            let response = try await client.execute(uri: "/api/recordings", method: .get)
            let list = try JSONDecoder().decode(RecordingList.self, from: Data(buffer: response.body))
            #expect(list.recordings.map(\.name) == ["desk walk", "phone"])
            #expect(list.recordings.map(\.layout) == ["euroc", "lines"])
            #expect(list.recordings[0].url == "/recordings/desk%20walk/")
        }
    }

    @Test func `A recording's files come whole or in part`() async throws {
        try await StudioFixture().run { client in
            let path = "/recordings/desk%20walk/mav0/cam0/data.csv"
            #expect(String(buffer: try await client.execute(uri: path, method: .get).body) == "0123456789")
            let part = try await client.execute(uri: path, method: .get, headers: [.range: "bytes=2-4"])
            #expect(part.status == .partialContent)
            #expect(part.headers[.contentRange] == "bytes 2-4/10")
            #expect(String(buffer: part.body) == "234")
        }
    }

    @Test(arguments: ["bytes=20-30", "bytes=5-2", "bytes=-", "lines=1-2", "bytes=99999999999999999999-"])
    func `A range that cannot be is refused or ignored`(range: String) async throws {
        try await StudioFixture().run { client in
            let path = "/recordings/desk%20walk/mav0/cam0/data.csv"
            let response = try await client.execute(uri: path, method: .get, headers: [.range: range])
            #expect([.rangeNotSatisfiable, .ok].contains(response.status))
            // A refusal states the reason; it contains nothing of the file.
            let body = String(buffer: response.body)
            #expect(response.status == .ok ? body == "0123456789" : !body.contains("0123456789"))
        }
    }

    @Test(arguments: [
        "/recordings/desk%20walk/.secret", "/recordings/notes/readme.txt",
        "/recordings/desk%20walk/../notes/readme.txt",
        "/recordings/%2e%2e/Web/index.html", "/recordings/desk%20walk", "/../recordings/notes/readme.txt",
    ])
    func `What is hidden or outside a recording is not served`(path: String) async throws {
        try await StudioFixture().run { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status.code >= 400)
        }
    }

    @Test func `Routes of others come before the pages`() async throws {
        let fixture = try StudioFixture()
        let configuration = fixture.configuration
        let application = StudioApplication.build(
            configuration: configuration,
            extending: { router in
                router.get("apps/status") { _, _ in "mounted" }
            }
        )
        try await application.test(.router) { client in
            let response = try await client.execute(uri: "/apps/status", method: .get)
            #expect(String(buffer: response.body) == "mounted")
        }
    }
}
