import Proximity

/// What a listener tells its owner.
package enum ListenerEvent: Sendable {
    /// Listening has begun, with extended commands or legacy ones.
    case began(extended: Bool)
    /// A beacon was heard.
    case sighting(BeaconSighting)
    /// Time has passed: comes at least ten times per second.
    case tick(nanoseconds: Int64)
    /// The source is gone; the listener tries to get it back.
    case lost(BluetoothError, nanoseconds: Int64)
}
