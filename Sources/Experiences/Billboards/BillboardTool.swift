import Geometry
import Imaging
import Odometry
import SceneGraph
import Shapes
import Surfaces
import WorldTracking

/// The billboard tool: taps place, add and replace billboards, their corners are refined continuously, and known posters
/// are recognised.
public struct BillboardTool {
    /// The result of a tap.
    public enum Outcome: Int32, Sendable {
        /// There is no rectangle.
        case nothing = 0
        /// A rectangle was anchored.
        case found = 1
        /// There is a rectangle, but its distance is not known yet.
        case depthUnknown = 2
        /// A billboard's content was tapped.
        case content = 3
        /// The camera's pose is not known.
        case notReady = 4
        /// No more billboards can stand.
        case full = 5
        /// There is a shape with bowed sides, as a label on a bottle or a column has: nothing was anchored.
        case curved = 6
    }

    /// The limits of `BillboardTool`.
    public struct Tuning: Sendable {
        /// The largest number of billboards at once.
        ///
        /// Unit: billboards. Range: 8…64. Origin: by hand: the textures of each take some megabytes.
        public var capacity = 16

        /// The defaults.
        public init() {}
    }

    /// The limits.
    public var tuning = Tuning()
    /// The billboards that stand in the world, the oldest first.
    public private(set) var billboards: [StandingBillboard] = []
    /// The billboard that was found or tapped last, which `remove` and a replacing tap mean; nil if there is none.
    public private(set) var chosen: Int32?
    /// The content of billboards that are found from now on.
    public var program = BillboardProgram([])
    /// Whether a new rectangle stands beside the others; else it replaces the chosen one.
    public var addsBillboards = false
    /// Whether spheres mark the corners.
    public var showsCorners = false
    /// Whether rectangles remain after an interruption; else they are removed and searched again.
    public var survivesInterruption = false
    /// The posters that are recognised without a tap.
    public var posters = PosterRecognizer()

    /// The billboard that was found or tapped last.
    public var chosenBillboard: StandingBillboard? { billboards.first { $0.identifier == chosen } }

    /// Corners are searched in every nth image; less often if all are known well.
    private var period: Int { billboards.contains { $0.sightCount < 25 } ? 3 : 8 }
    /// Posters are searched in every nth image while one could be anchored.
    private static let recognisingPeriod = 10
    let detector: QuadrilateralDetector
    private var frameCount = 0
    private var lastStamp: Int64?
    private var lastIdentifier: Int32 = 0

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

    // MARK: Taps

    /// Anchors the rectangle under a pixel, or the best in view if `pixel` is nil; a tap on a billboard is a tap on its
    /// content, and chooses it.
    public mutating func tap(at pixel: Vector2?, in world: inout World) -> Outcome {
        guard let frame = world.currentFrame, let camera = frame.camera, let image = frame.image else {
            return .notReady
        }
        if choose(at: pixel, camera: camera) { return .content }
        let seen = quadrilaterals(in: image, camera)
        let bowed = seen.map { SideBow.isBowed($0, in: image, camera: camera) }
        return tap(at: pixel, among: seen, bowed: bowed, camera: camera, in: &world)
    }

    /// The same with the quadrilaterals that an image shows, and whether the sides of each are bowed.
    mutating func tap(
        at pixel: Vector2?,
        among quadrilaterals: [Quadrilateral],
        bowed: [Bool] = [],
        camera: Camera,
        in world: inout World
    ) -> Outcome {
        if choose(at: pixel, camera: camera) { return .content }
        guard !addsBillboards || billboards.count < tuning.capacity else { return .full }
        let flat = zip(quadrilaterals, bowed).filter { !$1 }.map { $0.0 }
        let seen = free(bowed.isEmpty ? quadrilaterals : flat, camera)
        func best(_ all: [Quadrilateral]) -> Double {
            all.filter { each in pixel.map { Billboard.contains(each, $0) } ?? true }.map { $0.confidence }.max() ?? -1
        }
        let (bestFlat, bestBowed) = (best(seen), best(zip(quadrilaterals, bowed).filter { $1 }.map { $0.0 }))
        // What looks more like a rectangle than any flat shape under the tap is what was meant: a part of it is not.
        guard bestFlat >= (pixel == nil ? min(bestBowed, 0) : bestBowed) else { return .curved }
        guard bestFlat >= 0 else { return .nothing }
        return find(among: seen, tappedAt: pixel, camera: camera, in: &world) ? .found : .depthUnknown
    }

    /// Chooses the billboard that a pixel shows; returns false if it shows none.
    private mutating func choose(at pixel: Vector2?, camera: Camera) -> Bool {
        guard let pixel, let tapped = billboard(at: pixel, camera: camera) else { return false }
        chosen = tapped.identifier
        return true
    }

    /// Chooses a billboard; returns false if there is none with this identifier.
    @discardableResult
    public mutating func choose(_ identifier: Int32) -> Bool {
        guard billboards.contains(where: { $0.identifier == identifier }) else { return false }
        chosen = identifier
        return true
    }

    /// Changes the content of a billboard, or with identifier 0 of those that are found from now on.
    public mutating func change(_ identifier: Int32, _ edit: (inout BillboardProgram) -> Void) {
        if identifier == 0 { edit(&program) }
        guard let index = billboards.firstIndex(where: { $0.identifier == identifier }) else { return }
        edit(&billboards[index].billboard.program)
    }

