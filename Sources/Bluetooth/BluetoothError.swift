/// What can go wrong with a Bluetooth adapter, a virtual controller or a capture; each says what to do.
public enum BluetoothError: Error, Hashable, Sendable {
    /// The adapter does not exist; holds those that do.
    case noSuchAdapter(name: String, existing: [String])
    /// This system knows no Bluetooth sockets.
    case bluetoothUnavailable
    /// The process may not take the adapter.
    case permissionDenied(adapter: String)
    /// Another program holds the adapter.
    case adapterBusy(adapter: String)
    /// The adapter was unplugged or switched off.
    case adapterLost(adapter: String)
    /// Nobody answers at this address.
    case connectionRefused(address: String, reason: String)
    /// The other end has closed the connection.
    case connectionLost(address: String)
    /// The controller refused a command; holds the command's opcode and the status.
    case commandRefused(opcode: UInt16, status: UInt8)
    /// The controller did not answer a command in time.
    case controllerSilent(opcode: UInt16)
    /// The octets are not HCI packets; holds the one that was met in place of a packet's type.
    case notHCI(octet: UInt8)
    /// Not a source: neither adapter nor address nor file.
    case unknownSource(String)
    /// A file that cannot be opened or written.
    case unreadable(file: String, reason: String)
    /// A capture that is cut or lies; holds the number of the record, from 1, and the octet at which it begins.
    case malformedCapture(file: String, record: Int, offset: Int, reason: String)
    /// Any other failure of the system.
    case system(call: String, code: Int32)
}
