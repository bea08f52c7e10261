import Geometry
import Imaging
import Odometry
import Shapes
import Surfaces
import WorldTracking

/// The billboard tool: taps place and replace a billboard, its corners are refined continuously, and known posters are
/// recognised.
public struct BillboardTool {
    /// The result of a tap.
    public enum Outcome: Int32, Sendable {
        /// There is no rectangle.
        case nothing = 0
        /// A rectangle was anchored.
        case found = 1
        /// There is a rectangle, but its distance is not known yet.
        case depthUnknown = 2
        /// The billboard's content was tapped.
        case content = 3
        /// The camera's pose is not known.
        case notReady = 4
    }

    /// The billboard.
    public var billboard = Billboard()
    /// The posters that are recognised without a tap.
    public var posters = PosterRecognizer()
    /// The number of the anchored poster; nil for a tapped rectangle.
    public private(set) var reference: Int?
    /// The number of observations of the rectangle.
    public private(set) var sightCount = 0

    /// Corners are searched in every nth image; less often if they are known well.
    private var period: Int { sightCount < 25 ? 3 : 8 }
    /// Posters are searched in every nth image while none is anchored.
    private static let recognisingPeriod = 10
    private let detector: QuadrilateralDetector
    private var frameCount = 0
    private var lastStamp: Int64?

    /// A tool without a billboard.
    public init() {
        var options = QuadrilateralOptions()
        options.minimumAspectRatio = 0.3
        options.minimumSize = 0.12
        // Below this, most rectangles are false. A tap without a result is better than a guess.
        options.minimumConfidence = 0.65
        options.maximumObservations = 0
        detector = QuadrilateralDetector(options: options)
    }

    /// Anchors the rectangle under a pixel, or the best in view if `pixel` is nil; a tap on the billboard is a tap on
    /// its content.
    public mutating func tap(at pixel: Vector2?, in world: inout World) -> Outcome {
        guard let frame = world.currentFrame, let camera = frame.camera, let image = frame.image else {
            return .notReady
        }
        if let pixel, billboard.isHit(by: pixel, camera: camera) { return .content }
        let seen = quadrilaterals(in: image, camera)
        let isAny = pixel.map { point in seen.contains { Billboard.contains($0, point) } } ?? !seen.isEmpty
        guard isAny else { return .nothing }
        guard billboard.find(among: seen, tappedAt: pixel, camera: camera, in: &world) else { return .depthUnknown }
        reference = nil
        sightCount = 1
        return .found
    }

    /// Processes a frame once: refines corners, recognises posters, handles interruptions; returns true if the
    /// billboard appeared or disappeared.
    @discardableResult
    public mutating func update(_ frame: Frame, events: [SessionEvent], in world: inout World) -> Bool {
        if billboard.handle(events, in: &world) {
            reference = nil
            return true
        }
        guard frame.timestampNanoseconds != lastStamp else { return false }
        lastStamp = frame.timestampNanoseconds
        frameCount += 1
        guard let camera = frame.camera, let image = frame.image, frame.trackingState == .normal else {
            return false
        }
        if billboard.rectangle == nil { return recognise(image, camera, &world) }
        if frameCount % period == 0 { refine(image, camera, world.planes) }
        return false
    }

    /// Removes the billboard.
    public mutating func remove(from world: inout World) {
        billboard.remove(from: &world)
        reference = nil
    }

    private mutating func refine(_ image: GrayImage, _ camera: Camera, _ planes: [DetectedPlane]) {
        let seen = quadrilaterals(in: image, camera)
        if billboard.refine(with: seen, camera: camera, on: planes) { sightCount += 1 }
    }

    private mutating func recognise(_ image: GrayImage, _ camera: Camera, _ world: inout World) -> Bool {
        guard !posters.isEmpty, frameCount % Self.recognisingPeriod == 0 else { return false }
        let edges = quadrilaterals(in: image, camera)
        guard let sight = posters.recognise(in: image) ?? posters.recognise(among: edges, in: image) else {
            return false
        }
        // Edges are more accurate than features: if a rectangle is there, its corners are used, in the poster's order.
        let sharp = sight.quadrilateral.sharpened(by: edges) ?? sight.quadrilateral
        guard billboard.find(among: [sharp], tappedAt: nil, camera: camera, in: &world) else { return false }
        reference = sight.reference
        sightCount = 1
        return true
    }

    private func quadrilaterals(in image: GrayImage, _ camera: Camera) -> [Quadrilateral] {
        detector.options.camera = camera.lens
        return detector.detect(in: image)
    }
}

extension Quadrilateral {
    /// The quadrilateral of `others` at this one's position, with the corners in this one's order; nil if there is
    /// none.
    func sharpened(by others: [Quadrilateral]) -> Quadrilateral? {
        let limit = 0.08 * (bottomRight - topLeft).length
        for other in others {
            for turn in 0..<4 where (0..<4).allSatisfy({ (other[$0 + turn] - self[$0]).length < limit }) {
                return Quadrilateral(
                    topLeft: other[turn],
                    topRight: other[turn + 1],
                    bottomRight: other[turn + 2],
                    bottomLeft: other[turn + 3],
                    confidence: confidence
                )
            }
        }
        return nil
    }
}
