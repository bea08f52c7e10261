import Geometry

extension SlidingWindowFilter {
    /// Adds independent noise to a part of the state.
    func addBlock(_ noise: Matrix3, at start: Int) {
        covariance.set(covariance.matrix3(row: start, column: start) + noise, row: start, column: start)
    }

    /// Forgets a landmark, which marginalises it.
    func removeLandmark(_ slot: Int) {
        landmarks[slot].isUsed = false
        clear(count: 3, at: StateLayout.landmark(slot))
    }
}
