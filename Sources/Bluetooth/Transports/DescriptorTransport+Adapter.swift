import CBluetooth
import Foundation

extension DescriptorTransport {
    /// Takes an adapter exclusively through Linux's HCI user channel; needs CAP_NET_ADMIN.
    ///
    /// The adapter is switched off first, as the channel wants it. Throws what an operator can mend: no such adapter,
    /// no permission, busy.
    public static func open(adapter index: UInt16) throws(BluetoothError) -> DescriptorTransport {
        #if os(Linux)
        let name = "hci\(index)"
        _ = cbluetooth_set_power(index, 0)
        let descriptor = cbluetooth_open_user_channel(index)
        guard descriptor >= 0 else { throw failure(-descriptor, adapter: name) }
        return DescriptorTransport(descriptor: descriptor, loss: .adapterLost(adapter: name))
        #else
        throw .bluetoothUnavailable
        #endif
    }

    #if os(Linux)
    private static func failure(_ code: Int32, adapter: String) -> BluetoothError {
        switch code {
        case EPERM, EACCES: .permissionDenied(adapter: adapter)
        case EBUSY, EALREADY: .adapterBusy(adapter: adapter)
        case ENODEV: .noSuchAdapter(name: adapter, existing: existingAdapters())
        case EAFNOSUPPORT, EPROTONOSUPPORT, ESOCKTNOSUPPORT: .bluetoothUnavailable
        default: .system(call: "opening \(adapter)", code: code)
        }
    }

    private static func existingAdapters() -> [String] {
        var indices = [UInt16](repeating: 0, count: 16)
        let count = cbluetooth_list_adapters(&indices, 16)
        return indices.prefix(Int(max(count, 0))).map { "hci\($0)" }
    }
    #endif
}
