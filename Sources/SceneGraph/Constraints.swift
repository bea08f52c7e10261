/// What a node does by itself each time the camera moves.
public struct Constraints: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Constraints by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It lies parallel to the screen and upright on it, its front to the viewer, as a label wants.
    public static let facesCamera = Constraints(rawValue: 1)
    /// It turns about the world's vertical only, so that its +Z axis points towards the camera.
    public static let facesCameraUpright = Constraints(rawValue: 2)
    /// It keeps its size on the screen: it is drawn as large as it would be at 1 m from the camera.
    public static let keepsSizeOnScreen = Constraints(rawValue: 4)
}
