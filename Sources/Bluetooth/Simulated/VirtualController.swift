/// A controller without a radio: answers commands as a real one does, and reports the advertisements given to it.
///
/// A value: commands are the input, events are the output.
package struct VirtualController: Sendable {
    /// Whether it offers extended commands.
    package let isExtended: Bool
    /// The advertised data; `nil` while it does not advertise.
    package private(set) var advertisement: [UInt8]?
    /// The kind of its reports; `nil` while it does not scan.
    private var scanning: Scanning?
    /// What it advertises from its next enabling on, or at once while it advertises.
    private var advertisingData: [UInt8] = [] {
        didSet { if advertisement != nil { advertisement = advertisingData } }
    }

    private enum Scanning: Sendable {
        case legacy
        case extended
    }

    /// Creates a controller in its power-on state.
    package init(isExtended: Bool = true) { self.isExtended = isExtended }

    /// Whether it scans.
    package var isScanning: Bool { scanning != nil }

    /// Answers a command.
    package mutating func receive(_ command: HCICommand) -> [HCIPacket] {
        let parameters = command.parameters
        switch command.opcode {
        case 0x0C03:
            self = VirtualController(isExtended: isExtended)
            return complete(command)
        case 0x0C01, 0x2001, 0x2005, 0x2006: return complete(command)
        case 0x1009: return complete(command, [0x01, 0x00, 0xAC, 0xBE, 0x00, 0x02])
        // Version 5.0 of an unassigned manufacturer; no commands beyond these; Low Energy only; buffers of 27 octets.
        case 0x1001: return complete(command, [0x09, 0, 0, 0x09, 0xFF, 0xFF, 0, 0])
        case 0x1002: return complete(command, [UInt8](repeating: 0, count: 64))
        case 0x1003: return complete(command, [0, 0, 0, 0, 0x60, 0, 0, 0])
        case 0x1005: return complete(command, [27, 0, 0, 8, 0, 0, 0])
        case 0x2002: return complete(command, [27, 0, 8])
        case 0x2003: return complete(command, [0x00, isExtended ? 0x10 : 0x00, 0, 0, 0, 0, 0, 0])
        case 0x200B: return complete(command, status: isScanning ? 0x0C : 0)
        case 0x2041 where isExtended: return complete(command, status: isScanning ? 0x0C : 0)
        case 0x200C: scanning = parameters.first == 1 ? .legacy : nil
        case 0x2042 where isExtended: scanning = parameters.first == 1 ? .extended : nil
        case 0x2008: advertisingData = Self.counted(parameters)
        case 0x2037 where isExtended: advertisingData = Self.counted(Array(parameters.dropFirst(3)))
        case 0x2035 where isExtended: break
        case 0x2036 where isExtended: return complete(command, [0x00])
        case 0x200A: advertisement = parameters.first == 1 ? advertisingData : nil
        case 0x2039 where isExtended: advertisement = parameters.first == 1 ? advertisingData : nil
        default: return complete(command, status: 0x01)
        }
        return complete(command)
    }

    /// The events for an advertisement; none while it does not scan.
    package func receive(_ report: AdvertisingReport) -> [HCIPacket] {
        switch scanning {
        case .legacy: [report.legacyEvent]
        case .extended: [report.extendedEvent]
        case nil: []
        }
    }

    private func complete(_ command: HCICommand, _ returned: [UInt8] = [], status: UInt8 = 0) -> [HCIPacket] {
        [.event(code: 0x0E, parameters: [1] + command.opcode.littleEndianOctets + [status] + returned)]
    }

    private static func counted(_ octets: [UInt8]) -> [UInt8] {
        Array(octets.dropFirst().prefix(Int(octets.first ?? 0)))
    }
}
