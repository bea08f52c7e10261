/// The beginning of an HTTP request that came without encryption, as far as sending it elsewhere needs it.
struct PlainRequest: Equatable {
    /// The path with its query; "/" where there is none.
    let target: String
    /// Host and port as the client named them; nil if it named none.
    let authority: String?

    /// Reads what came first; a request whose head is longer than that loses what is missing.
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

    /// The answer that sends the client to the same place over HTTPS; 400 where it named no host.
    var redirection: String {
        guard let authority else { return "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
        let place = "https://\(authority)\(target)"
        return "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(place)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }
}
