import Geometry

/// A text in the node's XY plane, readable from +Z, with the anchor point at the node's origin.
public struct TextLabel: Sendable {
    /// The point of the text at the node's origin.
    public enum Anchor: Equatable, Sendable {
        /// The middle of the text.
        case center
        /// The middle of its lower edge.
        case bottom
        /// The middle of its left edge.
        case leading
    }

    /// The panel behind the letters.
    public struct Panel: Equatable, Sendable {
        /// Its colour.
        public var color: Color
        /// The opacity; 1 hides what is behind it.
        public var opacity: Double

        /// Creates a panel; the default is dark glass.
        public init(_ color: Color = .ink, opacity: Double = 0.82) {
            self.color = color
            self.opacity = opacity
        }
    }

    /// The text; a line feed starts a new line.
    public var text: String
    /// The height of a capital letter, metres.
    public var capHeight: Double
    /// The point of the text at the node's origin.
    public var anchor: Anchor
    /// The rounded panel behind it, if any.
    public var panel: Panel?

    /// Creates a label; the node's material has the colour of the letters.
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
