import Geometry
import SceneGraph

/// A saved drawing: "SLDRAW", a version, the number of strokes, the strokes.
enum DrawingFile {
    /// "SLDRAW".
    private static let magic: [UInt8] = [0x53, 0x4C, 0x44, 0x52, 0x41, 0x57]
    private static let version: UInt8 = 1

    /// Strokes that are relative to the board, as bytes.
    static func encoded(_ strokes: [InkStroke]) -> [UInt8] {
        var writer = StrokeWriter()
        for byte in magic { writer.write(byte) }
        writer.write(version)
        writer.write(Int32(strokes.count))
        for stroke in strokes { writer.write(stroke, from: 0, count: stroke.points.count) }
        return writer.bytes
    }

    /// The strokes in bytes, relative to the board.
    static func strokes(decoding bytes: [UInt8]) throws(DrawingError) -> [InkStroke] {
        var reader = StrokeReader(bytes)
        for letter in magic {
            guard !reader.isAtEnd, try reader.byte() == letter else { throw .isNoDrawing }
        }
        let found = try reader.byte()
        guard found == version else { throw .unknownVersion(found) }
        let start = reader.offset
        let count = try reader.integer()
        guard count >= 0, Int(count) <= (bytes.count - reader.offset) / 45 else { throw .badValue(offset: start) }
        var strokes: [InkStroke] = []
        for _ in 0..<count { strokes.append(try reader.stroke(author: 0).stroke) }
        guard reader.isAtEnd else { throw .badValue(offset: reader.offset) }
        return strokes
    }
}

/// Writes strokes as little-endian bytes.
struct StrokeWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: UInt8) { bytes.append(value) }
    mutating func write(_ value: Int32) {
        let bits = UInt32(bitPattern: value)
        for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    mutating func write(_ value: Double) { write(Int32(bitPattern: Float(value).bitPattern)) }
    mutating func write(_ value: Vector3) { for axis in 0..<3 { write(value[axis]) } }

    /// A stroke with some of its points, from an index on.
    mutating func write(_ stroke: InkStroke, from: Int, count: Int) {
        let start = min(max(0, from), stroke.points.count)
        let end = start + min(max(0, count), stroke.points.count - start)
        write(stroke.identifier)
        write(stroke.color.components)
        write(stroke.thickness)
        write(stroke.normal)
        write(stroke.height)
        write(UInt8(truncatingIfNeeded: stroke.finish.rawValue))
        write(Int32(start))
        write(Int32(end - start))
        for point in stroke.points[start..<end] { write(point) }
    }
}

/// Reads the format of `StrokeWriter`; every error states the byte offset.
struct StrokeReader {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(DrawingError) -> UInt8 {
        guard offset < bytes.count else { throw .cutOff(offset: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func integer() throws(DrawingError) -> Int32 {
        guard bytes.count - offset >= 4 else { throw .cutOff(offset: offset) }
        var bits: UInt32 = 0
        for index in 0..<4 { bits |= UInt32(bytes[offset + index]) << UInt32(8 * index) }
        offset += 4
        return Int32(bitPattern: bits)
    }

    /// A number between limits.
    mutating func number(in range: ClosedRange<Double>) throws(DrawingError) -> Double {
        let start = offset
        let value = Double(Float(bitPattern: UInt32(bitPattern: try integer())))
        guard range.contains(value) else { throw .badValue(offset: start) }
        return value
    }

    mutating func vector(within limit: Double) throws(DrawingError) -> Vector3 {
        let range = -limit...limit
        return Vector3(try number(in: range), try number(in: range), try number(in: range))
    }

    /// A stroke and the index at which its points begin.
    mutating func stroke(author: Int32) throws(DrawingError) -> (stroke: InkStroke, from: Int) {
        let identifier = try integer()
        let color = Color(
            red: try number(in: 0...1),
            green: try number(in: 0...1),
            blue: try number(in: 0...1)
        )
        let thickness = try number(in: 1e-4...0.5)
        let start = offset
        let normal = try vector(within: 1.01)
        guard normal.length > 0.5 else { throw .badValue(offset: start) }
        let height = try number(in: 0...3)
        let tailOffset = offset
        guard let finish = SolidFinish(rawValue: Int32(try byte())) else { throw .badValue(offset: tailOffset) }
        let from = try integer()
        let count = try integer()
        guard identifier > 0, from >= 0, from < 1_000_000, count >= 0, Int(count) <= (bytes.count - offset) / 12 else {
            throw .badValue(offset: tailOffset)
        }
        var points: [Vector3] = []
        for _ in 0..<count { points.append(try vector(within: 1000)) }
        let stroke = InkStroke(
            author: author,
            identifier: identifier,
            color: color,
            thickness: thickness,
            points: points,
            normal: normal.normalized,
            planeAnchor: nil,
            height: height,
            finish: finish
        )
        return (stroke, Int(from))
    }
}

/// Why bytes are not a drawing.
public enum DrawingError: Error, Equatable, Sendable {
    /// The bytes do not start with the signature.
    case isNoDrawing
    /// The format's version is unknown.
    case unknownVersion(UInt8)
    /// The bytes end too early.
    case cutOff(offset: Int)
    /// A value is not valid: not finite, or larger than the remaining data.
    case badValue(offset: Int)
}
