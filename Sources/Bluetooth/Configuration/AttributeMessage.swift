/// A request of the Attribute Protocol (Core Specification, volume 3, part F, section 3.4), as a client sends it.
enum AttributeRequest: Hashable, Sendable {
    /// The handles of a primary service: its UUID, least significant octet first.
    case findService([UInt8])
    /// The characteristics from a handle to another.
    case listCharacteristics(from: UInt16, to: UInt16)
    /// A value.
    case read(UInt16)
    /// Sets a value; without extension of the message at most 20 octets.
    case write(UInt16, [UInt8])

    /// The message's octets.
    var octets: [UInt8] {
        switch self {
        case .findService(let uuid): [0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28] + uuid
        case .listCharacteristics(let first, let last):
            [0x08] + first.littleEndianOctets + last.littleEndianOctets + [0x03, 0x28]
        case .read(let handle): [0x0A] + handle.littleEndianOctets
        case .write(let handle, let value): [0x12] + handle.littleEndianOctets + value
        }
    }
}

/// A message of the other end.
enum AttributeMessage: Hashable, Sendable {
    /// One characteristic of a service.
    struct Characteristic: Hashable, Sendable {
        /// Where it is declared.
        var declaration: UInt16
        /// Where its value is.
        var value: UInt16
        /// Its UUID, least significant octet first: 2 or 16 octets.
        var uuid: [UInt8]
    }

    /// A request failed: its opcode and the reason.
    case failed(request: UInt8, code: UInt8)
    /// The first and last handle of the first service found.
    case service(first: UInt16, last: UInt16)
    /// Some of the characteristics.
    case characteristics([Characteristic])
    /// A value that was read.
    case value([UInt8])
    /// A value was set.
    case written
    /// A request of the other end, which must be answered: its opcode.
    case request(UInt8)
    /// Anything else.
    case other

    /// Reads a message; `nil` if it is truncated.
    init?(_ octets: [UInt8]) {
        var reader = OctetReader(octets[...])
        guard let opcode = reader.octet() else { return nil }
        switch opcode {
        case 0x01:
            guard let request = reader.octet(), reader.short() != nil, let code = reader.octet() else { return nil }
            self = .failed(request: request, code: code)
        case 0x07:
            guard let first = reader.short(), let last = reader.short() else { return nil }
            self = .service(first: first, last: last)
        case 0x09:
            guard let found = Self.characteristics(&reader) else { return nil }
            self = .characteristics(found)
        case 0x0B: self = .value(Array(reader.rest))
        case 0x13: self = .written
        // Requests have even opcodes; those with the bits 6 or 7, and confirmations, need no answer.
        default: self = opcode % 2 == 0 && opcode < 0x1E ? .request(opcode) : .other
        }
    }

    /// Each entry: the declaration's handle, properties, the value's handle, the UUID.
    private static func characteristics(_ reader: inout OctetReader) -> [Characteristic]? {
        guard let size = reader.octet(), size == 7 || size == 21 else { return nil }
        var found: [Characteristic] = []
        while !reader.rest.isEmpty {
            guard let declaration = reader.short(), reader.octet() != nil, let value = reader.short(),
                let uuid = reader.octets(Int(size) - 5)
            else { return nil }
            found.append(Characteristic(declaration: declaration, value: value, uuid: Array(uuid)))
        }
        return found
    }

    /// The answer to a request of the other end: not supported.
    static func refusal(of request: UInt8) -> [UInt8] { [0x01, request, 0x00, 0x00, 0x06] }
}
