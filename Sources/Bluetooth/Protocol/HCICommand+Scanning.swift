extension HCICommand {
    /// Sets passive scanning without gaps: window and interval alike, in units of 0.625 ms.
    public static func setScanParameters(window: UInt16) -> HCICommand {
        HCICommand(0x200B, [0x00] + window.littleEndianOctets + window.littleEndianOctets + [0x00, 0x00])
    }

    /// Starts or stops scanning; every packet is reported, not only the first of a device.
    public static func setScanEnable(_ isEnabled: Bool) -> HCICommand {
        HCICommand(0x200C, [isEnabled ? 1 : 0, 0])
    }

    /// Sets passive extended scanning without gaps on the 1M PHY.
    public static func setExtendedScanParameters(window: UInt16) -> HCICommand {
        HCICommand(0x2041, [0x00, 0x00, 0x01, 0x00] + window.littleEndianOctets + window.littleEndianOctets)
    }

    /// Starts or stops extended scanning, without end.
    public static func setExtendedScanEnable(_ isEnabled: Bool) -> HCICommand {
        HCICommand(0x2042, [isEnabled ? 1 : 0, 0, 0, 0, 0, 0])
    }
}
