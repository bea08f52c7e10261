import Foundation
import X509

/// A certificate with its private key.
struct IssuedCertificate {
    let certificate: Certificate
    let key: Certificate.PrivateKey

    /// Creates a certificate with its key.
    init(certificate: Certificate, key: Certificate.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads both from PEM text; throws if either is not valid.
    init(certificateText: String, keyText: String) throws {
        certificate = try Certificate(pemEncoded: certificateText)
        key = try Certificate.PrivateKey(pemEncoded: keyText)
    }

    /// PEM.
    var certificateText: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// PEM.
    var keyText: String {
        get throws { try key.serializeAsPEM().pemString + "\n" }
    }

    /// Whether it is valid at a time and for some days after it.
    func isValid(at now: Date, withDaysLeft days: Double) -> Bool {
        certificate.notValidBefore <= now && certificate.notValidAfter >= now + days * 86_400
            && certificate.publicKey == key.publicKey
    }
}
