import Foundation

/// What a visitor's phone shows when the tag that they carry enters a region or zone: the owner's text, picture and
/// link.
struct NoticeSetting: BeaconSetting {
    static let path = "notices"
    static let databaseTableName = "beaconNotice"

    var id: String?
    /// The region or zone; nil for all.
    var place: String?
    /// The first line, up to 200 bytes.
    var title: String
    /// Up to 1,200 bytes.
    var text: String
    /// A picture: an address that begins with `https://`, or with `/` on the studio.
    var image: String?
    /// What a tap opens, as `image`, or an address that begins with `http://`.
    var link: String?
    /// From when nothing is sent, `HH:MM` of the studio's clock; nil if there are no quiet hours.
    var quietFrom: String?
    /// Until when nothing is sent.
    var quietUntil: String?

    func checked() throws -> Self {
        var checked = self
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        checked.place = given(place)
        (checked.image, checked.link) = (given(image), given(link))
        (checked.quietFrom, checked.quietUntil) = (given(quietFrom), given(quietUntil))
        checked.title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        checked.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // Together with the addresses they fit into a pushed message, also if every letter is escaped.
        try Self.check(checked.title, "title", 1...200)
        try Self.check(checked.text, "text", 0...1_200)
        if let image = checked.image { try Self.check(address: image, "image", schemes: ["https://"]) }
        if let link = checked.link { try Self.check(address: link, "link", schemes: ["https://", "http://"]) }
        guard (checked.quietFrom == nil) == (checked.quietUntil == nil) else {
            throw BeaconError.invalid("quietFrom", "give both ends of the quiet hours, or neither")
        }
        for (field, time) in [("quietFrom", checked.quietFrom), ("quietUntil", checked.quietUntil)] {
            if let time, Self.minute(time) == nil { throw BeaconError.invalid(field, "give a time as 22:00") }
        }
        return checked
    }

    /// Whether it is for a place.
    func isFor(_ place: String) -> Bool { self.place == nil || self.place == place }

    /// Whether a minute of the day (0…1,439) lies in the quiet hours, which may pass midnight; their end does not.
    func isQuiet(atMinute minute: Int) -> Bool {
        guard let from = quietFrom.flatMap(Self.minute), let until = quietUntil.flatMap(Self.minute) else {
            return false
        }
        return from <= until ? (from..<until).contains(minute) : minute >= from || minute < until
    }

    /// The minute of the day that `HH:MM` names.
    private static func minute(_ time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return 60 * hour + minute
    }

    private static func check(_ text: String, _ field: String, _ length: ClosedRange<Int>) throws {
        let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        guard length.contains(text.utf8.count), isPlain else {
            throw BeaconError.invalid(field, "give \(length.lowerBound) to \(length.upperBound) bytes of text")
        }
    }

    private static func check(address: String, _ field: String, schemes: [String]) throws {
        let isOwn = address.hasPrefix("/") && !address.hasPrefix("//")
        let isOfScheme = schemes.contains { address.hasPrefix($0) } && URL(string: address)?.host?.isEmpty == false
        let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""\"#.utf8.contains($0) }
        guard isOwn || isOfScheme, isPlain, address.utf8.count <= 400 else {
            throw BeaconError.invalid(field, "give an address of at most 400 letters that begins with https:// or /")
        }
    }
}
