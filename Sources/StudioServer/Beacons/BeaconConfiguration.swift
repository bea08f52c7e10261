import ChannelServer
import Foundation
import MQTT

/// What the Beacons part of the studio needs to know before it starts.
package struct BeaconConfiguration: Sendable {
    /// Requests the report of the studio's own receiver; nil if there is none.
    package var ownReceiver: (@Sendable () -> ReceiverReport)?
    /// Whether a simulated walk is shown from the start.
    package var isSimulated: Bool
    /// Actions of the local configuration file: the only ones that may run programs.
    package var actions: [PlaceAction]
    /// The most regions; 20 as in CoreLocation.
    package var regionLimit: Int
    /// The broker that receives the venue's state for Home Assistant; nil for none.
    package var broker: BrokerAddress?
    /// Where push services reach the studio's operator, as `mailto:` or `https:`; Apple's refuses made-up ones.
    package var pushContact = "mailto:operator@\(ProcessInfo.processInfo.hostName)"
    /// The push services that browsers may name: hosts, or origins such as `https://push.example.org:8443`.
    package var pushServices = PushSubscription.knownServices

    /// A configuration of its parts.
    package init(
        ownReceiver: (@Sendable () -> ReceiverReport)? = nil,
        isSimulated: Bool = false,
        actions: [PlaceAction] = [],
        regionLimit: Int = 20,
        broker: BrokerAddress? = nil
    ) {
        self.ownReceiver = ownReceiver
        self.isSimulated = isSimulated
        self.actions = actions
        self.regionLimit = regionLimit
        self.broker = broker
    }
}
