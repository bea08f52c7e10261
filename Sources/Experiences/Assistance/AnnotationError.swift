/// Why a message of the other side was not taken.
public enum AnnotationError: Error, Equatable, Sendable {
    /// The frame it was drawn on is not known any more, or was never seen.
    case unknownFrame
    /// A number in it cannot be: not finite, or out of its range.
    case badValue
    /// There is no annotation of that name, or it is finished.
    case unknownAnnotation
    /// There are too many annotations or points already.
    case tooMany
}
