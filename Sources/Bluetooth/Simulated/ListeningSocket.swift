import Foundation

/// A TCP socket on this machine's loopback interface that serves one client at a time.
package final class ListeningSocket {
    private let descriptor: Int32
    /// The port it listens on.
    package let port: UInt16

    /// Listens on a port of 127.0.0.1; 0 lets the system choose.
    ///
    /// Throws `system`.
    package init(port: UInt16) throws(BluetoothError) {
        descriptor = socket(AF_INET, DescriptorTransport.streamType, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, generic, &size) == 0
            }
        }
        let code = errno
        self.port = UInt16(bigEndian: address.sin_port)
        guard isBound else {
            Foundation.close(descriptor)
            throw .system(call: "listening on port \(port)", code: code)
        }
    }

    deinit { Foundation.close(descriptor) }

    /// Waits for a client, at most the given time.
    package func accept(milliseconds: Int32) -> DescriptorTransport? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return nil }
        let client = Foundation.accept(descriptor, nil, nil)
        guard client >= 0 else { return nil }
        DescriptorTransport.prepare(client)
        return DescriptorTransport(descriptor: client, loss: .connectionLost(address: "the client"))
    }
}
