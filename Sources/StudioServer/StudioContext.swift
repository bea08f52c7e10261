import HTTPTypes
import Hummingbird
import NIOCore

/// The request context of the studio's routes: Hummingbird's part, and the peer's address.
package struct StudioContext: RemoteAddressRequestContext {
    /// Hummingbird's part of the context.
    package var coreContext: CoreRequestContextStorage
    /// The peer of the connection; nil without a socket.
    package let remoteAddress: SocketAddress?
    private let peer: MachineAddress?

    /// The context of a request that came over a connection.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        peer = remoteAddress.flatMap { MachineAddress($0) }
    }

    /// The address of a request; nil if it is not known.
    ///
    /// A proxy on this machine states it in `X-Forwarded-For`, whose last entry is the proxy's own.
    func address(of request: Request) -> String? {
        guard let peer, peer.isLoopback else { return peer?.text }
        return request.header("X-Forwarded-For").split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
    }
}
