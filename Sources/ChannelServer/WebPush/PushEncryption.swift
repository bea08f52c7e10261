import Crypto

/// The encryption of a pushed message, which only the browser can read.
///
/// M. Thomson, "Message Encryption for Web Push", RFC 8291, 2017; "Encrypted Content-Encoding for HTTP", RFC 8188, 2017.
///
/// | RFC | here |
/// |---|---|
/// | as_private, as_public | `serverKey` and its public key |
/// | ua_public, auth_secret | `userAgentKey`, `authenticationSecret` of the subscription |
/// | ecdh_secret | `agreed` |
/// | CEK, NONCE | `contentKey`, `nonce` |
enum PushEncryption {
    /// The size of the only record, bytes.
    private static let recordSize: UInt32 = 4_096
    /// What a message may have, bytes: the record, less the header (86), the tag (16) and the delimiter.
    static let longestMessage = 4_096 - 86 - 16 - 1

    /// The body of the request to the push service; `serverKey` and `salt` (16 bytes) are new for each message.
    static func body(
        of message: [UInt8],
        to subscription: PushSubscription,
        serverKey: P256.KeyAgreement.PrivateKey,
        salt: [UInt8]
    ) throws -> [UInt8] {
        guard message.count <= longestMessage else { throw WebPushError.messageTooLong(message.count) }
        let serverPublic = Array(serverKey.publicKey.x963Representation)
        let userAgentKey = try P256.KeyAgreement.PublicKey(x963Representation: subscription.userAgentKey)
        let agreed = try serverKey.sharedSecretFromKeyAgreement(with: userAgentKey)
        // RFC 8291, section 3.4.
        let keyMaterial = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: subscription.authenticationSecret,
            sharedInfo: Array("WebPush: info\0".utf8) + subscription.userAgentKey + serverPublic,
            outputByteCount: 32
        )
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: keyMaterial,
                salt: salt,
                info: Array(info.utf8),
                outputByteCount: count
            )
        }
        // RFC 8188, sections 2.2 and 2.3.
        let contentKey = derived("Content-Encoding: aes128gcm\0", 16)
        let nonce = derived("Content-Encoding: nonce\0", 12).withUnsafeBytes { Array($0) }
        // 2 ends the last record.
        let box = try AES.GCM.seal(message + [2], using: contentKey, nonce: AES.GCM.Nonce(data: nonce))
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * UInt32($0))) }
        return salt + size + [UInt8(serverPublic.count)] + serverPublic + Array(box.ciphertext) + Array(box.tag)
    }
}
