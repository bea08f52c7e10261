import Foundation
import X509

/// A certificate with its private key.
struct IssuedCertificate {
    let certificate: Certificate
    let key: Certificate.PrivateKey

    /// A certificate of its parts.
    init(certificate: Certificate, key: Certificate.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads both from text as `certificateText` and `keyText` give it; throws where either is none.
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

    /// Whether it holds at a time and for some days after.
    func isValid(at now: Date, withDaysLeft days: Double) -> Bool {
        certificate.notValidBefore <= now && certificate.notValidAfter >= now + days * 86_400
            && certificate.publicKey == key.publicKey
    }
}
