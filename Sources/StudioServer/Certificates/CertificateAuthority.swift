import Crypto
import Foundation
import X509

/// The studio's own authority: one root that a phone may be told to trust, and the server's certificates that it signs.
///
/// The root may sign for this machine's names and for private networks alone (RFC 5280 §4.2.1.10), so that whoever
/// trusts it opens nothing else to it.
struct CertificateAuthority {
    /// The root.
    let root: IssuedCertificate

    private static let days = (root: 3650.0, server: 397.0)

    /// An authority whose root was made before.
    init(root: IssuedCertificate) { self.root = root }

    /// A new root for a machine's names.
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

    /// A certificate for a server that is reached by these names and addresses.
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

    /// The names and addresses a server's certificate must hold.
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

    /// The name that says most about the machine.
    private static func title(of names: [String]) -> String {
        String((names.first { $0 != "localhost" } ?? "localhost").prefix(40))
    }
}
