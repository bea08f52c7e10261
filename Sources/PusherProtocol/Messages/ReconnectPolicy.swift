/// A client's reaction to the end of a connection.
public enum ReconnectPolicy: Sendable, Equatable {
    /// Do not reconnect: the same attempt would be refused again.
    case refused
    /// Reconnect with TLS immediately.
    case upgradeToTLS
    /// Wait at least a second, longer each time.
    case backOff
    /// Reconnect immediately.
    case immediately

    /// The policy for a close code; nil if the connection broke without one.
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
