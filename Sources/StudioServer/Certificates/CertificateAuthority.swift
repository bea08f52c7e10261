import Crypto
import Foundation
import X509

/// The studio's own certificate authority: a root that phones may trust, and the server certificates that it signs.
///
/// The root may sign only for this machine's names and for private networks (RFC 5280 §4.2.1.10), so that trust in it
/// has no other effect.
struct CertificateAuthority {
    /// The root certificate.
    let root: IssuedCertificate

    private static let days = (root: 3650.0, server: 397.0)

    /// An authority with an existing root.
    init(root: IssuedCertificate) { self.root = root }

    /// Creates a root for a machine's names.
    init(names: [String], now: Date) throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let title = try DistinguishedName {
            OrganizationName("Sightline")
            CommonName("Sightline studio on \(Self.title(of: names))")
        }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: now - 86_400,
            notValidAfter: now + Self.days.root * 86_400,
            issuer: title,
            subject: title,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                Critical(Self.constraints(names: names))
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key
        )
        root = IssuedCertificate(certificate: certificate, key: key)
    }

    /// Issues a certificate for a server with these names and addresses.
    func issue(for machine: MachineNames, now: Date) throws -> IssuedCertificate {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let subject = try DistinguishedName { CommonName(Self.title(of: machine.names)) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: now - 86_400,
            notValidAfter: now + Self.days.server * 86_400,
            issuer: root.certificate.subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(Self.alternativeNames(machine))
                SubjectKeyIdentifier(hash: key.publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: root.certificate.publicKey).keyIdentifier
                )
            },
            issuerPrivateKey: root.key
        )
        return IssuedCertificate(certificate: certificate, key: key)
    }

    /// Whether the root may sign for names.
    func covers(_ names: [String]) -> Bool {
        guard let constraints = try? root.certificate.extensions.nameConstraints else { return false }
        return Set(names).isSubset(of: constraints.permittedDNSDomains)
    }

    /// The names and addresses in a server's certificate.
    static func alternativeNames(_ machine: MachineNames) -> [GeneralName] {
        machine.names.map { .dnsName($0) }
            + machine.addresses.map { .ipAddress(.init(contentBytes: $0.bytes[...])) }
    }

    private static func constraints(names: [String]) -> NameConstraints {
        let ranges = AddressRange.local.map { range in
            GeneralName.ipAddress(.init(contentBytes: (range.start + range.mask)[...]))
        }
        return NameConstraints(permittedSubtrees: names.map { .dnsName($0) } + ranges, excludedSubtrees: [])
    }

    /// The most descriptive name of the machine.
    private static func title(of names: [String]) -> String {
        String((names.first { $0 != "localhost" } ?? "localhost").prefix(40))
    }
}
