/// A list of 64-bit floats that the host reads; its memory is reused.
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

    /// Adds a record of a number of zeros and returns its address, valid until the next change.
    mutating func appendRecord(_ length: Int) -> UnsafeMutablePointer<Double> {
        while count + length > capacity { grow() }
        let record = numbers + count
        record.update(repeating: 0, count: length)
        count += length
        return record
    }

    mutating func append(_ number: Double) {
        if count == capacity { grow() }
        numbers[count] = number
        count += 1
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
