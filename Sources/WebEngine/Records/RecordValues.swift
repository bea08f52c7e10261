import Geometry

// The layout of vectors and poses in a record.

extension UnsafeMutablePointer<Double> {
    /// Writes a vector to a field.
    package func write(_ vector: Vector3, at field: Int) {
        (self[field], self[field + 1], self[field + 2]) = (vector.x, vector.y, vector.z)
    }

    /// Writes a pose to a field: quaternion x, y, z, w, then translation.
    func write<A: Space, B: Space>(_ pose: RigidTransform<A, B>, at field: Int) {
        write(pose.rotation.imaginary, at: field)
        self[field + 3] = pose.rotation.real
        write(pose.translation, at: field + 4)
    }
}
