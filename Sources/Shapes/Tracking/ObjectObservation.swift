import Geometry

/// Where an object is in an image.
public struct ObjectObservation: Equatable, Sendable {
    /// The box about it, in the image's pixels.
    public var box: ImageBox
    /// How sure the tracker is, 0…1; under 0.3 the object counts as lost and is searched for.
    public var confidence: Double

    /// An observation of its parts.
    public init(box: ImageBox, confidence: Double) {
        self.box = box
        self.confidence = confidence
    }
}
