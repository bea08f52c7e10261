/// The compression of messages that a client offers when it connects (RFC 7692, `permessage-deflate`).
///
/// Each message is compressed separately, so that no connection needs a window, and one compressed frame serves all
/// subscribers of a channel.
enum CompressionOffer {
    /// What the server answers in `Sec-WebSocket-Extensions` when it takes an offer.
    static let answer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

    /// Whether a field's value has an offer that the server can take.
    ///
    /// An offer with an unknown or repeated parameter, or with a smaller window for the server, is not taken.
    static func isAcceptable(_ field: String) -> Bool {
        field.utf8.count <= 1_024 && field.split(separator: ",").contains { isAcceptable(offer: $0) }
    }

    private static func isAcceptable(offer: Substring) -> Bool {
        let parts = offer.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard parts.first?.lowercased() == "permessage-deflate" else { return false }
        var seen: Set<String> = []
        for part in parts.dropFirst() {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
            let name = halves[0].lowercased()
            guard seen.insert(name).inserted else { return false }
            let value = halves.count > 1 ? String(halves[1]).replacing("\"", with: "") : nil
            switch name {
            case "server_no_context_takeover", "client_no_context_takeover": guard value == nil else { return false }
            case "client_max_window_bits": guard value.map(isWindow) ?? true else { return false }
            case "server_max_window_bits": guard value == "15" else { return false }
            default: return false
            }
        }
        return true
    }

    private static func isWindow(_ text: String) -> Bool {
        text.utf8.count <= 2 && (8...15).contains(Int(text) ?? 0) && text.utf8.first != UInt8(ascii: "0")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
