/// The evidence of the lines of a hypothesis's sides about its four corners.
struct QuadCorners {
    /// The factor on the score: 1 if every edge reaches its corners and ends there.
    let factor: Float

    /// Evaluates the ends of the four sides, in the order of `QuadSides`.
    init(_ first: QuadSideEnds, _ second: QuadSideEnds, _ third: QuadSideEnds, _ fourth: QuadSideEnds) {
        let near = (first.near + second.near + third.near + fourth.near) / 4
        let far = (first.far + second.far + third.far + fourth.far) / 4
        // If the adjacent sides at both ends of a side continue beyond it, it divides a larger rectangle: a line of
        // text, a shelf.
        let divides =
            min(first.passStart, third.passStart) + min(first.passEnd, third.passEnd)
            + min(second.passStart, fourth.passStart) + min(second.passEnd, fourth.passEnd)
        factor = near * near * near * (0.4 + 0.6 * near) * (1 - far) * max(0.1, 1 - 0.4 * divides)
    }
}
