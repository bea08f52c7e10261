import Foundation
import Hummingbird
import JWTKit

/// The owner's rooms and invitations; the host's setting of their own room.
struct RoomRoutes {
    let call: CallParts

    /// Adds the routes.
    func add(to router: Router<StudioContext>) {
        let owned = router.group("api/assist/rooms").add(middleware: OwnerOnly(call.core.owner))
        owned.get { _, _ in CallRoomList(rooms: try await call.rooms.all().map(CallRoomDescription.init)) }
        owned.post { request, _ in try await create(try await request.decodeBody(as: RoomRequest.self, limit: 4_096)) }
        owned.get(":room") { _, context in
            CallRoomAnswer(try await call.rooms.find(try context.roomName, orOpen: false))
        }
        owned.delete(":room") { _, context in
            let name = try context.roomName
            try await call.rooms.close(name)
            try call.core.channels.disconnect(from: name.channel)
            return Response(status: .noContent)
        }
        owned.delete(":room/passes") { _, context in
            let name = try context.roomName
            _ = try await call.rooms.update(name) { $0.renewEpoch() }
            try call.core.channels.disconnect(from: name.channel)
            return Response(status: .noContent)
        }
        owned.post(":room/invites") { request, context in
            let asked = try await request.decodeBody(as: InviteRequest.self, limit: 4_096)
            return try await invite(asked, to: try context.roomName, by: request)
        }
        let own = router.group("api/assist/settings").add(middleware: OwnerOnly(call.core.owner))
        own.get { _, _ in try await roomSettings() }
        own.put { request, _ in
            let asked = try await request.decodeBody(as: RoomSettingsRequest.self, limit: 1_024)
            try await call.settings.setOpensRooms(asked.opensRooms)
            return try await roomSettings()
        }
        router.get("api/assist/rooms/:room/invitation") { request, context in
            let name = try context.roomName
            _ = try await call.access.verify(request.callPass, kinds: [.inside], room: name)
            return try invitation(to: "assist/?room=\(name.text)&role=expert", by: request)
        }
        router.patch("api/assist/rooms/:room") { request, context in
            try await change(try context.roomName, by: request)
        }
    }

    private func roomSettings() async throws -> RoomSettingsAnswer {
        RoomSettingsAnswer(
            opensRooms: try await call.settings.opensRooms,
            isFixed: call.settings.opening != .ownerDecides
        )
    }

    private func create(_ asked: RoomRequest) async throws -> EditedResponse<CallRoomAnswer> {
        guard let name = CallRoomName(asked.name) else {
            throw CallRoomName.unsound
        }
        var room = CallRoom.open(name, at: Date())
        room.isOwned = true
        room.access = asked.access ?? .token
        room.hasWaitingRoom = asked.hasWaitingRoom ?? false
        room.retentionDays = try Self.days(asked.retentionDays) ?? CallRoom.usualRetentionDays
        guard try await call.rooms.add(room) else {
            throw StudioError(.conflict, code: "room_exists", "There is a room of this name already.")
        }
        await call.webhooks.send(.init(event: "room.created", room: room.name))
        return EditedResponse(status: .created, response: CallRoomAnswer(room))
    }

    private func invite(
        _ asked: InviteRequest,
        to name: CallRoomName,
        by request: Request
    ) async throws -> InviteAnswer {
        let room = try await call.rooms.find(name, orOpen: false)
        let minutes = asked.minutes ?? 60
        guard (1...43_200).contains(minutes) else {
            throw StudioError(.badRequest, code: "minutes", "An invitation lasts 1 to 43,200 minutes.")
        }
        let end = Date(timeIntervalSinceNow: Double(minutes) * 60)
        let invite = AccessToken(
            kind: .invite,
            room: room.name,
            epoch: room.epoch,
            role: asked.role,
            name: asked.name,
            exp: .init(value: end)
        )
        let token = try await call.access.signer.sign(invite)
        let path = "assist/?room=\(room.name)&role=\(asked.role.rawValue)#invite=\(token)"
        let told = try invitation(to: path, by: request)
        return InviteAnswer(token: token, path: "/" + path, address: told.address, code: told.code, expiresAt: end)
    }

    /// The invitation to a page of the studio for other devices, with its QR code.
    private func invitation(to path: String, by request: Request) throws -> Invitation {
        let studio =
            Invitation.address(reachedBy: request, of: call.core.configuration)
            ?? Invitation.ownAddress(of: request, call.core.configuration)
        guard let invitation = Invitation(address: studio + path) else {
            throw StudioError(.badRequest, code: "address_too_long", "This address is too long for a code.")
        }
        return invitation
    }

    /// The host may switch the waiting room on or off; the owner may change everything.
    private func change(_ name: CallRoomName, by request: Request) async throws -> CallRoomAnswer {
        try await call.access.checkHost(of: name, request, owner: call.core.owner)
        let isOwner = call.core.owner.isOwner(request)
        let change = try await request.decodeBody(as: RoomChange.self, limit: 4_096)
        let days = try Self.days(change.retentionDays)
        let room = try await call.rooms.update(name) { room in
            room.hasWaitingRoom = change.hasWaitingRoom ?? room.hasWaitingRoom
            guard isOwner else { return }
            room.access = change.access ?? room.access
            room.isOwned = room.isOwned || room.access == .token
            room.retentionDays = days ?? room.retentionDays
        }
        return CallRoomAnswer(room)
    }

    private static func days(_ days: Int?) throws -> Int? {
        guard let days else { return nil }
        guard (0...3_650).contains(days) else {
            throw StudioError(.badRequest, code: "retention_days", "Records are kept 0 to 3,650 days.")
        }
        return days
    }
}

/// A room to create.
struct RoomRequest: Decodable, Sendable {
    let name: String
    let access: CallRoom.Access?
    let hasWaitingRoom: Bool?
    let retentionDays: Int?
}

/// The owner's setting for opening rooms.
struct RoomSettingsRequest: Decodable, Sendable {
    let opensRooms: Bool
}

/// Whether everyone may open a room by its name.
struct RoomSettingsAnswer: ResponseCodable, Sendable {
    let opensRooms: Bool
    /// Whether the studio was started with a fixed setting.
    let isFixed: Bool
}

/// The changes of a room.
struct RoomChange: Decodable, Sendable {
    let access: CallRoom.Access?
    let hasWaitingRoom: Bool?
    let retentionDays: Int?
}

/// An invitation to sign.
struct InviteRequest: Decodable, Sendable {
    let role: CallRole
    let name: String?
    let minutes: Int?
}

/// A signed invitation.
struct InviteAnswer: ResponseCodable, Sendable {
    let token: String
    /// The invitation's page, relative to the studio's address.
    let path: String
    /// The whole address for other devices.
    let address: String
    /// The QR code of the address, an SVG.
    let code: String
    let expiresAt: Date
}

/// A room's description for the owner and its host.
struct CallRoomDescription: Codable, Sendable {
    let name: String
    let access: CallRoom.Access
    let hasWaitingRoom: Bool
    let retentionDays: Int
    let createdAt: Date

    init(_ room: CallRoom) {
        name = room.name
        access = room.access
        hasWaitingRoom = room.hasWaitingRoom
        retentionDays = room.retentionDays
        createdAt = room.createdAt
    }
}

/// The answer that holds one room.
struct CallRoomAnswer: ResponseCodable, Sendable {
    let room: CallRoomDescription

    init(_ room: CallRoom) { self.room = CallRoomDescription(room) }
}

/// All rooms.
struct CallRoomList: ResponseCodable, Sendable {
    let rooms: [CallRoomDescription]
}
