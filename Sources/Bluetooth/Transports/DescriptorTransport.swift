import CBluetooth
import Foundation

/// A transport to a controller: sends and receives octets framed as H4.
package protocol HCITransport: AnyObject {
    /// Sends a packet as H4 frames it.
    func send(_ octets: [UInt8]) throws(BluetoothError)
    /// Waits for octets, at most the given time; `nil` if none came.
    func receive(milliseconds: Int32) throws(BluetoothError) -> [UInt8]?
    /// Closes the connection to the controller; may be called again.
    func close()
}

/// A transport over a file descriptor: a TCP connection or an adapter's user channel.
package final class DescriptorTransport: HCITransport {
    private let descriptor: Int32
    private let loss: BluetoothError
    private var isOpen = true
    private var buffer = [UInt8](repeating: 0, count: 65536)

    /// Takes ownership of a descriptor; `loss` is thrown if the peer is gone.
    init(descriptor: Int32, loss: BluetoothError) {
        self.descriptor = descriptor
        self.loss = loss
    }

    deinit { close() }

    /// Sends all octets.
    package func send(_ octets: [UInt8]) throws(BluetoothError) {
        var sent = 0
        while sent < octets.count {
            let count = octets.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress.map { $0 + sent }, octets.count - sent)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                throw failure("write")
            }
        }
    }

    /// Waits for octets.
    package func receive(milliseconds: Int32) throws(BluetoothError) -> [UInt8]? {
        guard isOpen else { throw loss }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&request, 1, milliseconds)
        guard ready != 0, !(ready < 0 && errno == EINTR) else { return nil }
        guard ready > 0 else { throw failure("poll") }
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { throw count == 0 ? loss : failure("read") }
        return Array(buffer[..<count])
    }

    /// Closes the descriptor.
    package func close() {
        if isOpen { _ = Foundation.close(descriptor) }
        isOpen = false
    }

    private func failure(_ call: String) -> BluetoothError {
        switch errno {
        case ENODEV, ENETDOWN, EPIPE, ECONNRESET, EBADF, ENOTCONN: loss
        default: .system(call: call, code: errno)
        }
    }
}

extension DescriptorTransport {
    /// Opens an adapter exclusively through Linux's HCI user channel; requires CAP_NET_ADMIN.
    ///
    /// The adapter is switched off first, because the channel requires it. Throws what an operator can correct: no such
    /// adapter, no permission, busy.
    package static func open(adapter index: UInt16) throws(BluetoothError) -> DescriptorTransport {
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

extension DescriptorTransport {
    /// Connects to a controller that speaks H4 over TCP, such as a virtual one.
    ///
    /// Throws `connectionRefused` with the system's message.
    package static func connect(host: String, port: UInt16) throws(BluetoothError) -> DescriptorTransport {
        let address = "\(host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = streamType
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let first = found else {
            throw .connectionRefused(address: address, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(first) }
        var reason = "no address"
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let candidate = next {
            let descriptor = socket(candidate.pointee.ai_family, streamType, 0)
            if descriptor >= 0 {
                if Foundation.connect(descriptor, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen) == 0 {
                    prepare(descriptor)
                    return DescriptorTransport(descriptor: descriptor, loss: .connectionLost(address: address))
                }
                reason = String(cString: strerror(errno))
                _ = Foundation.close(descriptor)
            }
            next = candidate.pointee.ai_next
        }
        throw .connectionRefused(address: address, reason: reason)
    }

    /// Sends small packets immediately, and makes a closed peer an error of the call instead of a signal to the
    /// process.
    static func prepare(_ descriptor: Int32) {
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        signal(SIGPIPE, SIG_IGN)
    }

    #if os(Linux)
    static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
    #else
    static var streamType: Int32 { SOCK_STREAM }
    #endif
}
