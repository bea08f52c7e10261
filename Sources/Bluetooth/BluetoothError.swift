import Foundation

/// A failure of a Bluetooth adapter, a virtual controller or a capture; the description says what to do.
package enum BluetoothError: Error, Hashable, Sendable {
    /// The adapter does not exist; holds the names of the existing adapters.
    case noSuchAdapter(name: String, existing: [String])
    /// This system does not support Bluetooth sockets.
    case bluetoothUnavailable
    /// The process has no permission to use the adapter.
    case permissionDenied(adapter: String)
    /// Another program uses the adapter.
    case adapterBusy(adapter: String)
    /// The adapter was unplugged or switched off.
    case adapterLost(adapter: String)
    /// Nothing accepts connections at this address.
    case connectionRefused(address: String, reason: String)
    /// The peer has closed the connection.
    case connectionLost(address: String)
    /// The controller refused a command; holds the command's opcode and the status.
    case commandRefused(opcode: UInt16, status: UInt8)
    /// The controller did not answer a command in time.
    case controllerSilent(opcode: UInt16)
    /// The octets are not HCI packets; holds the octet that stands where a packet's type should be.
    case notHCI(octet: UInt8)
    /// The text is not a source: neither an adapter nor an address nor a file.
    case unknownSource(String)
    /// A file that cannot be opened or written.
    case unreadable(file: String, reason: String)
    /// A capture that is truncated or inconsistent; holds the record's number, from 1, and the offset of its first
    /// octet.
    case malformedCapture(file: String, record: Int, offset: Int, reason: String)
    /// A beacon that cannot be connected to, or that does not answer.
    case beaconSilent(address: String)
    /// A beacon has no configuration service that is known here.
    case notConfigurable(address: String)
    /// A beacon is locked, and there is no lock code, or another one.
    case beaconLocked(address: String, hasCode: Bool)
    /// A beacon refuses a setting; holds the reason's code.
    case beaconRefused(setting: String, code: UInt8)
    /// A beacon has ended the connection before it was set.
    case beaconHungUp
    /// Any other failure of the system.
    case system(call: String, code: Int32)
}

extension BluetoothError: CustomStringConvertible {
    /// What happened and what to do.
    package var description: String {
        switch self {
        case .noSuchAdapter(let name, let existing):
            existing.isEmpty
                ? "there is no Bluetooth adapter; plug one in, or try `--source` with a capture or a virtual controller"
                : "there is no adapter \(name); there is \(existing.joined(separator: ", "))"
        case .bluetoothUnavailable:
            "this system has no Bluetooth sockets; use a capture or a virtual controller (tcp:HOST:PORT) as source"
        case .permissionDenied(let adapter):
            """
            no permission to take \(adapter); run as root, or grant it once: \
            sudo setcap cap_net_admin,cap_net_raw+ep "$(readlink -f "$(command -v sightline)")"
            """
        case .adapterBusy(let adapter):
            "\(adapter) is in use; stop what holds it (`sudo systemctl stop bluetooth`) and try again"
        case .adapterLost(let adapter): "\(adapter) is gone; plug it in again, it will be picked up by itself"
        case .connectionRefused(let address, let reason):
            "no controller answers at \(address) (\(reason)); start it, or check host and port"
        case .connectionLost(let address): "\(address) has closed the connection; start the controller again"
        case .commandRefused(let opcode, let status):
            "the controller refused \(Self.name(of: opcode)): \(Self.meaning(of: status))"
        case .controllerSilent(let opcode):
            "the controller did not answer \(Self.name(of: opcode)); unplug it and plug it in again"
        case .notHCI(let octet):
            "the other end does not speak HCI (octet 0x\(String(octet, radix: 16)) in place of a packet)"
        case .unknownSource(let text):
            "\(text) is no source; give an adapter (hci0), a controller (tcp:HOST:PORT) or a capture (FILE.btsnoop)"
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .malformedCapture(let file, let record, let offset, let reason):
            "\(file): record \(record) at octet \(offset): \(reason)"
        case .beaconSilent(let address):
            "\(address) does not answer; bring it near and make it connectable (often a button, or a new battery)"
        case .notConfigurable(let address):
            "\(address) has no Eddystone Configuration Service; its maker's own application must set it"
        case .beaconLocked(let address, let hasCode):
            hasCode
                ? "\(address) is locked with another code" : "\(address) is locked; give its code (`--lock-code-file`)"
        case .beaconRefused(let setting, let code):
            "the beacon refuses its \(setting) (code 0x\(String(code, radix: 16, uppercase: true))): see its capabilities"
        case .beaconHungUp: "the beacon has ended the connection; bring it near and try again"
        case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))"
        }
    }

    /// Whether the source may come back by itself, so that it makes sense to try again.
    package var isPassing: Bool {
        switch self {
        case .adapterLost, .connectionLost, .connectionRefused, .controllerSilent, .noSuchAdapter: true
        default: false
        }
    }

    private static func name(of opcode: UInt16) -> String { "command 0x" + String(opcode, radix: 16, uppercase: true) }

    /// The statuses that occur here, in words (Core Specification, volume 1, part F).
    private static func meaning(of status: UInt8) -> String {
        switch status {
        case 0x01: "it does not know the command; try the other mode (`--mode legacy` or `--mode extended`)"
        case 0x03: "hardware failure; unplug it and plug it in again"
        case 0x07: "its memory is full"
        case 0x0C: "not allowed now; another program may use it"
        case 0x11, 0x12: "a parameter is out of its range"
        default: "status 0x" + String(status, radix: 16, uppercase: true)
        }
    }
}
