/// What the edges of a hypothesis's sides at its four corners make of its score: factors, each at most 1.
enum QuadCorners {
    /// The factor for edges that reach their corners, from the mean edge share of the last pixels before them, 0…1.
    static func factor(near: Float) -> Float { near * near * near * (0.4 + 0.6 * near) }

    /// The factor for edges that end at their corners; the four sides in the order of `QuadSides`.
    static func factor(
        _ first: QuadSideEnds,
        _ second: QuadSideEnds,
        _ third: QuadSideEnds,
        _ fourth: QuadSideEnds
    ) -> Float {
        let far = (first.far + second.far + third.far + fourth.far) / 4
        // If the adjacent sides at both ends of a side continue beyond it, it divides a larger rectangle: a line of
        // text, a shelf.
        let divides =
            min(first.passStart, third.passStart) + min(first.passEnd, third.passEnd)
            + min(second.passStart, fourth.passStart) + min(second.passEnd, fourth.passEnd)
        return (1 - far) * max(0.1, 1 - 0.4 * divides)
    }
}
