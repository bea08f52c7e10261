import Geometry
import SceneGraph
import Shapes
import Surfaces
import WorldTracking

/// A billboard: a real rectangle that is found, anchored and refined while the camera moves, with the content of its
/// owner.
///
/// `find` receives the rectangles that a detector found in a frame, at its own rate, with the frame's camera.
public struct Billboard: Sendable {
    /// The rectangle; nil until one is found.
    public private(set) var rectangle: RectangularPlane?
    /// Its content.
    public var program: BillboardProgram
    /// Whether spheres mark the corners.
    public var showsCorners = false
    /// Whether the rectangle remains after an interruption; else it is removed and searched again.
    public var survivesInterruption = false
    /// The anchor of the rectangle.
    public private(set) var anchorIdentifier: Int32?

    /// The accuracy of a detected corner, pixels.
    private static let cornerSigma = 0.7
    private var corners: [CornerEstimate] = []

    /// A billboard without a rectangle.
    public init(program: BillboardProgram = BillboardProgram([])) { self.program = program }

    /// Anchors a rectangle: the one under the tap, or the best in view without a tap; returns false if none fits or its
    /// depth is unknown.
    ///
    /// It replaces an earlier rectangle.
    @discardableResult
    public mutating func find(
        among quadrilaterals: [Quadrilateral],
        tappedAt pixel: Vector2?,
        camera: Camera,
        in world: inout World
    ) -> Bool {
        let around = pixel.map { point in quadrilaterals.filter { Self.contains($0, point) } } ?? quadrilaterals
        let candidates = around.compactMap { BillboardCandidate($0, camera: camera, in: world) }
        guard let chosen = candidates.max(by: { $0.certainty < $1.certainty }) else { return false }
        let found = zip(chosen.rays, chosen.points).map { ray, point -> CornerEstimate in
            let slope = max(0.1, abs(dot(ray.direction, chosen.plane.normal)))
            return CornerEstimate(
                guess: point,
                along: ray.direction,
                depthSigma: chosen.planeSigma / slope,
                sideSigma: Self.cornerSigma / camera.lens.focalLengthPixels.x * (point - ray.origin).length
            )
        }
        guard let rectangle = RectangularPlane(corners: found.map { $0.point }) else { return false }
        remove(from: &world)
        corners = found
        self.rectangle = rectangle
        anchorIdentifier = world.addAnchor(Self.anchorPose(rectangle)).identifier
        return true
    }

    /// Adds observations of the rectangle: the quadrilaterals at its expected position; returns false if there is none.
    ///
    /// Its depth comes from the detected plane on which the rectangle lies.
    @discardableResult
    public mutating func refine(
        with quadrilaterals: [Quadrilateral],
        camera: Camera,
        on planes: [DetectedPlane] = []
    ) -> Bool {
        guard let known = rectangle else { return false }
        let expected = known.corners.compactMap { camera.pixel(of: $0) }
        guard expected.count == 4 else { return false }
        let size = (expected[2] - expected[0]).length
        let plane = Self.plane(under: known, among: planes)
        for quadrilateral in quadrilaterals {
            let pixels = (0..<4).map { quadrilateral[$0] }
            guard let turn = Self.match(pixels, expected, within: 0.08 * size) else { continue }
            let angleSigma = Self.cornerSigma / camera.lens.focalLengthPixels.x
            for index in 0..<4 {
                corners[index].add(camera.ray(through: pixels[(index + turn) % 4]), angleSigma: angleSigma, on: plane)
            }
            rectangle = RectangularPlane(corners: corners.map { $0.point }) ?? known
            return true
        }
        return false
    }

    /// Moves by a change of the world's scale.
    mutating func scale(by scaling: Scaling) {
        rectangle?.scale(by: scaling)
        for index in corners.indices { corners[index].scale(by: scaling) }
    }

    /// Handles an interruption, which removes the rectangle unless it must remain; returns true if it was removed.
    @discardableResult
    public mutating func handle(_ events: [SessionEvent], in world: inout World) -> Bool {
        guard rectangle != nil, !survivesInterruption, events.contains(.interrupted) || events.contains(.restarted)
        else {
            return false
        }
        remove(from: &world)
        return true
    }

    /// Removes the rectangle and its anchor.
    public mutating func remove(from world: inout World) {
        if let anchorIdentifier { world.removeAnchor(anchorIdentifier) }
        anchorIdentifier = nil
        rectangle = nil
        corners = []
    }

    /// The item at a tapped pixel at a time, seconds since 1970; nil if the tap misses the billboard.
    public func item(tappedAt pixel: Vector2, camera: Camera, time: Double) -> BillboardItem? {
        guard isHit(by: pixel, camera: camera) else { return nil }
        return program.index(at: time).map { program.items[$0] }
    }

    /// Whether a pixel shows the rectangle from its front.
    public func isHit(by pixel: Vector2, camera: Camera) -> Bool {
        guard let rectangle, pixel.isFinite else { return false }
        return rectangle.hit(by: camera.ray(through: pixel)) != nil
    }

    private static func anchorPose(_ rectangle: RectangularPlane) -> RigidTransform<WorldSpace, AnchorSpace> {
        RigidTransform(
            rotation: rectangle.worldFromRectangle.rotation,
            translation: rectangle.worldFromRectangle.translation
        )
    }

    /// Draws the item of a time, seconds since 1970, under a node, whose children it removes first.
    public func draw(in scene: inout Scene, under root: NodeHandle, time: Double) {
        for child in scene.children(of: root) { scene.remove(child) }
        add(to: &scene, under: root, time: time, showsCorners: showsCorners)
    }

    /// Adds the item of a time, seconds since 1970, to a node's children.
    func add(to scene: inout Scene, under root: NodeHandle, time: Double, showsCorners: Bool) {
        guard let rectangle else { return }
        let item = program.index(at: time).map { program.items[$0] }
        BillboardScene.add(item, on: rectangle, showsCorners: showsCorners, to: &scene, under: root)
    }

    static func contains(_ quadrilateral: Quadrilateral, _ pixel: Vector2) -> Bool {
        (0..<4).allSatisfy { index in
            let corner = quadrilateral[index]
            return cross(quadrilateral[(index + 1) % 4] - corner, pixel - corner) >= 0
        }
    }

    /// The number of corners by which a quadrilateral must be rotated to match another; nil if a corner is farther away
    /// than the limit.
    private static func match(_ pixels: [Vector2], _ expected: [Vector2], within limit: Double) -> Int? {
        (0..<4).first { turn in
            (0..<4).allSatisfy { (pixels[($0 + turn) % 4] - expected[$0]).length < limit }
        }
    }

    /// The detected plane on which a rectangle lies, within 4 cm and some degrees; nil if there is none.
    private static func plane(under rectangle: RectangularPlane, among planes: [DetectedPlane]) -> Plane? {
        let near = planes.map { $0.plane }.filter { plane in
            abs(plane.signedDistance(to: rectangle.center)) < 0.04 && abs(dot(plane.normal, rectangle.normal)) > 0.97
        }
        return near.min { abs($0.signedDistance(to: rectangle.center)) < abs($1.signedDistance(to: rectangle.center)) }
    }
}
