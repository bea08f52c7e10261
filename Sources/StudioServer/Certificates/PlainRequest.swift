/// The head of an unencrypted HTTP request, as far as a redirect needs it.
struct PlainRequest: Equatable {
    /// The path with its query; "/" if there is none.
    let target: String
    /// Host and port of the request; nil if it has none.
    let authority: String?

    /// Parses the first bytes; the part of a longer head is missing.
    init(_ text: String) {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.first?.split(separator: " ") ?? []
        let target = words.count == 3 ? String(words[1]) : "/"
        self.target = target.hasPrefix("/") && target.utf8.allSatisfy { $0 > 32 && $0 < 127 } ? target : "/"
        let host = lines.dropFirst().first { $0.lowercased().hasPrefix("host:") }
        let named = host?.dropFirst(5).drop { $0 == " " }
        let isSound = named.map { $0.utf8.allSatisfy(Self.isInAuthority) && !$0.isEmpty } ?? false
        authority = isSound ? named.map(String.init) : nil
    }

    private static func isInAuthority(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return byte < 128 && (character.isLetter || character.isNumber || "-.:[]".contains(character))
    }

    /// The redirect to the same path over HTTPS; 400 without a host.
    var redirection: String {
        guard let authority else { return "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
        let place = "https://\(authority)\(target)"
        return "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(place)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }
}
