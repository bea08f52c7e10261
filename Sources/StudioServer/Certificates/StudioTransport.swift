import ChannelServer
import Foundation
import HummingbirdCore
import NIOSSL

/// How the studio's port is reached.
public enum StudioTransport: Sendable, Equatable {
    /// Without encryption.
    case plain
    /// Encrypted, by a certificate of the studio's own in its data folder; this machine itself may do without
    /// encryption.
    case ownCertificate
    /// Encrypted, by a certificate chain and key in files (PEM); this machine itself may do without encryption.
    case certificate(file: String, key: String)

    /// Whether others reach the studio encrypted.
    public var isSecure: Bool { self != .plain }
}

/// The port's server, and the root that phones may be told to trust.
struct PreparedTransport: Sendable {
    /// How a connection becomes requests and channels.
    let server: HTTPServerBuilder
    /// The studio's own root (DER); nil without one.
    let root: [UInt8]?

    /// Makes or reads certificates where the transport needs them; throws where that fails.
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
