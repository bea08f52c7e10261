/// Why a receiver hears nothing.
public enum ReceiverFault: String, Hashable, Sendable {
    /// The adapter was unplugged or switched off.
    case adapterLost
    /// The receiver may not use the radio.
    case denied
    /// The connection to the receiver is gone.
    case disconnected
}
