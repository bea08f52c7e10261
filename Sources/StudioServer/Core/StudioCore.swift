import AsyncHTTPClient
import Foundation
import Logging

/// What every part of the studio uses.
struct StudioCore: Sendable {
    /// Where to listen and what to serve.
    let configuration: StudioConfiguration
    /// The folder of what is kept.
    let folder: DataFolder
    /// Space that is kept back for deleting.
    let reserve: SpaceReserve
    /// The database.
    let store: StudioStore
    /// Who the owner is.
    let owner: OwnerAccess
    /// The studio's own channels.
    let channels: StudioChannels
    /// What addresses and members may use up.
    let protection: StudioProtection
    /// For requests to others, such as webhooks.
    let httpClient: HTTPClient
    /// Where the server's own messages go.
    let logger: Logger

    /// The core on the configuration's data folder.
    init(configuration: StudioConfiguration, logger: Logger = Logger(label: "sightline.studio")) throws {
        self.configuration = configuration
        folder = try DataFolder(configuration.data)
        store = try StudioStore(folder: folder)
        reserve = SpaceReserve(folder: folder)
        owner = try OwnerAccess(folder: folder, database: store.database)
        protection = StudioProtection(configuration.limits)
        channels = try StudioChannels(
            folder: folder,
            redis: configuration.redis,
            connectionsPerAddress: configuration.limits.connections,
            logger: logger
        )
        httpClient = .shared
        self.logger = logger
    }
}
