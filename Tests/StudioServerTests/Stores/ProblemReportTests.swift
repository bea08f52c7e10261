import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RecordingChecks
import Testing

@testable import StudioServer

/// Problem reports: who may send, read and delete them, what is refused, and what strangers try.
@Suite struct ProblemReportTests {
    private static let path = "/api/problem-reports"

    private struct Table: Decodable {
        struct Report: Decodable {
            let identifier: String
            let page: String
            let text: String
            let device: String
            let bytes: Int
        }
        let reports: [Report]
    }

    private func send(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String = ProblemReportTests.path,
        _ fields: [String: String] = [:],
        body: Data? = nil
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        return try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: body.map { ByteBuffer(bytes: $0) }
        )
    }

    private func owner(_ studio: Studio) -> [String: String] { ["Authorization": "Bearer \(studio.core.owner.token)"] }

    private func table(_ client: any TestClientProtocol, _ studio: Studio) async throws -> [Table.Report] {
        let answer = try await send(client, .get, Self.path, owner(studio))
        return try JSONDecoder().decode(Table.self, from: Data(buffer: answer.body)).reports
    }

    private func code(_ answer: TestResponse) -> String {
        let fields = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: [String: String]]
        return fields?["error"]?["code"] ?? ""
    }

    @Test func `The owner sends, finds, downloads and deletes a report`() async throws {
        try await StudioFixture().run { client, studio in
            let report = SampleArchive.report(images: 3)
            let sent = try await send(client, .post, Self.path, owner(studio), body: report)
            #expect(sent.status == .created)
            let found = try #require(try await table(client, studio).first)
            #expect(found.page == "/measure/" && found.text == "It jumps." && found.bytes == report.count)
            #expect(found.device == "Pixel 7, Android 14, Chrome 130")
            let place = "\(Self.path)/\(found.identifier)"
            let download = try await send(client, .get, place, owner(studio))
            #expect(Data(buffer: download.body) == report)
            #expect(download.headers[.cacheControl] == "private, no-store")
            #expect(download.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            let file = studio.core.folder.url.appending(path: "problem-reports/\(found.identifier).zip")
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect(try await send(client, .delete, place, owner(studio)).status == .noContent)
            #expect(try await send(client, .delete, place, owner(studio)).status == .notFound)
            #expect(try await table(client, studio).isEmpty)
        }
    }

    @Test func `A stranger neither sends nor lists, reads or deletes a report`() async throws {
        try await StudioFixture().run { client, studio in
            let report = SampleArchive.report()
            _ = try await send(client, .post, Self.path, owner(studio), body: report)
            let identifier = try #require(try await table(client, studio).first).identifier
            // Anyone may open a room on this studio: its pass is not an invitation of the owner's.
            let body = Data(#"{"role":"site","name":"Eve"}"#.utf8)
            let joined = try await send(client, .post, "/api/assist/rooms/eve-1/join", [:], body: body)
            let fields = try JSONSerialization.jsonObject(with: Data(buffer: joined.body)) as? [String: Any]
            let pass = try #require(fields?["pass"] as? String)
            for fields in [
                [:], ["Authorization": "Bearer no"], ["Cookie": "\(OwnerAccess.cookie)=00"], ["X-Assist-Pass": pass],
                ["X-Assist-Pass": "e30.e30.e30"],
            ] {
                let sent = try await send(client, .post, Self.path, fields, body: report)
                #expect(sent.status == .unauthorized && code(sent) == "owner_only")
                #expect(try await send(client, .get, Self.path, fields).status == .unauthorized)
                for place in [identifier, "..%2fowner-token", "../owner-token", ".receiving", "\(identifier).zip"] {
                    for method in [HTTPRequest.Method.get, .delete] {
                        let answer = try await send(client, method, "\(Self.path)/\(place)", fields)
                        #expect((400..<500).contains(answer.status.code), "\(method) \(place)")
                    }
                }
            }
            #expect(try await table(client, studio).count == 1)
        }
    }

    @Test func `Somebody whom the owner invited to a call may send, and no more`() async throws {
        try await StudioFixture().run { client, studio in
            let body = Data(#"{"role":"site","name":"Sam"}"#.utf8)
            let joined = try await send(client, .post, "/api/assist/rooms/pump-7/join", owner(studio), body: body)
            let fields = try JSONSerialization.jsonObject(with: Data(buffer: joined.body)) as? [String: Any]
            let pass = ["X-Assist-Pass": try #require(fields?["pass"] as? String)]
            #expect(try await send(client, .post, Self.path, pass, body: SampleArchive.report()).status == .created)
            #expect(try await send(client, .get, Self.path, pass).status == .unauthorized)
        }
    }

    @Test func `What is no report is refused, and nothing is left of it`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.problemReportQuota.report = 100_000
        try await fixture.run(with: configuration) { client, studio in
            let sound = SampleArchive.report()
            let page = SampleArchive.bytes(of: [(path: "problem-1/page.html", content: Data("<script>".utf8))])
            let elsewhere = SampleArchive.bytes(of: [(path: "../problem-report.json", content: Data("{}".utf8))])
            let tries: [(Data, HTTPResponse.Status)] = [
                (Data(), .unprocessableContent), (Data("PK".utf8), .unprocessableContent),
                (sound.dropLast(9), .unprocessableContent), (page, .unprocessableContent),
                (elsewhere, .unprocessableContent), (sound + Data(count: 100_000), .contentTooLarge),
            ]
            for (body, status) in tries {
                let answer = try await send(client, .post, Self.path, owner(studio), body: body)
                #expect(answer.status == status, "\(body.count) bytes")
            }
            let folder = studio.core.folder.url.appending(path: "problem-reports")
            let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(left == [".receiving"])
        }
    }

    @Test func `A day's reports and the space in all are limited, also for uploads at once, and words say so`()
        async throws
    {
        let size = Int64(SampleArchive.report().count)
        for (change, status, code) in [
            ({ $0.dayReports = 3 }, HTTPResponse.Status.tooManyRequests, "report_quota"),
            ({ $0.day = 3 * size + 1 }, .tooManyRequests, "report_quota"),
            ({ $0.total = 3 * size + 1 }, .init(code: 507), "reports_full"),
        ] as [((inout ProblemReportQuota) -> Void, HTTPResponse.Status, String)] {
            let fixture = try StudioFixture()
            var configuration = fixture.configuration
            change(&configuration.problemReportQuota)
            try await fixture.run(with: configuration) { client, studio in
                let report = SampleArchive.report()
                let fields = owner(studio).merging(["Content-Length": "\(report.count)"]) { $1 }
                let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                    for _ in 0..<8 { group.addTask { try await send(client, .post, Self.path, fields, body: report) } }
                    var answers: [TestResponse] = []
                    for try await answer in group { answers.append(answer) }
                    return answers
                }
                #expect(answers.count { $0.status == .created } == 3)
                for refused in answers where refused.status != .created {
                    #expect(refused.status.code == status.code && self.code(refused) == code)
                    #expect(refused.headers[.retryAfter] == "3600")
                }
                // Deleting one makes room, where the day's number is not the reason.
                let first = try #require(try await table(client, studio).first)
                _ = try await send(client, .delete, "\(Self.path)/\(first.identifier)", owner(studio))
                #expect(try await send(client, .post, Self.path, fields, body: report).status == .created)
            }
        }
    }

    @Test func `Space for other programs stays free`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.problemReportQuota.free = .max / 2
        try await fixture.run(with: configuration) { client, studio in
            let answer = try await send(client, .post, Self.path, owner(studio), body: SampleArchive.report())
            #expect(answer.status.code == 507 && code(answer) == "disk_full")
        }
    }

    @Test func `An upload that a stopped studio left is gone after the start`() async throws {
        let fixture = try StudioFixture()
        let left = fixture.configuration.data.appending(path: "problem-reports/.receiving/0123")
        try FileManager.default.createDirectory(at: left.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(count: 1_000).write(to: left)
        try await fixture.run { _, _ in #expect(!FileManager.default.fileExists(atPath: left.path)) }
    }
}
