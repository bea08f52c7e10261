import SceneGraph

/// The content of a billboard.
public enum BillboardContent: Equatable, Sendable {
    /// An image or a video, by its texture.
    case image(TextureHandle)
    /// A text on a coloured background.
    case text(String, background: Color)
}

/// One item of a billboard's program.
public struct BillboardItem: Equatable, Sendable {
    /// The content.
    public var content: BillboardContent
    /// The link that a tap opens; empty for none.
    public var link: String
    /// The start of its period, seconds since 1970; minus infinity for always.
    public var from: Double
    /// The end of its period, seconds since 1970; infinity for always.
    public var until: Double
    /// The duration of each turn, seconds.
    public var duration: Double

    /// Creates an item.
    public init(
        _ content: BillboardContent,
        link: String = "",
        from: Double = -.infinity,
        until: Double = .infinity,
        duration: Double = 6
    ) {
        self.content = content
        self.link = link
        self.from = from
        self.until = until
        self.duration = duration
    }
}

/// The items of a billboard, shown one after the other, each in its period.
public struct BillboardProgram: Equatable, Sendable {
    /// The items in their order.
    public var items: [BillboardItem]

    /// A program of items.
    public init(_ items: [BillboardItem]) { self.items = items }

    /// The index of the item at a time, seconds since 1970; nil if none is in its period.
    public func index(at time: Double) -> Int? {
        let due = items.indices.filter { items[$0].from <= time && time < items[$0].until }
        let total = due.reduce(0) { $0 + max(0.1, items[$1].duration) }
        guard total > 0, time.isFinite else { return due.first }
        var left = time.truncatingRemainder(dividingBy: total)
        if left < 0 { left += total }
        for index in due {
            left -= max(0.1, items[index].duration)
            if left < 0 { return index }
        }
        return due.last
    }
}
