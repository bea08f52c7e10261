/// An event of the controller; only those that beacons need have a case.
package enum HCIEvent: Hashable, Sendable {
    /// A command is complete: its opcode and its return parameters, the status first.
    case commandComplete(opcode: UInt16, returned: [UInt8])
    /// A command is accepted or refused.
    case commandStatus(opcode: UInt16, status: UInt8)
    /// Advertisements were received.
    case reports([AdvertisingReport])
    /// A connection stands, or could not be made: the status and the connection's handle.
    case connected(status: UInt8, handle: UInt16)
    /// A connection has ended.
    case disconnected(handle: UInt16)
    /// The controller has a hardware fault.
    case hardwareError(code: UInt8)
    /// Anything else.
    case other(code: UInt8)

    /// Reads an event's parameters; `nil` if they are truncated.
    package init?(code: UInt8, parameters: [UInt8]) {
        var reader = OctetReader(parameters[...])
        switch code {
        case 0x05:
            guard reader.octet() != nil, let handle = reader.short() else { return nil }
            self = .disconnected(handle: handle & 0x0FFF)
        case 0x0E:
            guard reader.octet() != nil, let opcode = reader.short() else { return nil }
            self = .commandComplete(opcode: opcode, returned: Array(reader.rest))
        case 0x0F:
            guard let status = reader.octet(), reader.octet() != nil, let opcode = reader.short() else { return nil }
            self = .commandStatus(opcode: opcode, status: status)
        case 0x10:
            guard let hardware = reader.octet() else { return nil }
            self = .hardwareError(code: hardware)
        case 0x3E:
            guard let subevent = reader.octet() else { return nil }
            self.init(subevent: subevent, reader.rest)
        default: self = .other(code: code)
        }
    }

    private init(subevent: UInt8, _ parameters: ArraySlice<UInt8>) {
        switch subevent {
        case 0x01, 0x0A:
            var reader = OctetReader(parameters)
            guard let status = reader.octet(), let handle = reader.short() else {
                self = .other(code: 0x3E)
                return
            }
            self = .connected(status: status, handle: handle & 0x0FFF)
        case 0x02: self = .reports(AdvertisingReport.legacyReports(parameters))
        case 0x0D: self = .reports(AdvertisingReport.extendedReports(parameters))
        default: self = .other(code: 0x3E)
        }
    }
}
