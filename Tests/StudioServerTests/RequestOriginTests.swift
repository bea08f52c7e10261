import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Testing

@testable import StudioServer

/// Attempts of a foreign page that the owner has open, and of a name that points to this machine.
@Suite struct RequestOriginTests {
    private func status(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ fields: [String: String],
        body: String = "{}"
    ) async throws -> HTTPResponse.Status {
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        let sent = method == .get ? nil : ByteBuffer(string: body)
        return try await client.execute(uri: path, method: method, headers: headers, body: sent).status
    }

    @Test func `A page on another port of this machine changes nothing in the owner's name`() async throws {
        try await StudioFixture().run { client, studio in
            let secret = try await studio.core.owner.sessions.begin(device: "test")
            let cookie = "\(OwnerAccess.cookie)=\(secret)"
            let room = #"{"name":"vault"}"#
            let attacks = [
                ["Origin": "http://localhost:9999"], ["Origin": "null"], ["Origin": "https://evil.example"],
                ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site", "Origin": "http://localhost"],
            ]
            for attack in attacks {
                let fields = attack.merging(["Cookie": cookie, "Content-Type": "application/json"]) { $1 }
                #expect(try await status(client, .post, "/api/assist/rooms", fields, body: room) == .forbidden)
                #expect(try await status(client, .delete, "/api/owner/session", fields) == .forbidden)
                #expect(try await status(client, .put, "/api/captures/a/data.jsonl", fields) == .forbidden)
            }
            // A form, which every page may send to every server.
            for type in ["text/plain", "application/x-www-form-urlencoded; charset=utf-8", "Multipart/Form-Data"] {
                let fields = ["Cookie": cookie, "Content-Type": type]
                #expect(
                    try await status(client, .post, "/api/assist/rooms", fields, body: room) == .unsupportedMediaType
                )
            }
            // The studio's own pages, and programs.
            let own = [
                ["Sec-Fetch-Site": "same-origin", "Origin": "http://proxy.example"], ["Origin": "http://localhost"],
                [:],
            ]
            for (number, fields) in own.enumerated() {
                let fields = fields.merging(["Cookie": cookie, "Content-Type": "application/json"]) { $1 }
                let body = #"{"name":"room-\#(number)"}"#
                #expect(try await status(client, .post, "/api/assist/rooms", fields, body: body) == .created)
            }
        }
    }

    @Test func `A program with the owner's token needs no content type of its own`() async throws {
        try await StudioFixture().run { client, studio in
            let fields = [
                "Authorization": "Bearer \(studio.core.owner.token)",
                "Content-Type": "application/x-www-form-urlencoded",
            ]
            let status = try await status(client, .post, "/api/assist/rooms", fields, body: #"{"name":"by-program"}"#)
            #expect(status == .created)
        }
    }

    @Test func `A stock channel client posts its form as before`() async throws {
        try await StudioFixture().run { client, _ in
            let fields = ["Content-Type": "application/x-www-form-urlencoded"]
            let form = "socket_id=12.34&channel_name=private-measure-0123456789"
            let status = try await status(client, .post, "/api/channels/auth", fields, body: form)
            #expect(status == .ok)
        }
    }

    @Test func `A name that was made to point to this machine reads nothing`() async throws {
        try await StudioFixture().run(.live) { client, studio in
            let port = try #require(client.port)
            let polling = "GET /pusher/app/\(studio.core.channels.key)/17/abcd0123/eventsource"
            #expect(try await Self.answer(port, polling, ["Host: evil.example"]).hasPrefix("HTTP/1.1 421"))
            let here = [
                "localhost", "127.0.0.1:\(port)", "[::1]:\(port)", "LocalHost.", "192.168.7.7", "studio.localhost",
            ]
            for host in here {
                #expect(try await Self.answer(port, "GET /api/recordings", ["Host: \(host)"]).hasPrefix("HTTP/1.1 200"))
            }
            for host in [
                "evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "localhost.evil.example", "x",
            ] {
                let answer = try await Self.answer(port, "GET /recordings/phone/data.jsonl", ["Host: \(host)"])
                #expect(answer.hasPrefix("HTTP/1.1 421") && answer.contains("--allow-host"))
            }
            for hosts in [[], ["Host: localhost", "Host: evil.example"], ["Host: "]] {
                #expect(try await Self.answer(port, "GET /api/recordings", hosts).hasPrefix("HTTP/1.1 400"))
            }
            #expect(try await Self.answer(port, "GET /health", ["Host: monitor.example"]).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `Names that were allowed are known, and nothing that only ends like them`() {
        let machine = MachineNames(names: ["desk"], addresses: [])
        let known = KnownHosts(machine: machine, adding: ["Studio.example.org", "*.lab.example"])
        for host in [
            "desk", "desk.local", "desk.lan:8080", "studio.example.org", "a.lab.example", "10.0.0.1", "[fe80::1]:80",
        ] {
            #expect(known.contains(host), "\(host)")
        }
        for host in [
            "desk.example", "x.studio.example.org", "a.b.lab.example", "lab.example", "notlocal", "10.0.0.1.x", "",
        ] {
            #expect(!known.contains(host), "\(host)")
        }
    }

    /// The server's answer to a request's head, sent unchanged, byte by byte.
    private static func answer(_ port: Int, _ line: String, _ headers: [String]) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let head = ([line + " HTTP/1.1"] + headers + ["Connection: close", "", ""]).joined(separator: "\r\n")
            try await outbound.write(ByteBuffer(string: head))
            var text = ""
            for try await part in inbound {
                text += String(buffer: part)
                if text.contains("\r\n\r\n") { break }
            }
            return text
        }
    }
}
