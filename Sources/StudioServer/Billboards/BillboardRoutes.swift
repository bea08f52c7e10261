import Foundation
import Hummingbird

/// Billboards for visitors, their configuration by the owner, and the events that switch between them, under
/// `/api/billboards`.
///
/// `switch` on the public channel `billboards` contains the billboard to show, `changed` means that the owner changed
/// them; a beacon's action may publish `enter` and `exit` there, and everyone with the channels' secret the event of a
/// billboard.
struct BillboardRoutes: StudioRoutes {
    /// The public channel of events that switch billboards.
    static let channel = "billboards"
    /// The maximum number of bytes in one request.
    private static let largest = 64 << 20

    private let store: BillboardStore
    private let files: BillboardFiles
    private let owner: OwnerAccess
    private let channels: StudioChannels

    init(core: StudioCore) {
        store = BillboardStore(database: core.store.database)
        files = BillboardFiles(folder: core.folder.url.appending(path: "billboards"))
        owner = core.owner
        channels = core.channels
    }

    func addRoutes(to router: Router<StudioContext>) {
        addVisitorRoutes(to: router.group("api/billboards"))
        addOwnerRoutes(to: router.group("api/billboards").add(middleware: OwnerOnly(owner)))
    }

    private func addVisitorRoutes(to group: RouterGroup<StudioContext>) {
        group.get { _, _ in
            List(billboards: try await store.list().filter { $0.isOn ?? true }.map { $0.shownToVisitors })
        }
        group.get("files/:name") { request, context in
            try await files.response(
                try context.parameters.require("name"),
                range: request.headers[.range],
                context: context
            )
        }
        group.post(":identifier/items/:item/views") { _, context in
            let day = Date().formatted(.iso8601.year().month().day())
            // A page may show an item that its owner has just replaced: that view counts for nothing, and is no fault.
            try await store.countView(
                of: try context.parameters.require("item"),
                on: try context.parameters.require("identifier"),
                day: day
            )
            return HTTPResponse.Status.noContent
        }
    }

    private func addOwnerRoutes(to group: RouterGroup<StudioContext>) {
        group.get("all") { _, _ in List(billboards: try await store.list().map { $0.withAddresses }) }
        group.post("uploads") { request, _ in
            if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Self.largest {
                throw Self.tooLarge
            }
            return try files.keep(Data(buffer: try await request.body(limit: Self.largest)))
        }
        group.post { request, _ in
            Answer(billboard: try await keep(try await request.decodeBody(as: BillboardEntry.self), as: nil))
        }
        group.put(":identifier") { request, context in
            let identifier = try await known(context)
            let entry = try await request.decodeBody(as: BillboardEntry.self)
            return Answer(billboard: try await keep(entry, as: identifier))
        }
        group.delete(":identifier") { _, context in
            _ = try await store.delete(try await known(context))
            try await tidy()
            try tellChange()
            return HTTPResponse.Status.noContent
        }
        group.get(":identifier/views") { _, context in
            Views(views: try await store.views(of: try await known(context)))
        }
        group.post(":identifier/show") { _, context in
            let identifier = try await known(context)
            try channels.publish(event: "switch", on: Self.channel, data: Switch(billboard: identifier))
            return HTTPResponse.Status.noContent
        }
    }

    private func keep(_ entry: BillboardEntry, as identifier: String?) async throws -> BillboardEntry {
        var entry = entry
        entry.identifier = identifier
        entry.region = entry.region.flatMap { $0.isEmpty ? nil : $0 }
        entry.event = entry.event.flatMap { $0.isEmpty ? nil : $0 }
        try entry.check(isFile: files.holds)
        if identifier == nil, try await store.list().count >= 200 {
            throw StudioError(.conflict, code: "too_many", "A studio keeps 200 billboards at most.")
        }
        let kept = try await store.keep(entry)
        try await tidy()
        try tellChange()
        return kept.withAddresses
    }

    /// Publishes the change, so that visitors' pages fetch the billboards again.
    private func tellChange() throws { try channels.publish(event: "changed", on: Self.channel, data: Change()) }

    private func tidy() async throws {
        let used = try await store.list().flatMap { entry in
            entry.items.compactMap(\.file) + [entry.referenceFile].compactMap { $0 }
        }
        files.removeAll(except: Set(used))
    }

    private func known(_ context: StudioContext) async throws -> String {
        let identifier = try context.parameters.require("identifier")
        guard try await store.entry(identifier) != nil else { throw Self.unknown }
        return identifier
    }

    private static let unknown = StudioError(.notFound, code: "unknown_billboard", "There is no such billboard.")
    private static let tooLarge = StudioError(
        .contentTooLarge,
        code: "too_large",
        "The request holds more than \(largest) bytes."
    )

    private struct List: ResponseEncodable {
        let billboards: [BillboardEntry]
    }

    private struct Answer: ResponseEncodable {
        let billboard: BillboardEntry
    }

    private struct Views: ResponseEncodable {
        let views: [BillboardStore.DayViews]
    }

    private struct Change: Encodable {}

    private struct Switch: Encodable {
        let billboard: String
    }
}

extension BillboardEntry {
    /// The billboard with the addresses of its files.
    var withAddresses: BillboardEntry {
        var entry = self
        entry.reference = referenceFile.map { BillboardFiles.path + $0 }
        for index in entry.items.indices {
            entry.items[index].address = entry.items[index].file.map { BillboardFiles.path + $0 }
        }
        return entry
    }

    /// The billboard without the owner's private fields.
    var shownToVisitors: BillboardEntry {
        var entry = withAddresses
        for index in entry.items.indices { entry.items[index].views = nil }
        return entry
    }
}
