/// Memory that grows to the requested size and is reused.
package struct RecordMemory: ~Copyable {
    package private(set) var bytes: UnsafeMutablePointer<UInt8>
    /// The number of bytes.
    package private(set) var capacity: Int

    init() {
        capacity = 16
        bytes = RecordMemory.allocate(capacity)
    }

    deinit { bytes.deallocate() }

    /// Reserves a number of bytes; the contents are lost if it grows.
    mutating func reserve(_ count: Int) {
        guard count > capacity else { return }
        bytes.deallocate()
        bytes = RecordMemory.allocate(count)
        capacity = count
    }

    /// Zeros, aligned for any field of a record.
    private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
        return raw.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }
}
