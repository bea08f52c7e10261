import Foundation

/// A transport over a file descriptor: a TCP connection or an adapter's user channel.
public final class DescriptorTransport: HCITransport {
    private let descriptor: Int32
    private let loss: BluetoothError
    private var isOpen = true
    private var buffer = [UInt8](repeating: 0, count: 65536)

    /// Takes over a descriptor; `loss` is thrown when the other end is gone.
    init(descriptor: Int32, loss: BluetoothError) {
        self.descriptor = descriptor
        self.loss = loss
    }

    deinit { close() }

    /// Sends all octets.
    public func send(_ octets: [UInt8]) throws(BluetoothError) {
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
    public func receive(milliseconds: Int32) throws(BluetoothError) -> [UInt8]? {
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
    public func close() {
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
