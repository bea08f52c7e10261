/// The shared state of the routes of calls.
struct CallParts {
    let core: StudioCore
    let access: RoomAccess
    let waitingRoom: WaitingRoom
    let rooms: CallRoomStore
    let settings: RoomSettings
    let records: SessionRecordStore
    let webhooks: CallWebhooks

    /// Creates the state; throws if its key can neither be read nor created.
    init(core: StudioCore) throws {
        self.core = core
        waitingRoom = WaitingRoom(limits: core.protection.limits)
        rooms = CallRoomStore(database: core.store.database, mostOpenRooms: core.protection.limits.openRooms)
        let secret = try core.folder.secret(named: "assist-key") { RandomText.hexadecimal(bytes: 32) }.text
        access = RoomAccess(signer: AccessTokenSigner(secret: secret), rooms: rooms)
        settings = RoomSettings(database: core.store.database, opening: core.configuration.roomOpening)
        records = SessionRecordStore(
            database: core.store.database,
            folder: try core.folder.folder("records"),
            quota: core.configuration.recordQuota
        )
        webhooks = CallWebhooks(database: core.store.database, client: WebhookAddress.client, logger: core.logger)
    }
}
