/// Where packets come from: `hci0`, `tcp:HOST:PORT` or a capture's path.
package enum BeaconSource: Hashable, Sendable, CustomStringConvertible {
    /// An adapter of this machine.
    case adapter(UInt16)
    /// A controller that speaks H4 over TCP.
    case tcp(host: String, port: UInt16)
    /// A btsnoop capture.
    case capture(path: String)

    /// Reads a source as it is written on the command line.
    ///
    /// Throws `unknownSource`.
    package init(_ text: String) throws(BluetoothError) {
        if text.hasPrefix("hci"), let index = UInt16(text.dropFirst(3)) {
            self = .adapter(index)
        } else if text.hasPrefix("tcp:") {
            let rest = text.dropFirst(4)
            guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]),
                colon > rest.startIndex
            else { throw .unknownSource(text) }
            let host = rest[..<colon].drop { $0 == "[" }
            self = .tcp(host: String(host.hasSuffix("]") ? host.dropLast() : host), port: port)
        } else if text.contains(".") || text.contains("/") {
            self = .capture(path: text)
        } else {
            throw .unknownSource(text)
        }
    }

    /// The source as it is written on the command line.
    package var description: String {
        switch self {
        case .adapter(let index): "hci\(index)"
        case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
        case .capture(let path): path
        }
    }

    /// Opens the transport to the controller.
    ///
    /// Throws `unknownSource` for a capture, which has no controller.
    package func open() throws(BluetoothError) -> any HCITransport {
        switch self {
        case .adapter(let index): try DescriptorTransport.open(adapter: index)
        case .tcp(let host, let port): try DescriptorTransport.connect(host: host, port: port)
        case .capture(let path): throw .unknownSource(path)
        }
    }
}
