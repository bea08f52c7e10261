/// A command to the controller: its opcode and its parameters.
package struct HCICommand: Hashable, Sendable {
    /// Group and number of the command.
    package var opcode: UInt16
    /// At most 255 octets.
    package var parameters: [UInt8]

    /// Creates a command.
    package init(_ opcode: UInt16, _ parameters: [UInt8] = []) {
        self.opcode = opcode
        self.parameters = parameters
    }

    /// The command as H4 frames it: `01`, opcode, length, parameters.
    package var h4: [UInt8] {
        [0x01] + opcode.littleEndianOctets + [UInt8(clamping: parameters.count)] + parameters.prefix(255)
    }
}

extension FixedWidthInteger {
    /// The octets of the number, least significant first.
    var littleEndianOctets: [UInt8] {
        (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}

extension HCICommand {
    /// Resets the controller to its initial state.
    package static let reset = HCICommand(0x0C03)
    /// Requests the adapter's own address.
    package static let readAddress = HCICommand(0x1009)
    /// Requests the Bluetooth Low Energy features of the controller.
    package static let readLowEnergyFeatures = HCICommand(0x2003)
    /// Enables events: the usual ones and, with bit 61, those of Low Energy.
    package static let setEventMask = HCICommand(0x0C01, UInt64(0x2000_1FFF_FFFF_FFFF).littleEndianOctets)
    /// Enables Low Energy events: the first five and extended advertising reports.
    package static let setLowEnergyEventMask = HCICommand(0x2001, UInt64(0x101F).littleEndianOctets)
}

extension HCICommand {
    /// Sets passive scanning without gaps: window and interval are equal, in units of 0.625 ms.
    package static func setScanParameters(window: UInt16) -> HCICommand {
        HCICommand(0x200B, [0x00] + window.littleEndianOctets + window.littleEndianOctets + [0x00, 0x00])
    }

    /// Starts or stops scanning; every packet of a device is reported, not only the first.
    package static func setScanEnable(_ isEnabled: Bool) -> HCICommand {
        HCICommand(0x200C, [isEnabled ? 1 : 0, 0])
    }

    /// Sets passive extended scanning without gaps on the 1M PHY.
    package static func setExtendedScanParameters(window: UInt16) -> HCICommand {
        HCICommand(0x2041, [0x00, 0x00, 0x01, 0x00] + window.littleEndianOctets + window.littleEndianOctets)
    }

    /// Starts or stops extended scanning, without time limit.
    package static func setExtendedScanEnable(_ isEnabled: Bool) -> HCICommand {
        HCICommand(0x2042, [isEnabled ? 1 : 0, 0, 0, 0, 0, 0])
    }
}

extension HCICommand {
    /// Sets the random address of advertisements.
    package static func setRandomAddress(_ address: BluetoothAddress) -> HCICommand {
        HCICommand(0x2005, address.littleEndian)
    }

    /// Sets non-connectable advertising from the random address on all three channels.
    ///
    /// `interval` in units of 0.625 ms, 0x20 to 0x4000.
    package static func setAdvertisingParameters(interval: UInt16) -> HCICommand {
        let peer = [UInt8](repeating: 0, count: 7)
        return HCICommand(
            0x2006,
            interval.littleEndianOctets + interval.littleEndianOctets + [0x03, 0x01] + peer + [0x07, 0x00]
        )
    }

    /// Sets the advertised data, at most 31 octets.
    package static func setAdvertisingData(_ data: [UInt8]) -> HCICommand {
        let used = data.prefix(31)
        return HCICommand(0x2008, [UInt8(used.count)] + used + [UInt8](repeating: 0, count: 31 - used.count))
    }

    /// Starts or stops advertising.
    package static func setAdvertisingEnable(_ isEnabled: Bool) -> HCICommand {
        HCICommand(0x200A, [isEnabled ? 1 : 0])
    }

    /// Sets advertising set 0 to non-connectable legacy packets (properties 0x0010) on all three channels.
    ///
    /// `interval` in units of 0.625 ms.
    package static func setExtendedAdvertisingParameters(interval: UInt32) -> HCICommand {
        let three = Array(interval.littleEndianOctets.prefix(3))
        let peer = [UInt8](repeating: 0, count: 7)
        // Handle, properties; intervals; channels, random address; peer; filter, unchanged power; PHYs, skip, set, no
        // notification.
        let tail: [UInt8] = [0x00, 0x7F, 0x01, 0x00, 0x01, 0x00, 0x00]
        return HCICommand(0x2036, [0x00, 0x10, 0x00] + three + three + [0x07, 0x01] + peer + tail)
    }

    /// Sets the random address of advertising set 0.
    package static func setAdvertisingSetAddress(_ address: BluetoothAddress) -> HCICommand {
        HCICommand(0x2035, [0x00] + address.littleEndian)
    }

    /// Sets the data of advertising set 0, complete in one command, at most 31 octets as in legacy packets.
    package static func setExtendedAdvertisingData(_ data: [UInt8]) -> HCICommand {
        let used = data.prefix(31)
        return HCICommand(0x2037, [0x00, 0x03, 0x01, UInt8(used.count)] + used)
    }

    /// Starts advertising set 0 without time limit, or stops every set.
    package static func setExtendedAdvertisingEnable(_ isEnabled: Bool) -> HCICommand {
        HCICommand(0x2039, isEnabled ? [1, 1, 0, 0, 0, 0] : [0, 0])
    }
}
