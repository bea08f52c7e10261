/// The support of a side of a hypothesis by edges.
struct QuadSide {
    /// The assumed edge share of the part of a side outside the image.
    static let unseenRatio: Float = 0.3

    let line: Int
    /// The start and end of the side on its line.
    let from: Float
    let to: Float
    /// Length, pixels.
    let length: Float
    /// The edge length of the dominant sign, plus a weighted share of the other sign's, pixels.
    let support: Float
    /// The edge length assumed outside the image, pixels.
    let likelySupport: Float
    /// The same as a part of the length.
    let likelyRatio: Float
    /// Length in the image, pixels.
    let inside: Float
    /// The texture difference between the two strips beside it, 0…1.
    let texture: Float
    /// Whether the image becomes brighter along the line's normal.
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
        // A smooth sheet on a textured background has edges of both signs; so has the inside of a chequered board,
        // where both sides are alike.
        let credit = -0.5 + 1.4 * texture
        let (most, least) = (max(stretch.brighter, stretch.darker), min(stretch.brighter, stretch.darker))
        support = max(0, most + credit * least)
        likelySupport = support + Self.unseenRatio * max(0, length - inside)
        likelyRatio = likelySupport / length
    }
}
