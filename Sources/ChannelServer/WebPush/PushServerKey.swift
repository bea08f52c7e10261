import Crypto
import PusherProtocol

/// The key by which push services know this server.
///
/// M. Thomson, P. Beverloo, "Voluntary Application Server Identification (VAPID) for Web Push", RFC 8292, 2017.
public struct PushServerKey: Sendable {
    /// How long a word to a push service is good, seconds; RFC 8292 allows a day.
    private static let lifetime: Int64 = 12 * 3_600

    private let key: P256.Signing.PrivateKey

    /// A new key.
    public init() { key = P256.Signing.PrivateKey() }

    /// A key that was kept, 32 bytes; throws `WebPushError.invalidKey`.
    public init(bytes: [UInt8]) throws(WebPushError) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { throw .invalidKey }
        self.key = key
    }

    /// The secret to keep, 32 bytes.
    public var bytes: [UInt8] { Array(key.rawRepresentation) }

    /// What a page gives as `applicationServerKey`, in Base64 for addresses.
    public var publicKey: String { Base64URL.encode(Array(key.publicKey.x963Representation)) }

    /// The `Authorization` of a request to a push service (RFC 8292, section 3).
    ///
    /// - Parameters:
    ///   - origin: The scheme and host of the push service.
    ///   - contact: Where its operators reach this server's, as `mailto:` or `https:`.
    ///   - nowSeconds: The time, seconds since 1970.
    /// - Returns: `vapid t=TOKEN, k=KEY`.
    /// - Throws: What the cryptography throws.
    func authorization(for origin: String, contact: String, nowSeconds: Int64) throws -> String {
        var writer = JSONWriter()
        writer.raw("{\"aud\":")
        writer.string(origin)
        writer.raw(",\"exp\":")
        writer.integer(Int(nowSeconds + Self.lifetime))
        writer.raw(",\"sub\":")
        writer.string(contact)
        writer.raw("}")
        let head = Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        let signed = head + "." + Base64URL.encode(Array(writer.text.bytes))
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "vapid t=" + signed + "." + Base64URL.encode(Array(signature)) + ", k=" + publicKey
    }
}
