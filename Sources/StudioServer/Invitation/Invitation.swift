import Hummingbird

/// The studio's address for a phone near by, as text and as a QR code.
package struct Invitation: ResponseEncodable, Codable, Equatable, Sendable {
    /// The address to open.
    package let address: String
    /// The QR code of the address, an SVG.
    package let code: String

    /// An invitation to an address; nil if it is too long for a code.
    package init?(address: String) {
        guard let code = QRCode(address) else { return nil }
        self.address = address
        self.code = code.svg
    }

    /// The address of a studio on this machine for phones on the same network; nil if only this machine can reach it.
    package static func address(host: String, port: Int, isSecure: Bool, names: MachineNames) -> String? {
        let isEverywhere = host == "0.0.0.0" || host == "::"
        let own = MachineAddress(host)
        guard isEverywhere || own?.isLoopback == false else { return nil }
        guard let reached = isEverywhere ? names.nearbyAddress : own else { return nil }
        return "\(isSecure ? "https" : "http")://\(reached.inWebAddress):\(port)/"
    }
}
