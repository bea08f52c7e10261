/// One packet between host and controller.
package enum HCIPacket: Hashable, Sendable {
    /// A command of the host.
    case command(HCICommand)
    /// An event of the controller: its code and its parameters.
    case event(code: UInt8, parameters: [UInt8])
    /// Anything else, which beacons do not need: its type and its octets.
    case other(type: UInt8, octets: [UInt8])

    /// The packet as H4 frames it: the type, then the packet.
    package var h4: [UInt8] {
        switch self {
        case .command(let command): command.h4
        case .event(let code, let parameters): [0x04, code, UInt8(clamping: parameters.count)] + parameters.prefix(255)
        case .other(let type, let octets): [type] + octets
        }
    }
}
