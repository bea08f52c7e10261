import Foundation
import NIOSSL
import X509

/// The folder of the studio's root and server certificates, which renews them when they expire or no longer match.
package struct CertificateFolder: Sendable {
    private let folder: URL

    /// The result of the preparation.
    package struct Outcome {
        /// The server's TLS configuration.
        package let tls: TLSConfiguration
        /// The root for phones (DER).
        package let root: [UInt8]
        /// Whether a new root was created, which must be trusted again.
        package let isNewRoot: Bool
        /// Whether a new server certificate was created.
        package let isNewCertificate: Bool
    }

    /// The certificates in a folder, which need not exist yet.
    package init(folder: URL) { self.folder = folder }

    /// The server's certificate for a machine: the stored one if it has every name and address, else a new one.
    ///
    /// A certificate with less than two weeks left is renewed. Throws if the folder cannot be written.
    package func prepare(for machine: MachineNames, now: Date = Date()) throws -> Outcome {
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: permissions)
        let (authority, isNewRoot) = try authority(for: machine, now: now)
        let kept = isNewRoot ? nil : server(signedBy: authority, for: machine, now: now)
        let server = try kept ?? authority.issue(for: machine, now: now)
        if kept == nil { try write(server, as: .server) }
        return Outcome(
            tls: try Self.tls(server, root: authority.root),
            root: try NIOSSLCertificate(bytes: Array(authority.root.certificateText.utf8), format: .pem).toDERBytes(),
            isNewRoot: isNewRoot,
            isNewCertificate: kept == nil
        )
    }

    /// The TLS configuration for the caller's own certificate; throws if a file contains none.
    package static func tls(certificateFile: String, keyFile: String) throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(certificateFile).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: keyFile, format: .pem)
        return configuration(chain: chain, key: key)
    }

    /// The names in the first certificate of a file; none if it cannot be read.
    static func names(inFile path: String) -> [String] {
        let end = "-----END CERTIFICATE-----"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let last = text.firstRange(of: end),
            let certificate = try? Certificate(pemEncoded: String(text[..<last.upperBound])),
            let names = try? certificate.extensions.subjectAlternativeNames
        else { return [] }
        return names.compactMap { if case .dnsName(let name) = $0 { name } else { nil } }
    }

    private enum Part: String {
        case root, server
    }

    private func authority(for machine: MachineNames, now: Date) throws -> (CertificateAuthority, isNew: Bool) {
        if let root = read(.root), root.isValid(at: now, withDaysLeft: 400) {
            let authority = CertificateAuthority(root: root)
            if authority.covers(machine.names) { return (authority, false) }
        }
        let authority = try CertificateAuthority(names: machine.names, now: now)
        try write(authority.root, as: .root)
        return (authority, true)
    }

    private func server(
        signedBy authority: CertificateAuthority,
        for machine: MachineNames,
        now: Date
    ) -> IssuedCertificate? {
        guard let server = read(.server), server.isValid(at: now, withDaysLeft: 14),
            authority.root.certificate.publicKey.isValidSignature(
                server.certificate.signature,
                for: server.certificate
            ),
            let held = try? server.certificate.extensions.subjectAlternativeNames,
            Set(CertificateAuthority.alternativeNames(machine)).isSubset(of: held)
        else { return nil }
        return server
    }

    private func file(_ part: Part, _ ending: String) -> URL { folder.appending(path: "\(part.rawValue)\(ending).pem") }

    /// Returns nil if there is none or it cannot be read.
    private func read(_ part: Part) -> IssuedCertificate? {
        guard let certificate = try? String(contentsOf: file(part, ""), encoding: .utf8),
            let key = try? String(contentsOf: file(part, "-key"), encoding: .utf8)
        else { return nil }
        return try? IssuedCertificate(certificateText: certificate, keyText: key)
    }

    /// A key file is readable by its owner alone from its creation on.
    private func write(_ issued: IssuedCertificate, as part: Part) throws {
        let path = file(part, "-key").path
        try? FileManager.default.removeItem(atPath: path)
        let isMade = FileManager.default.createFile(
            atPath: path,
            contents: Data(try issued.keyText.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
        try Data(try issued.certificateText.utf8).write(to: file(part, ""), options: .atomic)
    }

    private static func tls(_ server: IssuedCertificate, root: IssuedCertificate) throws -> TLSConfiguration {
        let chain = try [server, root].map { issued in
            try NIOSSLCertificate(bytes: Array(issued.certificateText.utf8), format: .pem)
        }
        let key = try NIOSSLPrivateKey(bytes: Array(server.keyText.utf8), format: .pem)
        return configuration(chain: chain.map { .certificate($0) }, key: key)
    }

    private static func configuration(chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKey) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain,
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}
