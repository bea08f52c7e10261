import AsyncHTTPClient
import Foundation
import Logging

/// The shared services of all parts of the studio.
struct StudioCore: Sendable {
    /// The configuration of the server.
    let configuration: StudioConfiguration
    /// The folder of the data.
    let folder: DataFolder
    /// Disk space reserved for deletion.
    let reserve: SpaceReserve
    /// The database.
    let store: StudioStore
    /// The owner's authentication.
    let owner: OwnerAccess
    /// The studio's own channels.
    let channels: StudioChannels
    /// The limits of addresses and members.
    let protection: StudioProtection
    /// The client for requests to others, such as webhooks.
    let httpClient: HTTPClient
    /// The log of the server's own messages.
    let logger: Logger

    /// Creates the services in the configuration's data folder.
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
