/// The shared state of the routes of calls.
struct CallParts {
    let ground: StudioGround
    let access: RoomAccess
    let waitingRoom: WaitingRoom
    let rooms: CallRoomStore
    let settings: RoomSettings
    let records: SessionRecordStore
    let webhooks: CallWebhooks

    /// Creates the state; throws if its key can neither be read nor created.
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
}
