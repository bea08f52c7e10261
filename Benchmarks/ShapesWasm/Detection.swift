import Shapes

/// The one detector of the module, with the options that people know.
enum Detection {
    nonisolated(unsafe) static let detector = QuadrilateralDetector()
}
