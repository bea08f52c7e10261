import Foundation
import Hummingbird

/// The addresses of a venue's floors, all for its owner alone.
struct FloorEndpoints: Sendable {
    let venues: BeaconVenues
    let owner: OwnerAccess

    /// Adds all of them to a router.
    func add(to router: Router<StudioContext>) {
        let group = router.group("api/beacons/floors").add(middleware: OwnerOnly(owner))
        group.post { request, _ in
            let id = FloorSetting.makeID()
            try await keep(id, request)
            return EditedResponse(status: .created, response: KeptAnswer(id: id))
        }
        group.put("order") { request, _ in
            let wish = try await request.decodeBody(as: FloorOrder.self, limit: 4_096)
            try await change { try await $0.order(wish.order) }
            return HTTPResponse.Status.noContent
        }
        group.put(":id") { request, context in
            let id = try context.parameters.require("id")
            guard try await venues.shown(toOwner: true).store.has(FloorSetting.self, id: id) else {
                throw BeaconError.unknown("floor")
            }
            try await keep(id, request)
            return KeptAnswer(id: id)
        }
        group.delete(":id") { request, context in
            let id = try context.parameters.require("id")
            let withContents = request.uri.queryParameters["contents"] == "removed"
            try await change { try await $0.delete(id, withContents: withContents) }
            return HTTPResponse.Status.noContent
        }
        group.put(":id/picture") { request, context in
            let id = try context.parameters.require("id")
            let picture = try PlanPicture(Data(buffer: try await request.body(limit: PlanPicture.largest)))
            try await change { try await $0.save(picture, of: id) }
            return HTTPResponse.Status.noContent
        }
        group.delete(":id/picture") { _, context in
            let id = try context.parameters.require("id")
            try await change { try await $0.save(nil, of: id) }
            return HTTPResponse.Status.noContent
        }
    }

    private func keep(_ id: String, _ request: Request) async throws {
        var floor = try await request.decodeBody(as: FloorSetting.self, limit: 1 << 18).checked()
        floor.id = id
        try await change { [floor] in try await $0.save(floor) }
    }

    /// Changes the floors of the shown venue.
    private func change(_ work: (FloorStore) async throws -> Void) async throws {
        let venue = await venues.shown(toOwner: true)
        try await work(venue.store.floors)
        try await venue.settingsChanged()
    }
}

/// The body of `PUT /api/beacons/floors/order`.
private struct FloorOrder: Codable, Sendable {
    /// The floors' names in addresses, lowest first.
    var order: [String]
}
