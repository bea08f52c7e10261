import Geometry
import Shapes
import WorldTracking

/// A pixel of one frame that was picked: what it met then, and its ray, to meet it again when more is known.
public struct PickedPoint: Sendable {
    /// The pixel, snapped to its image's features if requested.
    public let aimed: AimedPixel
    private var camera: Camera
    private var hit: HitTestResult?
    private let observation: MeasuredPoint.Observation
    private var sights: CornerSights?

    /// A pixel of the world's current frame; nil if the frame has no pose or the pixel lies outside the image.
    ///
    /// `snaps` states whether it snaps to a corner or a straight edge of the image.
    public init?(_ pixel: Vector2, in world: World, snaps: Bool = true) {
        self.init(pixel, in: world, snaps: snaps, held: nil)
    }

    /// The same, with what is known of a corner at which the aim was held.
    init?(_ pixel: Vector2, in world: World, snaps: Bool = true, held: CornerSights?) {
        guard let frame = world.currentFrame, let camera = frame.camera, pixel.isFinite, camera.lens.contains(pixel)
        else { return nil }
        aimed = AimedPixel(pixel, in: snaps ? frame : nil, sigma: world.pixelSigma)
        self.camera = camera
        observation = MeasuredPoint.Observation(frame)
        hit = aimed.hit(from: camera, in: world, driftVariance: frame.driftVariance)
        guard case .corner(let pixel) = aimed.feature, let hit else { return }
        if let held, held.isAt(pixel) {
            sights = held
        } else {
            sights = CornerSights(
                pixel: pixel,
                camera: camera,
                hit: hit,
                timestampNanoseconds: frame.timestampNanoseconds,
                error: .init(frame)
            )
            sights?.lookBack(through: world.recentViews)
        }
    }

    /// A corner in the world's current frame that only earlier images show.
    init?(_ aimed: AimedPixel, seenBefore sights: CornerSights, in world: World) {
        guard let frame = world.currentFrame, let camera = frame.camera else { return nil }
        (self.aimed, self.sights) = (aimed, sights)
        self.camera = camera
        observation = MeasuredPoint.Observation(frame)
        hit = aimed.hit(from: camera, in: world, driftVariance: frame.driftVariance)
    }

    /// How far it was from the camera when it was picked, metres.
    var distance: Double { hit?.distance ?? 0 }

    /// Looks at a later frame: a corner that is seen again from elsewhere is known better; true if it is.
    @discardableResult
    public mutating func look(at frame: Frame) -> Bool {
        if let change = frame.scaleChange { follow(change) }
        return sights?.look(at: frame) ?? false
    }

    /// Moves with what was hit: the ray to it keeps its direction, and rays from elsewhere count no more.
    private mutating func follow(_ change: ScaleChange) {
        sights = nil
        guard var moved = hit else { return }
        let former = moved.pointInWorld
        moved.scale(by: change.scaling(ofPlaneAnchor: moved.anchorIdentifier))
        camera.worldFromCamera.translation += moved.pointInWorld - former
        hit = moved
    }

    /// The point as it is known now: on a plane found since, else where it was hit at first; nil if there is neither.
    public func point(in world: World) -> MeasuredPoint? {
        let later = aimed.hit(from: camera, in: world, driftVariance: observation.driftVariance)
        let ray = camera.ray(through: aimed.pixel)
        // A later hit on the same kind of surface is more accurate, and a nearer plane may have grown to the ray since.
        let isOutdated = later?.type == hit?.type || hit.map { world.isDoubtful($0, along: ray) } == true
        guard let met = HitTestResult.preferred(among: [later, isOutdated ? nil : hit].compactMap { $0 }) ?? hit else {
            return nil
        }
        return MeasuredPoint(sights?.refined(met) ?? met, anchorIdentifier: -1, observation: observation)
    }
}
