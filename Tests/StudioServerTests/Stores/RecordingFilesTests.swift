import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

/// Attacks on the contents of a recording's folder.
@Suite struct RecordingFilesTests {
    private let fixture: StudioFixture
    private var recording: URL { fixture.folder.appending(path: "recordings/desk walk") }

    init() throws { fixture = try StudioFixture() }

    private func get(_ client: any TestClientProtocol, _ path: String) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get)
    }

    @Test(arguments: ["notes.html", "run.js", "drawing.svg", "page.xhtml", "style.css", "LICENSE", "data.csv.html"])
    func `What is no part of a recording is not served`(name: String) async throws {
        try Data("<script>alert(1)</script>".utf8).write(to: recording.appending(path: name))
        try await fixture.run { client in
            let answer = try await get(client, "/recordings/desk%20walk/\(name)")
            #expect(answer.status == .notFound)
            #expect(!String(buffer: answer.body).contains("<script>"))
        }
    }

    @Test(arguments: [
        "notes.html%00.csv", "notes.csv%00", "%00", "mav0/cam0/data.csv%00.html", "a%0Ab.csv", "a%7F.csv",
    ])
    func `A path with a control character is refused`(path: String) async throws {
        try Data("<script>alert(1)</script>".utf8).write(to: recording.appending(path: "notes.html"))
        try await fixture.run { client in
            let answer = try await get(client, "/recordings/desk%20walk/\(path)")
            #expect(answer.status == .badRequest)
            #expect(!String(buffer: answer.body).contains("<script>"))
        }
    }

    @Test func `A link out of the recording is not followed`() async throws {
        let secret = fixture.folder.appending(path: "secret.csv")
        try Data("secret".utf8).write(to: secret)
        let manager = FileManager.default
        try manager.createSymbolicLink(at: recording.appending(path: "out.csv"), withDestinationURL: secret)
        try manager.createSymbolicLink(at: recording.appending(path: "up"), withDestinationURL: fixture.folder)
        let inside = recording.appending(path: "mav0/cam0/data.csv")
        try manager.createSymbolicLink(at: recording.appending(path: "in.csv"), withDestinationURL: inside)
        try await fixture.run { client in
            for path in ["out.csv", "up/secret.csv", "up/data/owner-token", "up/recordings/phone/data.jsonl"] {
                let answer = try await get(client, "/recordings/desk%20walk/\(path)")
                #expect(answer.status == .notFound, "\(path)")
            }
            let inside = try await get(client, "/recordings/desk%20walk/in.csv")
            #expect(inside.status == .ok)
        }
    }

    @Test func `A file of a recording cannot run in the studio's origin`() async throws {
        try await fixture.run { client in
            let answer = try await get(client, "/recordings/desk%20walk/mav0/cam0/data.csv")
            #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(answer.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test func `A folder of captures that is served as recordings stays the owner's`() async throws {
        let captures = fixture.folder.appending(path: "data/captures")
        let capture = captures.appending(path: "home")
        try FileManager.default.createDirectory(at: capture, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: capture.appending(path: "data.jsonl"))
        let link = fixture.folder.appending(path: "recordings/linked")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: capture)
        let library = RecordingLibrary(
            folders: [fixture.folder.appending(path: "recordings"), captures],
            captures: captures
        )
        #expect(library.entries.filter(\.isPrivate).map(\.name) == ["home", "linked"])
        #expect(library.entries.filter { !$0.isPrivate }.map(\.name) == ["desk walk", "phone"])
    }

    @Test(arguments: ["//track", "//evil.example/%2e%2e", "/.git/config", "/track/.hidden", "/%2Egit"])
    func `An address of another host or of a hidden file is none of the studio's`(path: String) async throws {
        try await fixture.run { client in
            let answer = try await get(client, path)
            #expect(answer.status == .notFound)
            #expect(answer.headers[.location] == nil)
        }
    }

    @Test func `Percent escapes stand for bytes, and broken ones for nothing`() {
        #expect(RequestPathValidator<StudioContext>.percentDecoded("a%2Fb%00".utf8) == Array("a/b\0".utf8))
        for broken in ["%", "%4", "%zz", "a%f"] {
            #expect(RequestPathValidator<StudioContext>.percentDecoded(broken.utf8) == nil)
        }
    }
}
