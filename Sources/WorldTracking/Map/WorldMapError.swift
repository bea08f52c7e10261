/// What is wrong with a saved map.
public enum WorldMapError: Error, Equatable, Sendable {
    /// It does not begin as a map does.
    case isNoMap
    /// It was written by a version that this one does not know.
    case unknownVersion(UInt32)
    /// It ends in the middle, at this byte.
    case cutOff(offset: Int)
    /// A number at this byte cannot be: not finite, or an index that points nowhere.
    case badValue(offset: Int)
}
