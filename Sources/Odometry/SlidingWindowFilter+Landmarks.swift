import Geometry

extension SlidingWindowFilter {
    /// Adds independent noise to a part of the state.
    func addBlock(_ noise: Matrix3, at start: Int) { addBlock(noise, row: start, column: start) }

    /// Adds noise to a block of the covariance; the caller keeps the whole symmetric.
    func addBlock(_ noise: Matrix3, row: Int, column: Int) {
        covariance.set(covariance.matrix3(row: row, column: column) + noise, row: row, column: column)
    }

    /// Forgets a landmark, which marginalises it.
    func removeLandmark(_ slot: Int) {
        landmarks[slot].isUsed = false
        clear(count: 3, at: StateLayout.landmark(slot))
    }
}
