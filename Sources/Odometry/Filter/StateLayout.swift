/// The index of each part of the state's error in the covariance.
///
/// Parts start at multiples of eight; unused slots are zero.
enum StateLayout {
    /// Of the inertial error: rotation, velocity, position, the biases of gyroscope and accelerometer.
    static let rotation = 0
    static let velocity = 3
    static let position = 6
    static let gyroscopeBias = 9
    static let accelerometerBias = 12
    static let inertialCount = 15
    /// Of the calibration.
    static let extrinsicRotation = 16
    static let extrinsicTranslation = 19
    static let timeOffset = 22
    /// Focal lengths, principal point, four coefficients.
    static let intrinsics = 23
    static let readoutTime = 31
    /// Of the clones: rotation and position each.
    static let clones = 32
    static let cloneCapacity = 13
    /// Of the landmarks: two directions and the inverse depth each.
    static let landmarks = 112
    static let landmarkCapacity = 48
    /// All that a feature outside the state depends on: calibration and clones.
    static let visual = 16
    static let visualCount = 96
    /// Of the planes: two turns and the offset each.
    static let planes = 256
    static let planeCapacity = 2
    /// Of image stabilisation: the turn of the view from the body, in the body's axes, and the share of the body's turns
    /// that the view does not follow at once.
    static let viewTurn = 264
    static let viewShare = 267
    /// The size of the covariance.
    static let dimension = 272

    static func clone(_ slot: Int) -> Int { clones + 6 * slot }
    static func landmark(_ slot: Int) -> Int { landmarks + 3 * slot }
    static func plane(_ slot: Int) -> Int { planes + 3 * slot }
}
