import ChannelServer
import Foundation
import HummingbirdCore
import NIOSSL

/// The encryption of the studio's port.
package enum StudioTransport: Sendable, Equatable {
    /// Without encryption.
    case plain
    /// Encrypted, with a certificate of the studio's own authority; this machine itself may use it without encryption.
    case ownCertificate
    /// Encrypted, with a certificate chain and key in files (PEM); this machine itself may use it without encryption.
    case certificate(file: String, key: String)

    /// Whether other machines use encryption.
    package var isSecure: Bool { self != .plain }
}

/// The port's server, and the root that phones may trust.
struct PreparedTransport: Sendable {
    /// The server of connections.
    let server: HTTPServerBuilder
    /// The studio's own root (DER); nil without one.
    let root: [UInt8]?

    /// Creates or reads certificates if the transport needs them; throws if that fails.
    init(_ transport: StudioTransport, folder: DataFolder, host: ChannelHost) throws {
        let tls: TLSConfiguration
        switch transport {
        case .plain:
            (server, root) = (host.server(), nil)
            return
        case .ownCertificate:
            let certificates = CertificateFolder(folder: folder.url.appending(path: "certificates"))
            let outcome = try certificates.prepare(for: .current())
            (tls, root) = (outcome.tls, outcome.root)
        case .certificate(let file, let key):
            tls = try CertificateFolder.tls(certificateFile: file, keyFile: key)
            root = nil
        }
        let context = try NIOSSLContext(configuration: tls)
        server = HTTPServerBuilder { responder in
            EitherTransport(base: host.childChannel(isTLS: true, responder: responder), context: context)
        }
    }
}
