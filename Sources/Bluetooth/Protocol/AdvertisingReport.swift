/// What the controller heard: one advertisement.
public struct AdvertisingReport: Hashable, Sendable {
    /// The address that it came from, often a random one.
    public var address: BluetoothAddress
    /// Whether that address is a random one.
    public var isRandomAddress: Bool
    /// The strength, dBm; 127 where the controller does not tell.
    public var rssi: Int
    /// The advertisement's data: AD structures.
    public var data: [UInt8]

    /// Creates a report.
    public init(address: BluetoothAddress, isRandomAddress: Bool, rssi: Int, data: [UInt8]) {
        self.address = address
        self.isRandomAddress = isRandomAddress
        self.rssi = rssi
        self.data = data
    }
}
