import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PusherProtocol

/// How a client gets an application's authorization for a channel or for its user.
public enum Authentication: Sendable {
    /// Requests it from an address of the application with a POST form, as every client library does.
    case endpoint(channels: String, users: String? = nil, headers: [String: String] = [:])
    /// Sends a request that the caller builds; the answer has an endpoint's format. A channel of `nil` requests the
    /// user's authorization.
    case requestBuilder(@Sendable (SocketID, ChannelName?) -> HTTPClientRequest)
    /// Signs by itself with the application's secret, which must not be given to clients of other people.
    case inline(secret: String, member: Member? = nil, userData: String? = nil, masterKey: [UInt8]? = nil)
    /// Calls the caller's own code.
    case authorizer(any ChannelAuthorizer)
    /// Joins public channels only.
    case none
}

/// Code of an application that authorizes a client.
public protocol ChannelAuthorizer: Sendable {
    /// The authorization of a channel; throws if there is none.
    func authorize(_ channel: ChannelName, for socket: SocketID) async throws -> ChannelAuthorization
    /// The authorization of the user; throws if there is none.
    func authorizeUser(for socket: SocketID) async throws -> UserAuthorization
}

extension Authentication {
    /// Gets the authorization of a channel.
    func authorize(
        _ channel: ChannelName,
        for socket: SocketID,
        key: String,
        client: HTTPClient
    ) async throws
        -> ChannelAuthorization
    {
        switch self {
        case .endpoint(let url, _, let headers):
            let form = "socket_id=\(socket)&channel_name=\(Self.escaped(channel.text))"
            return try await ChannelAuthorization(body: Self.post(form, to: url, headers, client))
        case .requestBuilder(let build):
            return try await ChannelAuthorization(body: Self.send(build(socket, channel), client))
        case .inline(let secret, let member, _, let masterKey):
            return Self.sign(channel, socket, Credentials(key: key, secret: secret), member, masterKey)
        case .authorizer(let authorizer):
            return try await authorizer.authorize(channel, for: socket)
        case .none:
            throw ChannelClientError.cannotAuthorize(channel.text)
        }
    }

    /// Gets the authorization of the user.
    func authorizeUser(for socket: SocketID, key: String, client: HTTPClient) async throws -> UserAuthorization {
        switch self {
        case .endpoint(_, let url?, let headers):
            return try await UserAuthorization(body: Self.post("socket_id=\(socket)", to: url, headers, client))
        case .requestBuilder(let build):
            return try await UserAuthorization(body: Self.send(build(socket, nil), client))
        case .inline(let secret, _, let userData?, _):
            let credentials = Credentials(key: key, secret: secret)
            let auth = credentials.authorization(socketID: socket, userData: userData)
            return UserAuthorization(auth: auth, userData: userData)
        case .authorizer(let authorizer):
            return try await authorizer.authorizeUser(for: socket)
        default:
            throw ChannelClientError.cannotAuthorize("user")
        }
    }

    private static func sign(
        _ channel: ChannelName,
        _ socket: SocketID,
        _ credentials: Credentials,
        _ member: Member?,
        _ masterKey: [UInt8]?
    ) -> ChannelAuthorization {
        let channelData = channel.kind.access == .presence ? member?.json.text : nil
        let auth = credentials.authorization(socketID: socket, channel: channel.text, channelData: channelData)
        let isEncrypted = channel.kind.access == .encrypted
        let secret =
            isEncrypted ? masterKey.map { EncryptedChannel(channel: channel.text, masterKey: $0).sharedSecret } : nil
        return ChannelAuthorization(auth: auth, channelData: channelData, sharedSecret: secret)
    }

    private static func post(
        _ form: String,
        to url: String,
        _ headers: [String: String],
        _ client: HTTPClient
    ) async throws
        -> [UInt8]
    {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        request.body = .bytes(ByteBuffer(string: form))
        return try await send(request, client)
    }

    private static func send(_ request: HTTPClientRequest, _ client: HTTPClient) async throws -> [UInt8] {
        let response = try await client.execute(request, timeout: .seconds(10))
        guard response.status == .ok else { throw ChannelClientError.refused(status: Int(response.status.code)) }
        return Array(try await response.body.collect(upTo: 65_536).readableBytesView)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
