import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import StudioServer

/// Someone in a call who has a program run by the studio, in whose place stands a script.
struct CallerOfPrograms: Sendable {
    /// An answer to a request.
    struct Answer: Sendable {
        let status: Int
        /// The error's code; empty without one.
        let code: String
        /// The texts of the lines, or the languages.
        let lines: [String]
        let body: Data
    }

    let client: any TestClientProtocol
    /// The folder of the studio's programs.
    let programs: URL

    /// Runs a studio whose program of this name is a script; without one it has no programs.
    static func run(
        _ name: String,
        _ script: String?,
        limits: StudioLimits = StudioLimits(),
        seconds: Int = 20,
        _ body: @escaping @Sendable (CallerOfPrograms) async throws -> Void
    ) async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        let folder = fixture.folder.appending(path: "programs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let script {
            let file = folder.appending(path: name)
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "prlimit"),
                withDestinationURL: URL(filePath: "/usr/bin/prlimit")
            )
        }
        configuration.programs = [folder]
        configuration.programLimits.time = .seconds(seconds)
        configuration.limits = limits
        try await fixture.run(with: configuration) { client, _ in
            try await body(CallerOfPrograms(client: client, programs: folder))
        }
    }

    /// Joins a room; returns the access token.
    func join(_ room: String, as name: String = "Ada") async throws -> String {
        let body = ByteBuffer(string: #"{"role":"expert","name":"\#(name)"}"#)
        let answer = try await client.execute(uri: "/api/assist/rooms/\(room)/join", method: .post, body: body)
        return try #require(Self.fields(answer)["pass"] as? String)
    }

    /// What the studio answers about a picture; without one, what it can read.
    func read(
        _ picture: Data?,
        in room: String,
        pass: String,
        query: String = "languages=eng"
    ) async throws -> Answer {
        try await send(picture, to: "\(room)/text?\(query)", pass: pass)
    }

    /// Sends bytes to a route of a room, or asks it.
    func send(_ bytes: Data?, to path: String, pass: String) async throws -> Answer {
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-Assist-Pass"))] = pass
        let answer = try await client.execute(
            uri: "/api/assist/rooms/\(path)",
            method: bytes == nil ? .get : .post,
            headers: headers,
            body: bytes.map { ByteBuffer(bytes: $0) }
        )
        let fields = Self.fields(answer)
        let lines = (fields["lines"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
        return Answer(
            status: answer.status.code,
            code: (fields["error"] as? [String: Any])?["code"] as? String ?? "",
            lines: lines ?? fields["languages"] as? [String] ?? [],
            body: Data(buffer: answer.body)
        )
    }

    private static func fields(_ answer: TestResponse) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]) ?? [:]
    }
}