    /// Removes the chosen billboard; the newest of the others is chosen then.
    public mutating func remove(from world: inout World) {
        guard let index = billboards.firstIndex(where: { $0.identifier == chosen }) else { return }
        billboards[index].billboard.remove(from: &world)
        billboards.remove(at: index)
        chosen = billboards.last?.identifier
    }

    // MARK: Frames

    /// Processes a frame once: refines corners, recognises posters, handles interruptions; returns true if a billboard
    /// appeared or disappeared.
    @discardableResult
    public mutating func update(_ frame: Frame, events: [SessionEvent], in world: inout World) -> Bool {
        if handle(events, in: &world) { return true }
        guard frame.timestampNanoseconds != lastStamp else { return false }
        lastStamp = frame.timestampNanoseconds
        frameCount += 1
        if let change = frame.scaleChange {
            for index in billboards.indices { billboards[index].billboard.scale(by: change.common) }
        }
        guard let camera = frame.camera, let image = frame.image, frame.trackingState == .normal else {
            return false
        }
        if canRecognise { return recognise(image, camera, &world) }
        if !billboards.isEmpty, frameCount % period == 0 { refine(image, camera, world.planes) }
        return false
    }

    /// Draws all billboards at a time, seconds since 1970, under a node, whose children it removes first.
    public func draw(in scene: inout Scene, under root: NodeHandle, time: Double) {
        for child in scene.children(of: root) { scene.remove(child) }
        for each in billboards { each.billboard.add(to: &scene, under: root, time: time, showsCorners: showsCorners) }
    }

    private mutating func handle(_ events: [SessionEvent], in world: inout World) -> Bool {
        guard !survivesInterruption else { return false }
        let isRemoved = billboards.indices.map { billboards[$0].billboard.handle(events, in: &world) }.contains(true)
        guard isRemoved else { return false }
        billboards.removeAll()
        chosen = nil
        return true
    }

    /// Whether posters are searched in this image instead of refining corners.
    private var canRecognise: Bool {
        guard !posters.isEmpty, frameCount % Self.recognisingPeriod == 0 else { return false }
        return billboards.isEmpty || (addsBillboards && billboards.count < tuning.capacity)
    }

    private mutating func refine(_ image: GrayImage, _ camera: Camera, _ planes: [DetectedPlane]) {
        let seen = quadrilaterals(in: image, camera)
        for index in billboards.indices
        where billboards[index].billboard.refine(with: seen, camera: camera, on: planes) {
            billboards[index].sightCount += 1
        }
    }

    private mutating func recognise(_ image: GrayImage, _ camera: Camera, _ world: inout World) -> Bool {
        let edges = free(quadrilaterals(in: image, camera), camera)
        let known = billboards.compactMap { $0.reference }
        guard
            let sight = posters.recognise(in: image, except: known)
                ?? posters.recognise(among: edges, in: image, except: known)
        else { return false }
        // Edges are more accurate than features: if a rectangle is there, its corners are used, in the poster's order.
        let sharp = sight.quadrilateral.sharpened(by: edges) ?? sight.quadrilateral
        guard !free([sharp], camera).isEmpty else { return false }
        return find(among: [sharp], tappedAt: nil, reference: sight.reference, camera: camera, in: &world)
    }

    /// Anchors a billboard beside the others, or in place of the chosen one with its content.
    private mutating func find(
        among seen: [Quadrilateral],
        tappedAt pixel: Vector2?,
        reference: Int? = nil,
        camera: Camera,
        in world: inout World
    ) -> Bool {
        var billboard = Billboard(program: (addsBillboards ? nil : chosenBillboard?.billboard.program) ?? program)
        guard billboard.find(among: seen, tappedAt: pixel, camera: camera, in: &world) else { return false }
        if !addsBillboards { remove(from: &world) }
        lastIdentifier += 1
        billboards.append(StandingBillboard(identifier: lastIdentifier, billboard: billboard, reference: reference))
        chosen = lastIdentifier
        return true
    }

    /// The nearest billboard that a pixel shows from its front.
    private func billboard(at pixel: Vector2, camera: Camera) -> StandingBillboard? {
        func distance(_ each: StandingBillboard) -> Double {
            ((each.billboard.rectangle?.center ?? .zero) - camera.positionInWorld).length
        }
        return billboards.filter { $0.billboard.isHit(by: pixel, camera: camera) }
            .min { distance($0) < distance($1) }
    }

    /// The quadrilaterals on which no billboard stands, if billboards are added; else all of them.
    private func free(_ seen: [Quadrilateral], _ camera: Camera) -> [Quadrilateral] {
        guard addsBillboards else { return seen }
        return seen.filter { quadrilateral in
            let middle = (0..<4).reduce(Vector2.zero) { $0 + quadrilateral[$1] } / 4
            return billboard(at: middle, camera: camera) == nil
        }
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

/// A billboard that stands in the world.
public struct StandingBillboard: Sendable {
    /// Its number among the tool's billboards, 1…; a number is never used again.
    public let identifier: Int32
    /// Its rectangle and its content.
    public internal(set) var billboard: Billboard
    /// The number of the poster that was recognised; nil for a tapped rectangle.
    public let reference: Int?
    /// The number of observations of the rectangle.
    public internal(set) var sightCount = 1
}
