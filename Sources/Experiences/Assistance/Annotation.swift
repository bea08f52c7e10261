import Geometry
import SceneGraph

/// Something drawn into the world by one of the people in a call.
public struct Annotation: Equatable, Sendable {
    /// Who drew it and their number for it; together they name it.
    public struct Identifier: Equatable, Sendable {
        /// Who drew it.
        public var author: Int32
        /// The author's number for it.
        public var number: Int32

        /// An identifier of its parts.
        public init(author: Int32, number: Int32) {
            self.author = author
            self.number = number
        }
    }

    /// On what a point was placed.
    public enum Support: Int32, Equatable, Sendable {
        /// A found plane.
        case plane = 0
        /// A surface guessed from the landmarks around it.
        case landmarks = 1
        /// Nothing known: 1 m before the camera, facing it.
        case air = 2
    }

    /// Its name.
    public let identifier: Identifier
    /// What it is.
    public internal(set) var kind: AnnotationKind
    /// Its colour.
    public let color: Color
    /// How thick its line is, as a fraction of the picture's width where it was drawn.
    public let thickness: Double
    /// What it says, for words; the number, for markers.
    public internal(set) var text: String
    /// The stamp of the frame that its author saw.
    public let frameNanoseconds: Int64
    /// Its points, metres in the world.
    public internal(set) var points: [Vector3]
    /// The points as they were drawn, normalised to the picture, (0, 0) at the top left.
    public internal(set) var drawn: [Vector2]
    /// On what it was placed.
    public internal(set) var support: Support
    /// The normal of the surface under it.
    public internal(set) var normal: Vector3
    /// The plane's anchor it lies on.
    public internal(set) var planeAnchor: Int32?
    /// What a measurement measures.
    public internal(set) var tool = MeasuringTool.distance
    /// The points of a measurement that lie on something, each with its own plane and with how well it is known.
    public internal(set) var ends: [MeasuredPoint] = []
    /// How far each of them stands out of its plane, metres, as a magazine's top does.
    var heights: [Double] = []
    /// Whether its author has lifted the finger.
    public internal(set) var isFinished = false
    /// When it was last drawn at, nanoseconds; a laser's spot fades from then.
    public internal(set) var changedNanoseconds: Int64
    /// Metres in the world for the picture's width, at its first point.
    public internal(set) var metresAcross: Double
}
