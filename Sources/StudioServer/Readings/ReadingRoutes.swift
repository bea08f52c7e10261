import Foundation
import Hummingbird
import ServiceLifecycle

/// Live readings: who may join their channels, and what is stored of them, under `/api/readings`.
///
/// A channel's name contains a random code of a measuring device; everyone who knows it may join. Only the owner may
/// have readings stored.
struct ReadingRoutes: StudioRoutes {
    private let archive: ReadingArchive
    private let keeper: ReadingKeeper
    private let owner: OwnerAccess

    init(core: StudioCore) {
        archive = ReadingArchive(database: core.store.database)
        keeper = ReadingKeeper(archive: archive, channels: core.channels, logger: core.logger)
        owner = core.owner
    }

    var services: [any Service] { [keeper] }

    var channelPolicies: [ChannelPolicy] {
        [
            ChannelPolicy(prefix: SharedReading.channelPrefix) { _, _, ask in
                SharedReading.code(of: ask.channel) == nil ? nil : ChannelGrant()
            }
        ]
    }

    func addRoutes(to router: Router<StudioContext>) {
        let group = router.group("api/readings").add(middleware: OwnerOnly(owner))
        group.get { _, _ in Rooms(rooms: try await archive.rooms()) }
        group.get(":code") { request, context in
            let code = try code(context)
            let readings = try await archive.readings(code)
            if request.uri.queryParameters["format"] == "csv" { return table(readings, code) }
            let room = try await archive.room(code)
            let answer = Kept(code: code, isKept: room.isKept, readings: readings)
            return try answer.response(from: request, context: context)
        }
        group.put(":code") { request, context in
            let code = try code(context)
            try await archive.set(code, isKept: try await request.decodeBody(as: Wish.self).isKept)
            try keeper.refresh()
            return Answer(room: try await archive.room(code))
        }
        group.delete(":code") { _, context in
            try await archive.delete(try code(context))
            try keeper.refresh()
            return HTTPResponse.Status.noContent
        }
    }

    private func code(_ context: StudioContext) throws -> String {
        let name = SharedReading.channelPrefix + (context.parameters.get("code") ?? "")
        guard let code = SharedReading.code(of: name) else {
            throw StudioError(.notFound, code: "unknown_code", "This is no code of a measuring device.")
        }
        return code
    }

    private func table(_ readings: [SharedReading], _ code: String) -> Response {
        let text = SharedReading.table(readings)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"readings-\(code).csv\"",
            ],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }

    private struct Wish: Decodable {
        let isKept: Bool
    }

    private struct Rooms: ResponseEncodable {
        let rooms: [ReadingArchive.Room]
    }

    private struct Kept: ResponseEncodable {
        let code: String
        let isKept: Bool
        let readings: [SharedReading]
    }

    private struct Answer: ResponseEncodable {
        let isKept: Bool
        let count: Int

        init(room: ReadingArchive.Room) {
            isKept = room.isKept
            count = room.count
        }
    }
}
