import Foundation

extension DescriptorTransport {
    /// Connects to a controller that speaks H4 over TCP, such as a virtual one.
    ///
    /// Throws `connectionRefused` with the system's words.
    public static func connect(host: String, port: UInt16) throws(BluetoothError) -> DescriptorTransport {
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

    /// Small packets go out at once, and a closed peer is an error of the call and not a signal to the process.
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
