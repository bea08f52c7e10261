extension SlidingWindowFilter {
    /// The relative standard deviation of the mean depth of the landmarks, which shows the uncertainty of their common
    /// scale; infinite if they are too few.
    var scaleSigma: Double {
        var count = 0
        var variance = 0.0
        for i in landmarks.slots where landmarks.isUsed(i) {
            count += 1
            for j in landmarks.slots where landmarks.isUsed(j) {
                let covariance = covariance[StateLayout.landmark(i) + 2, StateLayout.landmark(j) + 2]
                variance += covariance / (landmarks[i].parameters.z * landmarks[j].parameters.z)
            }
        }
        return count > 3 ? max(0, variance).squareRoot() / Double(count) : .infinity
    }
}
