/// Why a message cannot be pushed.
public enum WebPushError: Error, Equatable, Sendable {
    /// A subscription's address or keys are not what browsers give.
    case invalidSubscription(String)
    /// A key of the server is not one of the curve P-256.
    case invalidKey
    /// A message has more bytes than push services take.
    case messageTooLong(Int)
}
