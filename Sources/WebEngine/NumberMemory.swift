import Geometry

/// A list of 64-bit floats that the host reads; its memory is used again and again.
struct NumberMemory: ~Copyable {
    private(set) var numbers: UnsafeMutablePointer<Double>
    private(set) var count = 0
    private var capacity = 64

    init() {
        numbers = .allocate(capacity: capacity)
        numbers.initialize(repeating: 0, count: capacity)
    }

    deinit { numbers.deallocate() }

    mutating func removeAll() { count = 0 }

    mutating func append(_ number: Double) {
        if count == capacity { grow() }
        numbers[count] = number
        count += 1
    }

    mutating func append(_ vector: Vector3) {
        append(vector.x)
        append(vector.y)
        append(vector.z)
    }

    /// Quaternion x, y, z, w, then translation.
    mutating func append<A: Space, B: Space>(_ pose: RigidTransform<A, B>) {
        append(pose.rotation.imaginary)
        append(pose.rotation.real)
        append(pose.translation)
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Double>.allocate(capacity: 2 * capacity)
        larger.initialize(repeating: 0, count: 2 * capacity)
        larger.update(from: numbers, count: count)
        numbers.deallocate()
        numbers = larger
        capacity *= 2
    }
}
