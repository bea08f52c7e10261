import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite struct DocumentationTests {
    private let fixture: StudioFixture

    init() throws { fixture = try StudioFixture() }

    private func write(_ text: String, to path: String) throws {
        let file = fixture.folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test func `Without a site, the pages of the documentation say how to make it`() async throws {
        // Another folder of that name is no site.
        try write("<h1>somebody's</h1>", to: "site/index.html")
        try await fixture.run { client in
            for path in ["/docs/", "/docs/start/measure.html"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .notFound)
                #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
                #expect(String(buffer: answer.body).contains("make site"))
                #expect(answer.headers[.contentSecurityPolicy] != nil)
            }
        }
    }

    @Test func `A site is served below docs, with the policy and the entity tags of all pages`() async throws {
        try write("body {}", to: "site/_static/sightline.css")
        let head = "<!doctype html>\n<link rel=\"stylesheet\" href=\"../_static/sightline.css?v=1\">\n<h1>Measure</h1>"
        try write(head, to: "site/start/measure.html")
        try write("secret", to: "secret.txt")
        try await fixture.run { client in
            let bare = try await client.execute(uri: "/docs", method: .get)
            #expect(bare.status == .movedPermanently && bare.headers[.location] == "/docs/")
            let page = try await client.execute(uri: "/docs/start/measure.html", method: .get)
            #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.contentSecurityPolicy]?.contains("unsafe-inline") == false)
            #expect(page.headers[.eTag] != nil)
            // The style's address bears the version of the site, below /docs/.
            let address = try #require(String(buffer: page.body).firstMatch(of: /href="..\/(@[^"]*)"/)?.1)
            let style = try await client.execute(uri: "/docs/\(address)", method: .get)
            #expect(style.status == .ok && style.headers[.cacheControl]?.contains("immutable") == true)
            for path in ["/docs/none.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status.kind == .clientError, "\(path)")
            }
        }
    }
}
