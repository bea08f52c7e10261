import AsyncHTTPClient
import NIOCore
import PusherProtocol

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Publishes events as the application itself, over a server's HTTP interface.
public struct EventPublisher: Sendable {
    private let applicationID: String
    private let credentials: Credentials
    private let base: String
    private let client: HTTPClient

    /// A publisher for one application of a server.
    public init(
        applicationID: String,
        credentials: Credentials,
        host: String,
        port: Int,
        isTLS: Bool = false,
        client: HTTPClient = .shared
    ) {
        self.applicationID = applicationID
        self.credentials = credentials
        self.client = client
        base = "\(isTLS ? "https" : "http")://\(host):\(port)"
    }

    /// Publishes one event to channels; `nowSeconds` is the time since 1970, by default the system's.
    ///
    /// `extras` are for subscriptions with filters and deltas; other servers ignore them.
    /// Throws ``ChannelClientError/refused(status:)`` with the server's status if it is not 200.
    public func publish(
        _ name: String,
        to channels: [ChannelName],
        data: String,
        except socketID: SocketID? = nil,
        extras: EventExtras = .none,
        nowSeconds: Int64? = nil
    ) async throws {
        let body = Self.body(name, channels, data, socketID, extras)
        let path = "/apps/\(applicationID)/events"
        let query = SignedRequest.signed(
            method: "POST",
            path: path,
            body: body,
            credentials: credentials,
            nowSeconds: nowSeconds ?? Self.now
        )
        let text = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        var request = HTTPClientRequest(url: "\(base)\(path)?\(text)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await client.execute(request, timeout: .seconds(10))
        _ = try await response.body.collect(upTo: 1 << 20)
        guard response.status == .ok else { throw ChannelClientError.refused(status: Int(response.status.code)) }
    }

    private static func body(
        _ name: String,
        _ channels: [ChannelName],
        _ data: String,
        _ except: SocketID?,
        _ extras: EventExtras
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"name\":")
        writer.string(name)
        writer.raw(",\"channels\":[")
        writer.list(channels) { $0.string($1.text) }
        writer.raw("],\"data\":")
        writer.string(data)
        if let except {
            writer.raw(",\"socket_id\":")
            writer.string(except.description)
        }
        extras.writeMembers(to: &writer)
        writer.raw("}")
        return writer.bytes
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}
