import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite("Billboards and drawings on the studio")
struct BillboardsPartTests {
    private struct Board: Decodable { var billboard: BillboardEntry }
    private struct Boards: Decodable { var billboards: [BillboardEntry] }
    private struct Fault: Decodable {
        struct Inner: Decodable {
            var code: String
            var message: String
        }
        var error: Inner
    }

    private static func json<Value: Decodable>(_ type: Value.Type, _ response: TestResponse) throws -> Value {
        try JSONDecoder().decode(type, from: Data(buffer: response.body))
    }

    private static func owner(_ studio: Studio) -> HTTPFields {
        [.authorization: "Bearer \(studio.core.owner.token)", .contentType: "application/json"]
    }

    private static func body(_ value: some Encodable) throws -> ByteBuffer {
        ByteBuffer(bytes: try JSONEncoder().encode(value))
    }

    @Test("an owner uploads a picture, makes a billboard of it, visitors see it and its views are counted")
    func story() async throws {
        try await StudioFixture().run { client, studio in
            let owner = Self.owner(studio)
            let refused = try await client.execute(
                uri: "/api/billboards",
                method: .post,
                body: ByteBuffer(string: "{}")
            )
            #expect(refused.status == .unauthorized)
            let taken = try await client.execute(
                uri: "/api/billboards/uploads",
                method: .post,
                headers: owner,
                body: ByteBuffer(bytes: UploadCheckTests.png)
            )
            let upload = try Self.json(BillboardFiles.Upload.self, taken)
            #expect(upload.kind == "picture" && upload.width == 3)
            let file = try await client.execute(uri: upload.address, method: .get)
            #expect(file.headers[.contentType] == "image/png" && Data(buffer: file.body) == UploadCheckTests.png)
            let part = try await client.execute(uri: upload.address, method: .get, headers: [.range: "bytes=1-3"])
            #expect(part.status == .partialContent && String(buffer: part.body) == "PNG")

            let entry = BillboardEntry(
                name: "Entrance",
                referenceFile: upload.file,
                region: "Door",
                items: [
                    .init(kind: .picture, file: upload.file, link: "https://example.org"),
                    .init(kind: .text, text: "Hello", ground: 0x112233, from: 10, until: 20),
                    .init(kind: .live, text: "Stove", channel: "kitchen", field: "temperature"),
                ]
            )
            let made = try await client.execute(
                uri: "/api/billboards",
                method: .post,
                headers: owner,
                body: try Self.body(entry)
            )
            let board = try Self.json(Board.self, made).billboard
            let identifier = try #require(board.identifier)
            let item = try #require(board.items.first?.identifier)
            #expect(board.reference == upload.address && board.items[0].address == upload.address)

            for _ in 0..<3 {
                let seen = try await client.execute(
                    uri: "/api/billboards/\(identifier)/items/\(item)/views",
                    method: .post
                )
                #expect(seen.status == .noContent)
            }
            let unknown = try await client.execute(
                uri: "/api/billboards/\(identifier)/items/nothing/views",
                method: .post
            )
            #expect(unknown.status == .noContent)
            let all = try await client.execute(uri: "/api/billboards/all", method: .get, headers: owner)
            #expect(try Self.json(Boards.self, all).billboards[0].items.map(\.views) == [3, 0, 0])
            let visible = try await client.execute(uri: "/api/billboards", method: .get)
            #expect(try Self.json(Boards.self, visible).billboards[0].items[0].views == nil)

            var changed = board
            changed.isOn = false
            changed.items.removeLast(2)
            let put = try await client.execute(
                uri: "/api/billboards/\(identifier)",
                method: .put,
                headers: owner,
                body: try Self.body(changed)
            )
            #expect(try Self.json(Board.self, put).billboard.items.map(\.views) == [3])
            let hidden = try await client.execute(uri: "/api/billboards", method: .get)
            #expect(try Self.json(Boards.self, hidden).billboards.isEmpty)
            let shown = try await client.execute(
                uri: "/api/billboards/\(identifier)/show",
                method: .post,
                headers: owner
            )
            #expect(shown.status == .noContent)
            let gone = try await client.execute(uri: "/api/billboards/\(identifier)", method: .delete, headers: owner)
            #expect(gone.status == .noContent)
        }
    }

