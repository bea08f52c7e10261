import Geometry

/// Writes numbers as bytes, the least significant first.
struct MapWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: UInt64, count: Int = 8) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    mutating func write(_ value: Int32) { write(UInt64(UInt32(bitPattern: value)), count: 4) }
    mutating func write(_ value: Double) { write(value.bitPattern) }
    mutating func write(_ value: Vector3) { for index in 0..<3 { write(value[index]) } }

    mutating func write<A, B>(_ value: RigidTransform<A, B>) {
        write(value.rotation.imaginary)
        write(value.rotation.real)
        write(value.translation)
    }
}

/// Reads what `MapWriter` wrote; every error names the byte.
struct MapReader {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func word(count: Int = 8) throws(WorldMapError) -> UInt64 {
        guard bytes.count - offset >= count else { throw .cutOff(offset: offset) }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        offset += count
        return value
    }

    mutating func integer() throws(WorldMapError) -> Int32 {
        Int32(bitPattern: UInt32(truncatingIfNeeded: try word(count: 4)))
    }

    /// A number of elements that take at least `size` bytes each; more than there are bytes for is an error before
    /// memory is allocated.
    mutating func count(of size: Int) throws(WorldMapError) -> Int {
        let start = offset
        let value = try integer()
        guard value >= 0, Int(value) <= (bytes.count - offset) / size else { throw .badValue(offset: start) }
        return Int(value)
    }

    mutating func number() throws(WorldMapError) -> Double {
        let start = offset
        let value = Double(bitPattern: try word())
        guard value.isFinite else { throw .badValue(offset: start) }
        return value
    }

    mutating func vector() throws(WorldMapError) -> Vector3 {
        Vector3(try number(), try number(), try number())
    }

    mutating func transform<A, B>() throws(WorldMapError) -> RigidTransform<A, B> {
        let imaginary = try vector()
        let rotation = Rotation(x: imaginary.x, y: imaginary.y, z: imaginary.z, w: try number())
        return RigidTransform(rotation: rotation, translation: try vector())
    }

    func fail() throws(WorldMapError) -> Never { throw .badValue(offset: offset) }
}
