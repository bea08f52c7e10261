import Foundation

/// A billboard's configuration.
struct BillboardEntry: Codable, Equatable, Sendable {
    /// An item of the program.
    struct Item: Codable, Equatable, Sendable {
        /// A constant identifier, so that views add up; created if it is missing.
        var identifier: String?
        /// The kind of its content.
        var kind: Kind
        /// The uploaded file of an image, a video or a model.
        var file: String?
        /// The text, or the name above a channel's value.
        var text: String?
        /// The channel whose last value is shown.
        var channel: String?
        /// The event of that channel; empty for all.
        var event: String?
        /// The member of the event's data that is the value; empty for the first usual one.
        var field: String?
        /// The background colour, 0xRRGGBB.
        var ground: Int?
        /// The link that a tap opens; empty for none.
        var link: String?
        /// The start of its period, seconds since 1970; nil for always.
        var from: Double?
        /// The end of its period, seconds since 1970; nil for always.
        var until: Double?
        /// The duration of each turn, seconds.
        var duration: Double?
        /// The number of its views, counted by the studio.
        var views: Int?
        /// The address of the file, set by the studio.
        var address: String?
    }

    /// The kind of an item's content.
    enum Kind: String, Codable, Sendable {
        case picture, video, text, model, live
    }

    /// A constant identifier, created by the studio.
    var identifier: String?
    /// The owner's name for it.
    var name: String
    /// Whether visitors see it.
    var isOn: Bool?
    /// The uploaded reference image of its poster.
    var referenceFile: String?
    /// The address of that image, set by the studio.
    var reference: String?
    /// The beacon region in which visitors see it.
    var region: String?
    /// The channel event that switches to it.
    var event: String?
    /// The program, in order.
    var items: [Item]
}

extension BillboardEntry {
    /// - Throws: `StudioError` 400 that names the field.
    func check(isFile: (String) -> Bool) throws {
        try Self.require((1...80).contains(name.count), "name", "has 1 to 80 letters")
        try Self.require(items.count <= 50, "items", "are 50 at most")
        try Self.require(referenceFile.map(isFile) ?? true, "referenceFile", "is no uploaded file")
        try Self.require(
            referenceFile.map { UploadKind(fileName: $0)?.itemKind == .picture } ?? true,
            "referenceFile",
            "is no picture"
        )
        try Self.require((region ?? "").count <= 80, "region", "has 80 letters at most")
        let isEvent = event.map { (1...60).contains($0.count) && !$0.hasPrefix("pusher") && !$0.hasPrefix("client-") }
        try Self.require(
            isEvent ?? true,
            "event",
            "has 1 to 60 letters and begins neither with pusher nor with client-"
        )
        for (index, item) in items.enumerated() { try item.check(field: "items.\(index)", isFile: isFile) }
    }

    static func require(_ holds: Bool, _ field: String, _ rule: String) throws {
        guard holds else { throw StudioError(.badRequest, code: "invalid_body", "\(field) \(rule).") }
    }
}

extension BillboardEntry.Item {
    fileprivate func check(field: String, isFile: (String) -> Bool) throws {
        func require(_ holds: Bool, _ name: String, _ rule: String) throws {
            try BillboardEntry.require(holds, "\(field).\(name)", rule)
        }
        switch kind {
        case .text: try require((1...200).contains(text?.count ?? 0), "text", "has 1 to 200 letters")
        case .picture, .video, .model:
            try require(file.map(isFile) ?? false, "file", "is no uploaded file")
            try require(file.flatMap { UploadKind(fileName: $0)?.itemKind } == kind, "kind", "is not what the file is")
        case .live:
            let isName = channel?.wholeMatch(of: /[A-Za-z0-9_\-=@,.;]{1,164}/) != nil
            try require(isName, "channel", "is the name of a channel")
            try require((text ?? "").count <= 40, "text", "has 40 letters at most")
            try require((event ?? "").count <= 200, "event", "has 200 letters at most")
            try require((field ?? "").count <= 100, "field", "has 100 letters at most")
        }
        try require((0...0xFF_FFFF).contains(ground ?? 0), "ground", "is a colour, 0xRRGGBB")
        try require((link ?? "").isEmpty || Self.isWebAddress(link ?? ""), "link", "is no web address")
        try require((0.5...3600).contains(duration ?? 6), "duration", "is 0.5 to 3,600 seconds")
        try require((from ?? -.greatestFiniteMagnitude) < (until ?? .greatestFiniteMagnitude), "until", "is after from")
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard text.count <= 500, let url = URL(string: text), url.host?.isEmpty == false else { return false }
        return url.scheme == "https" || url.scheme == "http"
    }
}
