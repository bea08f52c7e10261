/// The lines of a picture's edges, where lines are straight.
struct EdgeLines {
    /// The gradient that counts as an edge.
    let threshold: Float
    let warp: LensWarp
    /// Those with the longest edges first.
    let lines: [LineSegment]
}
