/// Authenticated encryption as in NaCl's `secretbox`: XSalsa20 and Poly1305.
///
/// D. J. Bernstein, "Cryptography in NaCl", 2009, section 9.
public enum SecretBox {
    /// Encrypts a message with a key of 32 and a nonce of 24 bytes: 16 bytes of tag, then the cipher text.
    public static func seal(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        precondition(key.count == 32 && nonce.count == 24, "secretbox takes a key of 32 and a nonce of 24 bytes")
        let stream = Salsa20.stream(count: 32 + message.count, key: key, nonce: nonce)
        let cipherText = zip(message, stream[32...]).map { $0 ^ $1 }
        return Poly1305.tag(cipherText, key: Array(stream[0..<32])) + cipherText
    }

    /// Decrypts a message; throws if the key, the nonce or the message is not the one it was encrypted with.
    public static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) throws(ProtocolError) -> [UInt8] {
        guard key.count == 32, nonce.count == 24, sealed.count >= 16 else { throw .cannotDecrypt }
        let cipherText = Array(sealed[16...])
        let stream = Salsa20.stream(count: 32 + cipherText.count, key: key, nonce: nonce)
        let tag = Poly1305.tag(cipherText, key: Array(stream[0..<32]))
        guard zip(tag, sealed).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0 else { throw .cannotDecrypt }
        return zip(cipherText, stream[32...]).map { $0 ^ $1 }
    }
}
