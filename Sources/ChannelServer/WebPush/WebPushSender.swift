import AsyncHTTPClient
import Crypto
import NIOCore

/// Why a message cannot be pushed.
public enum WebPushError: Error, Equatable, Sendable {
    /// A subscription's address or keys are not those of a browser.
    case invalidSubscription(String)
    /// A key of the server is not one of the curve P-256.
    case invalidKey
    /// A message has more bytes than push services accept.
    case messageTooLong(Int)
}

/// Sends messages to browsers whose pages are closed (RFC 8030).
public struct WebPushSender: Sendable {
    /// How soon a message matters (RFC 8030, section 5.3).
    public enum Urgency: String, Sendable {
        case veryLow = "very-low"
        case low, normal, high
    }

    /// What a push service answered.
    public enum Outcome: Sendable, Equatable {
        /// It has the message.
        case accepted
        /// The subscription has ended and must be deleted.
        case gone
        /// It refuses the message now; `retryAfter` is in seconds, if it is stated.
        case refused(status: Int, retryAfter: Int?)
        /// It did not answer.
        case unreachable
    }

    /// How long a push service may take, seconds.
    private static let patience: Int64 = 10

    private let key: PushServerKey
    private let contact: String
    private let client: HTTPClient

    /// A sender that push services know by a key; `contact` is the operator's address, as `mailto:` or `https:`.
    public init(key: PushServerKey, contact: String, client: HTTPClient = .shared) {
        (self.key, self.contact, self.client) = (key, contact, client)
    }

    /// Sends a message of at most 3,993 bytes.
    ///
    /// - Parameters:
    ///   - message: What the page's service worker receives.
    ///   - subscription: The browser.
    ///   - lifetime: How long the push service keeps it for a browser that is away, seconds.
    ///   - urgency: How soon it matters.
    ///   - topic: A message of the same topic replaces one that was not delivered; up to 32 letters, digits, `-`, `_`.
    /// - Returns: What the push service answered.
    /// - Throws: `WebPushError.messageTooLong`.
    public func send(
        _ message: [UInt8],
        to subscription: PushSubscription,
        lifetime: Int = 3_600,
        urgency: Urgency = .normal,
        topic: String? = nil
    ) async throws -> Outcome {
        await outcome(
            of: try request(message, to: subscription, lifetime: lifetime, urgency: urgency, topic: topic)
        )
    }

    /// The request that brings a message to the push service.
    func request(
        _ message: [UInt8],
        to subscription: PushSubscription,
        lifetime: Int,
        urgency: Urgency,
        topic: String?
    ) throws -> HTTPClientRequest {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let body = try PushEncryption.body(
            of: message,
            to: subscription,
            serverKey: P256.KeyAgreement.PrivateKey(),
            salt: salt
        )
        var request = HTTPClientRequest(url: subscription.endpoint)
        request.method = .POST
        request.headers.add(name: "Content-Encoding", value: "aes128gcm")
        request.headers.add(name: "Content-Type", value: "application/octet-stream")
        request.headers.add(name: "TTL", value: String(lifetime))
        request.headers.add(name: "Urgency", value: urgency.rawValue)
        if let topic { request.headers.add(name: "Topic", value: topic) }
        let now = Clock.wallMilliseconds / 1_000
        let word = try key.authorization(for: subscription.origin, contact: contact, nowSeconds: now)
        request.headers.add(name: "Authorization", value: word)
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    /// Sends a request and reads what the push service answers.
    func outcome(of request: HTTPClientRequest) async -> Outcome {
        guard let response = try? await client.execute(request, timeout: .seconds(Self.patience)) else {
            return .unreachable
        }
        // Whatever stands in the answer is not of interest, but the connection is free only behind it.
        _ = try? await response.body.collect(upTo: 65_536)
        switch response.status.code {
        case 200..<300: return .accepted
        case 404, 410: return .gone
        default:
            let wait = response.headers.first(name: "Retry-After").flatMap { Int($0) }
            return .refused(status: Int(response.status.code), retryAfter: wait)
        }
    }
}
