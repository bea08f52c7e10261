extension HCICommand {
    /// Brings the controller to its first state.
    public static let reset = HCICommand(0x0C03)
    /// Asks for the adapter's own address.
    public static let readAddress = HCICommand(0x1009)
    /// Asks what of Bluetooth Low Energy the controller can do.
    public static let readLowEnergyFeatures = HCICommand(0x2003)
    /// Lets events through: the usual ones and, with bit 61, those of Low Energy.
    public static let setEventMask = HCICommand(0x0C01, UInt64(0x2000_1FFF_FFFF_FFFF).littleEndianOctets)
    /// Lets Low Energy events through: the first five and extended advertising reports.
    public static let setLowEnergyEventMask = HCICommand(0x2001, UInt64(0x101F).littleEndianOctets)
}
