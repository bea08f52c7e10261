/// How an inertial sample lies in memory: a 64-bit integer of nanoseconds, then angular velocity (rad/s) and specific force (m/s²) as
/// six 64-bit floats.
enum InertialRecord {
    static let stride = 56
}
