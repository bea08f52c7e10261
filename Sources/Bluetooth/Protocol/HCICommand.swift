/// A command to the controller: its opcode and its parameters.
public struct HCICommand: Hashable, Sendable {
    /// Group and number of the command.
    public var opcode: UInt16
    /// At most 255 octets.
    public var parameters: [UInt8]

    /// Creates a command.
    public init(_ opcode: UInt16, _ parameters: [UInt8] = []) {
        self.opcode = opcode
        self.parameters = parameters
    }

    /// The command as H4 frames it: `01`, opcode, length, parameters.
    public var h4: [UInt8] {
        [0x01] + opcode.littleEndianOctets + [UInt8(clamping: parameters.count)] + parameters.prefix(255)
    }
}

extension FixedWidthInteger {
    /// The octets of the number, least significant first.
    var littleEndianOctets: [UInt8] {
        (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
