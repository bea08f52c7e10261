import Foundation
import Hummingbird

/// Drawings: the owner's, stored under `/api/drawings`, and the presence channels for shared ones.
///
/// A channel's name contains the secret part of the link; everyone who knows it may join.
struct DrawingRoutes: StudioRoutes {
    /// The prefix of the channels' names.
    static let channelPrefix = "presence-drawing-"
    /// The maximum number of bytes of one drawing.
    static let largest = 20 << 20

    private let store: DrawingStore
    private let owner: OwnerAccess

    init(core: StudioCore) {
        store = DrawingStore(database: core.store.database)
        owner = core.owner
    }

    var channelPolicies: [ChannelPolicy] {
        [
            ChannelPolicy(prefix: Self.channelPrefix) { _, _, ask in
                guard Self.isRoom(ask.channel.dropFirst(Self.channelPrefix.count)) else { return nil }
                return ChannelGrant(userID: RandomText.hexadecimal(bytes: 8))
            }
        ]
    }

    /// Whether a text is a room's name: 6 to 40 small letters and digits.
    static func isRoom(_ name: some StringProtocol) -> Bool {
        (6...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    func addRoutes(to router: Router<StudioContext>) {
        let group = router.group("api/drawings").add(middleware: OwnerOnly(owner))
        group.get { _, _ in List(drawings: try await store.list()) }
        group.post { request, _ in
            let name = try Self.name(request)
            let bytes = Data(buffer: try await request.body(limit: Self.largest))
            guard bytes.starts(with: Data("SLDRAW".utf8)) else {
                throw StudioError(.badRequest, code: "no_drawing", "The bytes are no drawing of Sightline's.")
            }
            return try await store.keep(bytes, as: name)
        }
        group.get(":identifier") { _, context in
            guard let bytes = try await store.bytes(of: try context.parameters.require("identifier")) else {
                throw Self.unknown
            }
            return Response(
                status: .ok,
                headers: [.contentType: "application/octet-stream", .contentDisposition: "attachment"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }
        group.delete(":identifier") { _, context in
            guard try await store.delete(try context.parameters.require("identifier")) else { throw Self.unknown }
            return HTTPResponse.Status.noContent
        }
    }

    private static let unknown = StudioError(.notFound, code: "unknown_drawing", "There is no such drawing.")

    private static func name(_ request: Request) throws -> String {
        let name = request.uri.queryParameters["name"].map(String.init) ?? ""
        let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...60).contains(trimmed.count) else {
            throw StudioError(.badRequest, code: "invalid_name", "A drawing's name has 1 to 60 letters.")
        }
        return trimmed
    }

    private struct List: ResponseEncodable {
        let drawings: [DrawingStore.Entry]
    }
}
