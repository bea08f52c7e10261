import Geometry
import Imaging
import SceneGraph
import WorldTracking

/// The pen: what moves its tip, and what the tip does while it is pressed.
///
/// Call `update` once per frame, with the frame's image in colour if a fingertip is tracked.
public struct DrawingTool {
    /// The action of the tip while it is pressed.
    public enum Mode: Int32, Sendable, CaseIterable {
        /// Draws ink.
        case ink = 0
        /// Erases ink.
        case erase = 1
        /// Pulls a stroke out of its surface.
        case pull = 2
    }

    /// The drawing.
    public var drawing = Drawing()
    /// The action of the tip.
    public private(set) var mode = Mode.ink
    /// Whether the tip is pressed.
    public private(set) var isPressed = false
    /// The finish of pulled strokes.
    public var finish = SolidFinish.plain
    /// The tip's position in the image; nil if it is not known.
    public private(set) var tipPixel: Vector2?
    /// The confidence of the tip's position, 0…1.
    public private(set) var confidence = 0.0
    /// The stroke that is being pulled: author and identifier.
    public private(set) var pulled: (author: Int32, identifier: Int32)?

    /// The side of a square that contains a fingertip and its surroundings: twice a finger's width, metres.
    private static let tapSide = 0.038
    /// The step of the eraser's path in the image, pixels.
    private static let rubbingStep = 4.0
    private var tracker: TipTracker?
    private var filter = TipFilter()
    private var pull: StrokePull?
    private var trail: Vector2?

    /// A pen without a tracked object: the image's middle or a pointer moves it.
    public init() {}

    /// Whether a tapped object moves the tip.
    public var isFollowing: Bool { tracker != nil }
    /// Whether that object is a finger.
    public var followsFinger: Bool { tracker?.isFingertip ?? false }

    /// Starts to track the object at a pixel of the image of the world's current frame.
    public mutating func follow(at pixel: Vector2, in image: ColorImage, of world: World) {
        guard pixel.isFinite else { return }
        tracker = TipTracker(at: pixel, size: Self.size(at: pixel, in: world), in: image)
        filter.reset()
    }

    /// Stops tracking: the image's middle or a pointer moves the tip again.
    public mutating func stopFollowing() {
        tracker = nil
        filter.reset()
        release()
    }

    /// The same as `stopFollowing()`.
    @available(*, deprecated, renamed: "stopFollowing()")
    public mutating func letGo() { stopFollowing() }

    /// Chooses the tip's action; ends the current one.
    public mutating func choose(_ mode: Mode) {
        release()
        drawing.liftFingers()
        self.mode = mode
    }

    /// A further finger, by a number of its own, touches a pixel or moves there: in ink it draws a stroke of its own.
    public mutating func touch(_ finger: Int32, at pixel: Vector2, in world: World) {
        touch(finger, .pixel(pixel), in: world)
    }

    /// A further finger, by a number of its own, points along a ray of the world or moves there: in ink it draws a
    /// stroke of its own where the ray meets a surface.
    public mutating func touch(_ finger: Int32, along ray: Ray, in world: World) {
        touch(finger, .ray(ray), in: world)
    }

    private mutating func touch(_ finger: Int32, _ aim: DrawingFinger.Aim, in world: World) {
        guard mode == .ink, let frame = world.currentFrame else { return }
        drawing.touch(finger, aim, frame, in: world)
    }

    /// Presses the tip on the surface.
    public mutating func press() {
        isPressed = true
        if mode == .ink { drawing.penDown() }
    }

    /// Lifts the tip.
    public mutating func release() {
        isPressed = false
        drawing.penUp()
        pull = nil
        pulled = nil
        trail = nil
    }

    /// Processes a frame: finds the tip's position, and applies its action there.
    ///
    /// If nothing is tracked, the tip is at `pixel`, or at the middle of the image if it is nil.
    public mutating func update(
        _ frame: Frame,
        in world: World,
        image: ColorImage? = nil,
        aimingAt pixel: Vector2? = nil
    ) {
        lead(frame, image, pixel)
        drawing.update(frame, in: world, tipAt: tipPixel, confidence: confidence)
        guard isPressed else { return }
        switch mode {
        case .ink: break
        case .erase: rubOut(frame)
        case .pull: pull(with: frame)
        }
    }

    /// Processes a frame while the pen is not in use: the drawing follows its planes, there is no tip.
    public mutating func rest(_ frame: Frame, in world: World) {
        if isPressed { release() }
        drawing.liftFingers()
        tipPixel = nil
        confidence = 0
        drawing.update(frame, in: world, tipAt: nil, confidence: 0)
    }

    private mutating func lead(_ frame: Frame, _ image: ColorImage?, _ pixel: Vector2?) {
        guard tracker != nil else {
            tipPixel = pixel ?? frame.camera.map { $0.lens.sizePixels / 2 }
            confidence = tipPixel == nil ? 0 : 1
            return
        }
        if let image { tracker?.track(into: image) }
        confidence = tracker?.confidence ?? 0
        guard let seen = tracker?.pixel, confidence >= Drawing.confidenceLimit else {
            filter.reset()
            return
        }
        tipPixel = filter.calmed(seen, seconds: Double(frame.timestampNanoseconds) * 1e-9)
    }

    /// Erases points under the tip and on its path, whether or not a surface is known there.
    private mutating func rubOut(_ frame: Frame) {
        guard let camera = frame.camera, let pixel = tipPixel, confidence >= Drawing.confidenceLimit else {
            trail = nil
            return
        }
        let radius = max(0.012, 1.5 * drawing.thickness)
        let from = trail ?? pixel
        let steps = min(100, Int((pixel - from).length / Self.rubbingStep) + 1)
        for step in 1...steps {
            let point = from + (pixel - from) * (Double(step) / Double(steps))
            drawing.erase(along: camera.ray(through: point), radius: radius)
        }
        trail = pixel
    }

    private mutating func pull(with frame: Frame) {
        guard let camera = frame.camera, let pixel = tipPixel, confidence >= Drawing.confidenceLimit else { return }
        if pull == nil { pull = beginPull(at: pixel, camera) }
        guard let pull, drawing.strokes.indices.contains(pull.strokeIndex) else { return }
        let stroke = drawing.strokes[pull.strokeIndex]
        pulled = (stroke.author, stroke.identifier)
        let height = pull.height(at: pixel, normal: stroke.normal, camera: camera, isFinger: isFollowing)
        drawing.pull(at: pull.strokeIndex, to: height, finish: finish)
    }

    /// Starts with the stroke at the tip, else with the last one.
    private func beginPull(at pixel: Vector2, _ camera: Camera) -> StrokePull? {
        guard let found = drawing.stroke(near: pixel, camera: camera) else { return nil }
        return StrokePull(
            strokeIndex: found.index,
            point: found.point,
            pixel: pixel,
            startHeight: isFollowing ? drawing.strokes[found.index].height : 0
        )
    }

    /// The side of a square around a fingertip at a pixel, pixels.
    private static func size(at pixel: Vector2, in world: World) -> Double {
        guard let lens = world.currentFrame?.camera?.lens else { return 28 }
        let hits = world.hitTest(pixel, types: [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .existingPlane])
        guard let distance = hits.first?.distance else { return 28 }
        return min(60, max(20, tapSide * lens.focalLengthPixels.x / distance))
    }
}
