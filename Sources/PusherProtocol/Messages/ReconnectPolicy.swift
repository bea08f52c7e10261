/// What a client does when a connection has ended.
public enum ReconnectPolicy: Sendable, Equatable {
    /// Nothing: the same attempt would be refused again.
    case refused
    /// Connects with TLS, at once.
    case upgradeToTLS
    /// Waits at least a second, longer each time.
    case backOff
    /// Connects again at once.
    case immediately

    /// The policy for a close code; nil when the connection broke without one.
    public init(closeCode: Int?) {
        guard let closeCode else {
            self = .backOff
            return
        }
        switch closeCode {
        case 4000: self = .upgradeToTLS
        case 4001...4099: self = .refused
        case 4100...4199: self = .backOff
        case 4200...4299: self = .immediately
        case 4300...: self = .refused
        default: self = .backOff
        }
    }
}
