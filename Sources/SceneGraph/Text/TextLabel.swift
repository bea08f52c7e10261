import Geometry

/// Letters on the node's XY plane, read from +Z, with the anchor point at the node's origin.
public struct TextLabel: Sendable {
    /// The point of the text that stands at the node's origin.
    public enum Anchor: Equatable, Sendable {
        /// The middle of the text.
        case center
        /// The middle of its lower edge, so that it stands on a point.
        case bottom
        /// The middle of its left edge.
        case leading
    }

    /// The panel behind the letters.
    public struct Panel: Equatable, Sendable {
        /// Its colour.
        public var color: Color
        /// 1 hides what is behind it.
        public var opacity: Double

        /// A panel; the default is dark glass.
        public init(_ color: Color = .ink, opacity: Double = 0.82) {
            self.color = color
            self.opacity = opacity
        }
    }

    /// What it says; a line feed starts a new line.
    public var text: String
    /// The height of a capital letter, metres.
    public var capHeight: Double
    /// Which point of it stands at the node's origin.
    public var anchor: Anchor
    /// The rounded panel behind it, if any.
    public var panel: Panel?

    /// A label; the node's material colours the letters.
    public init(_ text: String, capHeight: Double = 0.02, anchor: Anchor = .center, panel: Panel? = Panel()) {
        self.text = text
        self.capHeight = capHeight
        self.anchor = anchor
        self.panel = panel
    }

    /// The rectangle of the text with its panel.
    public var bounds: BoundingBox {
        let layout = TextLayout(self)
        let center = Vector3(Double(layout.center.x), Double(layout.center.y), 0) * capHeight
        let half = Vector3(Double(layout.halfSize.x), Double(layout.halfSize.y), 0) * capHeight
        return BoundingBox(minimum: center - half, maximum: center + half)
    }
}
