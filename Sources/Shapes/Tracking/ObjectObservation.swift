import Geometry

/// An object's position in an image.
public struct ObjectObservation: Equatable, Sendable {
    /// Its bounding box, in the image's pixels.
    public var box: ImageBox
    /// The tracker's confidence, 0…1; below 0.3 the object counts as lost and is searched for.
    public var confidence: Double

    /// Creates an observation.
    public init(box: ImageBox, confidence: Double) {
        self.box = box
        self.confidence = confidence
    }
}
