import Crypto

/// The key of one encrypted channel, which encrypts and decrypts its payloads.
public struct EncryptedChannel: Sendable, Equatable {
    /// The shared secret, 32 bytes.
    public let secret: [UInt8]

    /// The secret that an application derives for a channel from its master key of 32 bytes: SHA-256 of name and key.
    public init(channel: String, masterKey: [UInt8]) {
        secret = Array(SHA256.hash(data: Array(channel.utf8) + masterKey))
    }

    /// The secret from an authorization endpoint's answer.
    public init(sharedSecret: String) throws(ProtocolError) {
        guard let secret = Base64.decode(sharedSecret), secret.count == 32 else { throw .cannotDecrypt }
        self.secret = secret
    }

    /// The secret as an authorization endpoint sends it, Base64.
    public var sharedSecret: String { Base64.encode(secret) }

    /// `{"nonce":…,"ciphertext":…}` for the bytes of an event's data.
    public func seal(_ data: [UInt8], nonce: [UInt8]) -> JSONText {
        var writer = JSONWriter()
        writer.raw("{\"nonce\":")
        writer.string(Base64.encode(nonce))
        writer.raw(",\"ciphertext\":")
        writer.string(Base64.encode(SecretBox.seal(data, key: secret, nonce: nonce)))
        writer.raw("}")
        return writer.text
    }

    /// The bytes of an event's data from `{"nonce":…,"ciphertext":…}`.
    public func open(_ payload: JSONText) throws(ProtocolError) -> [UInt8] {
        guard let nonce = payload["nonce"]?.string.flatMap(Base64.decode),
            let sealed = payload["ciphertext"]?.string.flatMap(Base64.decode)
        else { throw .cannotDecrypt }
        return try SecretBox.open(sealed, key: secret, nonce: nonce)
    }
}
