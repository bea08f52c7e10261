import Geometry
import SceneGraph

extension Drawing {
    /// "SLDRAW" and the version.
    private static let magic: [UInt8] = [0x53, 0x4C, 0x44, 0x52, 0x41, 0x57]
    private static let version: UInt8 = 1

    /// The drawing as bytes, told from a place of the world: 45 bytes a stroke and 12 a point.
    public func encoded(from worldFromBoard: RigidTransform<WorldSpace, BoardSpace>) -> [UInt8] {
        var writer = StrokeWriter()
        for byte in Self.magic { writer.write(byte) }
        writer.write(Self.version)
        let boardFromWorld = worldFromBoard.inverse
        let whole = strokes.map { $0.moved(by: boardFromWorld) } + waiting
        writer.write(Int32(whole.count))
        for stroke in whole { writer.write(stroke, from: 0, count: stroke.points.count) }
        return writer.bytes
    }

    /// The strokes that bytes hold, told from the board.
    static func strokes(decoding bytes: [UInt8], author: Int32 = 0) throws(DrawingError) -> [InkStroke] {
        var reader = StrokeReader(bytes)
        for letter in magic {
            guard !reader.isAtEnd, try reader.byte() == letter else { throw .isNoDrawing }
        }
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let start = reader.offset
        let count = try reader.integer()
        guard count >= 0, Int(count) <= (bytes.count - reader.offset) / 45 else { throw .badValue(offset: start) }
        var strokes: [InkStroke] = []
        for _ in 0..<count { strokes.append(try reader.stroke(author: author).stroke) }
        guard reader.isAtEnd else { throw .badValue(offset: reader.offset) }
        return strokes
    }
}
