/// Why bytes are no drawing.
public enum DrawingError: Error, Equatable, Sendable {
    /// The bytes do not begin as a drawing does.
    case isNoDrawing
    /// A later version wrote it.
    case unknownVersion(UInt8)
    /// The bytes end too early.
    case cutOff(offset: Int)
    /// A number cannot be: not finite, or larger than what follows.
    case badValue(offset: Int)
}