    @Test("hostile uploads and entries are refused with a reason", .timeLimit(.minutes(5)))
    func hostile() async throws {
        try await StudioFixture().run { client, studio in
            let owner = Self.owner(studio)
            func code(_ body: ByteBuffer, _ headers: HTTPFields) async throws -> String {
                let response = try await client.execute(
                    uri: "/api/billboards/uploads",
                    method: .post,
                    headers: headers,
                    body: body
                )
                return try Self.json(Fault.self, response).error.code
            }
            #expect(try await code(ByteBuffer(string: "<svg onload=\"alert(1)\"/>"), owner) == "vector_drawing")
            #expect(
                try await code(ByteBuffer(bytes: UploadCheckTests.png(claiming: 60_000, 60_000)), owner)
                    == "too_many_pixels"
            )
            #expect(try await code(ByteBuffer(repeating: 0, count: (64 << 20) + 1), owner) == "too_large")
            for (entry, field) in [
                (BillboardEntry(name: "", items: []), "name"),
                (BillboardEntry(name: "a", items: [.init(kind: .picture, file: "../../owner-token")]), "items.0.file"),
                (
                    BillboardEntry(name: "a", items: [.init(kind: .text, text: "x", link: "javascript:alert(1)")]),
                    "items.0.link"
                ),
                (BillboardEntry(name: "a", items: [.init(kind: .text, text: "x", from: 5, until: 4)]), "items.0.until"),
                (BillboardEntry(name: "a", event: "pusher:ping", items: []), "event"),
                (BillboardEntry(name: "a", items: [.init(kind: .live)]), "items.0.channel"),
                (BillboardEntry(name: "a", items: [.init(kind: .live, channel: "<b>")]), "items.0.channel"),
                (BillboardEntry(name: "a", items: [.init(kind: .model, file: "../../owner-token")]), "items.0.file"),
            ] {
                let response = try await client.execute(
                    uri: "/api/billboards",
                    method: .post,
                    headers: owner,
                    body: try Self.body(entry)
                )
                let fault = try Self.json(Fault.self, response).error
                #expect(response.status == .badRequest && fault.message.hasPrefix(field))
            }
            for name in [
                "../owner-token", "..%2Fowner-token", "owner-token", String(repeating: "a", count: 32) + ".png",
            ] {
                let response = try await client.execute(uri: "/api/billboards/files/\(name)", method: .get)
                #expect([.notFound, .badRequest].contains(response.status))
            }
        }
    }

    @Test("an owner's drawings are kept, listed, fetched and forgotten; others see none")
    func drawings() async throws {
        try await StudioFixture().run { client, studio in
            let owner = Self.owner(studio)
            let bytes = Data("SLDRAW\u{1}\0\0\0\0".utf8)
            let stranger = try await client.execute(uri: "/api/drawings", method: .get)
            #expect(stranger.status == .unauthorized)
            let junk = try await client.execute(
                uri: "/api/drawings?name=a",
                method: .post,
                headers: owner,
                body: ByteBuffer(string: "junk")
            )
            #expect(try Self.json(Fault.self, junk).error.code == "no_drawing")
            let kept = try await client.execute(
                uri: "/api/drawings?name=My%20ring",
                method: .post,
                headers: owner,
                body: ByteBuffer(bytes: bytes)
            )
            let entry = try Self.json(DrawingStore.Entry.self, kept)
            #expect(entry.name == "My ring")
            let fetched = try await client.execute(
                uri: "/api/drawings/\(entry.identifier)",
                method: .get,
                headers: owner
            )
            #expect(Data(buffer: fetched.body) == bytes)
            let gone = try await client.execute(
                uri: "/api/drawings/\(entry.identifier)",
                method: .delete,
                headers: owner
            )
            #expect(gone.status == .noContent)
            let again = try await client.execute(
                uri: "/api/drawings/\(entry.identifier)",
                method: .delete,
                headers: owner
            )
            #expect(again.status == .notFound)
        }
    }

    @Test("a drawing's channel lets in who knows a proper room, as nobody in particular")
    func channels() async throws {
        #expect(DrawingRoutes.isRoom("abc123") && !DrawingRoutes.isRoom("abc") && !DrawingRoutes.isRoom("ABC123"))
        #expect(!DrawingRoutes.isRoom(String(repeating: "a", count: 41)) && !DrawingRoutes.isRoom("abc-123"))
        try await StudioFixture().run { client, _ in
            for (room, status) in [("abc123", HTTPResponse.Status.ok), ("A", .forbidden)] {
                let response = try await client.execute(
                    uri: "/api/channels/auth",
                    method: .post,
                    headers: [.contentType: "application/x-www-form-urlencoded"],
                    body: ByteBuffer(string: "socket_id=1.2&channel_name=presence-drawing-\(room)")
                )
                #expect(response.status == status)
            }
        }
    }
}
