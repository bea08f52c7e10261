import Proximity

/// An event of a listener.
package enum ListenerEvent: Sendable {
    /// Listening has begun, with extended commands or legacy ones.
    case began(extended: Bool)
    /// A beacon's packet was received.
    case sighting(BeaconSighting)
    /// Time has passed: comes at least ten times per second.
    case tick(nanoseconds: Int64)
    /// The source is gone; the listener tries to get it back.
    case lost(BluetoothError, nanoseconds: Int64)
}
