/// Why a broker cannot be used.
package enum BrokerError: Error, Equatable, CustomStringConvertible {
    /// The address is not one of a broker.
    case invalidAddress(String)
    /// The client library refused.
    case failed(String)

    /// What is wrong, for the person who gave the address.
    package var description: String {
        switch self {
        case .invalidAddress(let text):
            "“\(text)” is no address of an MQTT broker; give mqtt://HOST, mqtts://HOST:PORT or mqtt://USER:PASSWORD@HOST"
        case .failed(let reason): "The MQTT client cannot be started: \(reason)"
        }
    }
}
