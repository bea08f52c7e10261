/// How a side of a hypothesis is supported by edges.
struct QuadSide {
    /// What is taken for the part of an edge that lies out of the image.
    static let unseenRatio: Float = 0.3

    let line: Int
    /// Where the side begins and ends on its line.
    let from: Float
    let to: Float
    /// Length, pixels.
    let length: Float
    /// Length of edge of the stronger sign, and of the weaker for what it counts, pixels.
    let support: Float
    /// Length of edge where a guess stands for what lies out of the image, pixels.
    let likelySupport: Float
    /// The same as a part of the length.
    let likelyRatio: Float
    /// Length in the image, pixels.
    let inside: Float
    /// How unlike in texture the two strips beside it are, 0…1.
    let texture: Float
    /// Whether it grows brighter along the line's normal.
    let isBrighter: Bool

    /// The side between two positions on a line.
    @inline(__always)
    init(line: Int, from: LinePosition, to: LinePosition) {
        self.line = line
        self.from = from.parameter
        self.to = to.parameter
        let stretch = from.stretch(to: to)
        length = stretch.length
        inside = stretch.inside
        texture = stretch.textureContrast
        isBrighter = stretch.brighter >= stretch.darker
        // A smooth sheet over a rough ground has edges of both signs; so has the inside of a chequered board, where
        // both sides are alike.
        let credit = -0.5 + 1.4 * texture
        let (most, least) = (max(stretch.brighter, stretch.darker), min(stretch.brighter, stretch.darker))
        support = max(0, most + credit * least)
        likelySupport = support + Self.unseenRatio * max(0, length - inside)
        likelyRatio = likelySupport / length
    }
}
