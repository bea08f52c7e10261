import SceneGraph

/// What a billboard shows.
public enum BillboardContent: Equatable, Sendable {
    /// An image or a video, by its texture.
    case image(TextureHandle)
    /// Words on a coloured background.
    case text(String, background: Color)
}

/// One thing that a billboard shows in its turn.
public struct BillboardItem: Equatable, Sendable {
    /// What is seen.
    public var content: BillboardContent
    /// What a tap on it opens; empty for nothing.
    public var link: String
    /// From when it is shown, seconds since 1970; minus infinity for always.
    public var from: Double
    /// Until when it is shown, seconds since 1970; infinity for always.
    public var until: Double
    /// How long it is shown in its turn, seconds.
    public var duration: Double

    /// An item of its parts.
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

/// What a billboard shows, one after the other, each in its time.
public struct BillboardProgram: Equatable, Sendable {
    /// The items in their order.
    public var items: [BillboardItem]

    /// A program of items.
    public init(_ items: [BillboardItem]) { self.items = items }

    /// The index of the item that is shown at a time, seconds since 1970; nil if none is due.
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
