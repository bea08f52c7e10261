/// Memory in which the engine answers the host: numbers, or bytes with their count.
package struct EngineAnswer: ~Copyable {
    private var memory = RecordMemory()
    /// The number of bytes of the last answer.
    package private(set) var count = 0

    init() {}

    /// Answers with numbers, 64-bit floats one after the other.
    package mutating func numbers(_ values: [Double]) -> UnsafeMutablePointer<UInt8> {
        memory.reserve(values.count * 8)
        let target = UnsafeMutableRawPointer(memory.bytes).assumingMemoryBound(to: Double.self)
        for (index, value) in values.enumerated() { target[index] = value }
        count = values.count * 8
        return memory.bytes
    }

    /// Answers with records of 64-bit floats, which `fill` writes; they are initially 0.
    package mutating func record(
        of length: Int,
        fill: (UnsafeMutablePointer<Double>) -> Void
    ) -> UnsafeMutablePointer<UInt8> {
        memory.reserve(length * 8)
        let target = UnsafeMutableRawPointer(memory.bytes).assumingMemoryBound(to: Double.self)
        target.update(repeating: 0, count: length)
        fill(target)
        count = length * 8
        return memory.bytes
    }

    /// Answers with a number of bytes, which `fill` writes.
    package mutating func raw(_ length: Int, fill: (UnsafeMutableRawPointer) -> Void) -> UnsafeMutablePointer<UInt8> {
        memory.reserve(length)
        fill(UnsafeMutableRawPointer(memory.bytes))
        count = length
        return memory.bytes
    }

    /// Answers with bytes.
    package mutating func bytes(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
        memory.reserve(bytes.count)
        for (index, byte) in bytes.enumerated() { memory.bytes[index] = byte }
        count = bytes.count
        return memory.bytes
    }

    /// Answers with text as UTF-8.
    package mutating func text(_ text: String) -> UnsafeMutablePointer<UInt8> { bytes(Array(text.utf8)) }
}
