import Foundation
import Hummingbird
import HummingbirdTesting
import TestThreads

@testable import StudioServer

/// A studio over a temporary folder of pages and one small recording.
struct StudioFixture {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
        try write("<!doctype html><title>home</title>", to: "Web/index.html")
        try write("<!doctype html><title>track</title>", to: "Web/track/index.html")
        try write("export {};", to: "Web/sightline/sightline.js")
        try write("\0asm", to: "Web/sightline/sightline.wasm")
        try write("0123456789", to: "recordings/desk walk/mav0/cam0/data.csv")
        try write("hidden", to: "recordings/desk walk/.secret")
        try write("{}", to: "recordings/phone/data.jsonl")
        try write("nothing", to: "recordings/notes/readme.txt")
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Where the studio listens and what it serves, in the fixture's folder.
    var configuration: StudioConfiguration {
        StudioConfiguration(
            port: 0,
            pages: folder.appending(path: "Web"),
            recordings: [folder.appending(path: "recordings")],
            data: folder.appending(path: "data")
        )
    }

    /// Runs the studio, without a socket or on a port of its own, and removes the folder after it.
    func run(
        with configuration: StudioConfiguration? = nil,
        _ setup: TestingSetup = .router,
        _ body: @escaping @Sendable (any TestClientProtocol, Studio) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let studio = try Studio(configuration: configuration ?? self.configuration)
        try await OwnThreads.run {
            try await studio.application().test(setup) { client in try await body(client, studio) }
        }
    }

    /// Runs the studio without a socket.
    func run(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await run { client, _ in try await body(client) }
    }
}
