import HTTPTypes
import Hummingbird
import NIOCore

/// The request context of the studio's routes: what Hummingbird needs, and where the connection comes from.
public struct StudioContext: RemoteAddressRequestContext {
    /// What Hummingbird needs.
    public var coreContext: CoreRequestContextStorage
    /// The other end of the connection; nil without a socket.
    public let remoteAddress: SocketAddress?
    private let peer: MachineAddress?

    /// The context of a request that came over a connection.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        peer = remoteAddress.flatMap { MachineAddress($0) }
    }

    /// The address that a request came from; nil if that is not known.
    ///
    /// A proxy on this machine names it in `X-Forwarded-For`, of which the last entry is the proxy's own.
    func address(of request: Request) -> String? {
        guard let peer, peer.isLoopback else { return peer?.text }
        return request.header("X-Forwarded-For").split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
    }
}
