import Crypto

/// An application's key and secret, and the signatures made with them: HMAC-SHA256 in lower-case hexadecimal.
public struct Credentials: Sendable, Equatable {
    /// The public key.
    public let key: String
    /// The secret.
    public let secret: String
    private let hmacKey: SymmetricKey

    /// A pair of key and secret.
    public init(key: String, secret: String) {
        self.key = key
        self.secret = secret
        hmacKey = SymmetricKey(data: [UInt8](secret.utf8))
    }

    /// The signature of bytes.
    public func signature(of bytes: [UInt8]) -> String {
        String(decoding: hexadecimal(HMAC<SHA256>.authenticationCode(for: bytes, using: hmacKey)), as: UTF8.self)
    }

    /// The signature of a text.
    public func signature(of text: String) -> String { signature(of: [UInt8](text.utf8)) }

    /// Whether a signature is right; takes the same time wherever it is wrong.
    public func isValid(_ signature: String, of bytes: [UInt8]) -> Bool {
        let right = Array(self.signature(of: bytes).utf8)
        let given = Array(signature.utf8)
        guard right.count == given.count else { return false }
        return zip(right, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
