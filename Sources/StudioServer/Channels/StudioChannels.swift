import ChannelServer
import Foundation
import Logging
import PusherProtocol

/// The studio's own application on the channel server of the same port.
struct StudioChannels: Sendable {
    /// The channel server, on the studio's port.
    let host: ChannelHost
    /// The studio's own application.
    let application: ChannelApplication

    /// The channels with the key and secret in a data folder, beside the applications in its `applications.json`.
    init(
        folder: DataFolder,
        redis: RedisAddress? = nil,
        connectionsPerAddress: Int = StudioLimits().connections,
        logger: Logger
    ) throws {
        let key = try folder.secret(named: "channels-key") { RandomText.hexadecimal(bytes: 10) }.text
        let secret = try folder.secret(named: "channels-secret") { RandomText.hexadecimal(bytes: 16) }.text
        let own = ChannelApplication(
            // Common HTTP libraries accept only numbers.
            id: "1",
            name: "Sightline studio",
            credentials: Credentials(key: key, secret: secret),
            history: [SharedReading.history]
        )
        let others = try ApplicationFile.read(folder.url.appending(path: ApplicationFile.name))
        guard !others.contains(where: { $0.id == own.id }) else {
            throw ApplicationFileError(file: ApplicationFile.name, reason: "the id 1 is the studio's own")
        }
        let bus: any ChannelBus = redis.map { RedisBus($0, logger: logger) } ?? LocalBus()
        var configuration = ChannelHost.Configuration()
        configuration.connectionsPerAddress = connectionsPerAddress
        application = own
        host = ChannelHost(
            applications: ApplicationDirectory([own] + others),
            bus: bus,
            configuration: configuration,
            logger: logger
        )
    }

    /// Publishes an event to all subscribers of a channel.
    func publish(event: String, on channel: String, data: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let text = String(decoding: try encoder.encode(data), as: UTF8.self)
        let message = Message(event: event, channel: channel, data: JSONText(string: text))
        host.publish(message, to: try ChannelName(channel), of: application)
    }

    /// Whether a user is on a presence channel.
    func isPresent(_ user: String, on channel: String) async throws -> Bool {
        try await members(of: channel).contains(user)
    }

    /// The members of a presence channel.
    func members(of channel: String) async throws -> Set<String> {
        Set(try await host.members(of: try ChannelName(channel), in: application))
    }

    /// Whether a channel has a subscriber.
    func isOccupied(_ channel: String) async throws -> Bool {
        try await host.isOccupied(try ChannelName(channel), in: application)
    }

    /// Closes the connections that are subscribed to a channel, or those of one member of a presence channel.
    func disconnect(_ member: String? = nil, from channel: String) throws {
        host.disconnect(member, from: try ChannelName(channel), in: application)
    }

    /// The key for clients.
    var key: String { application.credentials.key }

    /// The answer that authorizes a connection for a channel.
    func authorization(_ ask: ChannelRequest, _ grant: ChannelGrant) throws -> Authorization {
        guard ask.channel.hasPrefix("presence-") else {
            let auth = application.credentials.authorization(socketID: ask.socketID, channel: ask.channel)
            return Authorization(auth: auth, channelData: nil)
        }
        let member = PresenceMember(userID: grant.userID ?? "\(ask.socketID)", userInfo: grant.userInfo)
        let data = String(decoding: try JSONEncoder().encode(member), as: UTF8.self)
        let auth = application.credentials.authorization(
            socketID: ask.socketID,
            channel: ask.channel,
            channelData: data
        )
        return Authorization(auth: auth, channelData: data)
    }

    /// A client's authorization.
    struct Authorization: Codable {
        let auth: String
        let channelData: String?

        enum CodingKeys: String, CodingKey {
            case auth
            case channelData = "channel_data"
        }
    }

    private struct PresenceMember: Encodable {
        let userID: String
        let userInfo: [String: String]

        enum CodingKeys: String, CodingKey {
            case userID = "user_id"
            case userInfo = "user_info"
        }
    }
}
