/// How a side of a hypothesis is supported by edges.
struct QuadSide {
    /// What is taken for the part of an edge that lies out of the picture.
    static let unseenRatio: Float = 0.3

    let line: Int
    /// Where the side begins and ends on its line.
    let from: Float
    let to: Float
    /// Length of edge of the stronger sign, and of the weaker for what it counts, pixels.
    let support: Float
    /// Length in the picture, pixels.
    let inside: Float
    /// How unlike in texture the two strips beside it are, 0…1.
    let texture: Float
    let isBrighter: Bool
    /// 1 where it grows brighter inward, −1 where darker.
    let inward: Int

    /// The side between two places of a line, whose normal points to the inside or away from it.
    @inline(__always)
    init(line: Int, from: Float, to: Float, profile: SupportProfile, isTurnedInward: Bool) {
        self.line = line
        self.from = from
        self.to = to
        let s = profile.support(from: from, to: to)
        texture = profile.textureContrast(from: from, to: to)
        isBrighter = s.brighter >= s.darker
        inward = isBrighter == isTurnedInward ? 1 : -1
        // A smooth sheet over a rough ground has edges of both signs; so has the inside of a chequered board, where both
        // sides are alike.
        let credit = -0.5 + 1.4 * texture
        support = max(0, max(s.brighter, s.darker) + credit * min(s.brighter, s.darker))
        inside = s.inside
    }

    /// Length, pixels.
    var length: Float { abs(to - from) }
    /// Length of edge where a guess stands for what lies out of the picture, pixels.
    var likelySupport: Float { support + Self.unseenRatio * max(0, length - inside) }
}
