import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The call: rooms and who may join them, signalling between those inside, records of sessions, webhooks.
struct AssistRoutes: StudioRoutes {
    let ground: StudioGround
    let access: RoomAccess
    let waitingRoom: WaitingRoom
    let rooms: CallRoomStore
    let settings: RoomSettings
    let records: SessionRecordStore
    let webhooks: CallWebhooks

    /// The part over a studio's ground; throws where its key can neither be read nor made.
    init(ground: StudioGround) throws {
        self.ground = ground
        waitingRoom = WaitingRoom(limits: ground.protection.limits)
        rooms = CallRoomStore(database: ground.store.database, mostOpenRooms: ground.protection.limits.openRooms)
        let secret = try ground.folder.secret(named: "assist-key") { RandomText.hexadecimal(bytes: 32) }.text
        access = RoomAccess(signer: AccessTokenSigner(secret: secret), rooms: rooms)
        settings = RoomSettings(database: ground.store.database, opening: ground.configuration.roomOpening)
        records = SessionRecordStore(
            database: ground.store.database,
            folder: try ground.folder.folder("records"),
            quota: ground.configuration.recordQuota,
            logger: ground.logger
        )
        webhooks = CallWebhooks(database: ground.store.database, client: WebhookAddress.client, logger: ground.logger)
    }

    var services: [any Service] { [RecordRetention(records: records, logger: ground.logger)] }

    var channelPolicies: [ChannelPolicy] { [insidePolicy, lobbyPolicy] }

    func addRoutes(to router: Router<StudioContext>) {
        JoinRoutes(self).add(to: router)
        RoomRoutes(self).add(to: router)
        RecordRoutes(self).add(to: router)
        WebhookRoutes(self).add(to: router)
    }

    /// Those inside a room hear each other; nobody else does.
    private var insidePolicy: ChannelPolicy {
        ChannelPolicy(prefix: "presence-room-") { [access] request, _, ask in
            guard let room = CallRoomName(ask.channel.dropFirst("presence-room-".count)),
                let pass = try? await access.verify(request.callPass, kinds: [.inside], room: room),
                let member = pass.sub
            else { return nil }
            let info = ["name": pass.name ?? "", "role": pass.role.rawValue, "isHost": "\(pass.isHost ?? false)"]
            return ChannelGrant(userID: member, userInfo: info)
        }
    }

    /// Who waits hears what is decided about them alone.
    private var lobbyPolicy: ChannelPolicy {
        ChannelPolicy(prefix: "private-lobby-") { [access] request, _, ask in
            guard let pass = try? await access.verify(request.callPass, kinds: [.waiting]),
                ask.channel == WaitingRoom.channel(of: pass.sub ?? "")
            else { return nil }
            return ChannelGrant()
        }
    }
}

extension Request {
    /// The pass that came with a request; empty where none did.
    var callPass: String { header("X-Assist-Pass") }

    /// A header's value; empty where there is none.
    func header(_ name: String) -> String { HTTPField.Name(name).flatMap { headers[$0] } ?? "" }
}
