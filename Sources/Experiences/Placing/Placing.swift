import Geometry
import Imaging
import Models
import RealModule
import SceneGraph
import WorldTracking

/// The placing tool: models stand on real floors and tables in their true size; they are moved, turned and scaled.
///
/// Gestures apply to the chosen model: the last one that was placed or grabbed.
public struct Placing: Sendable {
    /// The limits of `Placing`.
    public struct Tuning: Sendable {
        /// The smallest upright part of a surface's normal on which a model stands: a slope of 25°, a ramp.
        public var levelNormal = 0.9
        /// The largest factor between a model's size and its true size, either way.
        public var largestScale = 100.0
        /// The largest number of models at once: a phone draws some hundred thousand triangles.
        public var capacity = 16

        /// The defaults.
        public init() {}
    }

    /// The limits.
    public var tuning = Tuning()
    /// The models that stand in the world, the oldest first.
    public private(set) var models: [StandingModel] = []
    /// The model that gestures apply to; nil if there is none.
    public private(set) var chosen: Int32?
    /// Whether the chosen model is being moved.
    public private(set) var isHeld = false
    private var footFromFinger = Vector2.zero
    private var lastIdentifier: Int32 = 0
    private var edits = ModelEdits()

    /// A tool without models.
    public init() {}

    /// The model that gestures apply to.
    public var chosenModel: StandingModel? { models.first { $0.identifier == chosen } }

    // MARK: Standing and removing

    /// Places a model where a pixel shows a level surface, its front to the camera; nil if no surface is known there, if
    /// the model has no triangles, or if the capacity is reached.
    ///
    /// The first of its animations plays.
    @discardableResult
    public mutating func add(
        _ model: Model,
        images: [ColorImage?] = [],
        at pixel: Vector2,
        in world: inout World
    ) -> Int32? {
        guard models.count < tuning.capacity, model.bounds != nil, let camera = world.currentFrame?.camera,
            let hit = levelSurface(at: pixel, camera, world)
        else { return nil }
        let anchor = world.addAnchor(Self.upright(hit.pointInWorld), onPlaneOf: hit.anchorIdentifier)
        let identifier = add(model, images: images, onAnchor: anchor.identifier, in: world)
        if identifier != nil { change { $0.ownsAnchor = true } }
        return identifier
    }

    /// Places a model on an anchor, its front to the camera; nil if there is no such anchor, if the model has no
    /// triangles, or if the capacity is reached.
    @discardableResult
    public mutating func add(
        _ model: Model,
        images: [ColorImage?] = [],
        onAnchor identifier: Int32,
        in world: World
    ) -> Int32? {
        guard models.count < tuning.capacity, let anchor = world.anchor(identifier), let bounds = model.bounds else {
            return nil
        }
        lastIdentifier += 1
        var standing = StandingModel(
            identifier: lastIdentifier,
            model: model,
            images: images,
            anchorIdentifier: identifier,
            animation: model.animations.isEmpty ? nil : 0,
            beganNanoseconds: world.currentFrame?.timestampNanoseconds ?? 0,
            bounds: bounds
        )
        if let camera = world.currentFrame?.camera {
            let towardsCamera =
                anchor.worldFromAnchor.rotation.inverse
                * (camera.positionInWorld - anchor.worldFromAnchor.translation)
            standing.heading = Double.atan2(y: towardsCamera.x, x: towardsCamera.z)
        }
        models.append(standing)
        chosen = lastIdentifier
        isHeld = false
        return lastIdentifier
    }

    /// Removes a model; false if there is none with that identifier.
    @discardableResult
    public mutating func remove(_ identifier: Int32, from world: inout World) -> Bool {
        guard let index = modelIndex(of: identifier) else { return false }
        let model = models.remove(at: index)
        edits.forget(identifier)
        if model.ownsAnchor { world.removeAnchor(model.anchorIdentifier) }
        if chosen == identifier { (chosen, isHeld) = (models.last?.identifier, false) }
        return true
    }

    /// Removes the models whose anchors are gone, as after a fresh start of the session.
    public mutating func update(in world: World) {
        models.removeAll { world.anchor($0.anchorIdentifier) == nil }
        if chosenModel == nil { (chosen, isHeld) = (models.last?.identifier, false) }
    }

    // MARK: Gestures

    /// Grabs the nearest model that a pixel shows; false if it shows none.
    ///
    /// `camera` is that of the image on which somebody pointed; nil for the last one.
    public mutating func grab(at pixel: Vector2, from camera: Camera? = nil, in world: World) -> Bool {
        guard pixel.isFinite, let camera = camera ?? world.currentFrame?.camera else { return false }
        let ray = camera.ray(through: pixel)
        var nearest: (model: StandingModel, anchor: Anchor, distance: Double)?
        for model in models {
            guard let anchor = world.anchor(model.anchorIdentifier),
                let distance = model.distance(along: ray, on: anchor), distance < nearest?.distance ?? .infinity
            else { continue }
            nearest = (model, anchor, distance)
        }
        guard let nearest, let foot = camera.pixel(of: nearest.model.footInWorld(on: nearest.anchor)) else {
            return false
        }
        (chosen, isHeld) = (nearest.model.identifier, true)
        footFromFinger = foot - pixel
        return true
    }

    /// Moves the held model with the pixel at which it was grabbed, over level surfaces and from one to another.
    ///
    /// `camera` is that of the image on which somebody pointed; nil for the last one.
    public mutating func drag(to pixel: Vector2, from camera: Camera? = nil, in world: World) {
        guard isHeld, pixel.isFinite, let index = modelIndex(of: chosen),
            let anchor = world.anchor(models[index].anchorIdentifier), let camera = camera ?? world.currentFrame?.camera
        else { return }
        let target = pixel + footFromFinger
        let foot = models[index].footInWorld(on: anchor)
        let floor = Plane(normal: anchor.worldFromAnchor.rotation * Vector3(0, 1, 0), through: foot)
        let ray = camera.ray(through: target)
        let onFloor = ray.distance(to: floor).flatMap { $0 > 0 ? ray.point(at: $0) : nil }
        guard let point = levelSurface(at: target, camera, world)?.pointInWorld ?? onFloor else { return }
        models[index].footInAnchor = anchor.worldFromAnchor.inverse * point
    }

    /// Releases the held model, with an anchor at its present position.
    public mutating func release(in world: inout World) {
        guard isHeld else { return }
        isHeld = false
        guard let index = modelIndex(of: chosen),
            let anchor = world.anchor(models[index].anchorIdentifier), models[index].footInAnchor != .zero
        else { return }
        let foot = models[index].footInWorld(on: anchor)
        edits.note(models[index].identifier) { $0.movement += foot - anchor.worldFromAnchor.translation }
        stand(index, at: foot, from: anchor, in: &world)
    }

    /// Stands a model at a point, on an anchor of its own there.
    private mutating func stand(_ index: Int, at foot: Vector3, from anchor: Anchor, in world: inout World) {
        let pose = RigidTransform<WorldSpace, AnchorSpace>(
            rotation: anchor.worldFromAnchor.rotation,
            translation: foot
        )
        if models[index].ownsAnchor { world.removeAnchor(anchor.identifier) }
        models[index].anchorIdentifier = world.addAnchor(pose).identifier
        models[index].ownsAnchor = true
        models[index].footInAnchor = .zero
    }

    /// Moves the chosen model on its level, metres to the right and away as a camera looks; nil for the last one.
    public mutating func move(right: Double, away: Double, from camera: Camera? = nil, in world: inout World) {
        guard right.isFinite, away.isFinite, let index = modelIndex(of: chosen),
            let anchor = world.anchor(models[index].anchorIdentifier), let camera = camera ?? world.currentFrame?.camera
        else { return }
        let sideways = camera.worldFromCamera.rotation * Vector3(1, 0, 0)
        let level = Vector3(sideways.x, 0, sideways.z)
        // A camera that lies on its side has no right on the floor.
        guard level.length > 1e-3 else { return }
        let axis = level.normalized
        let movement = axis * right + Vector3(axis.z, 0, -axis.x) * away
        edits.note(models[index].identifier) { $0.movement += movement }
        stand(index, at: models[index].footInWorld(on: anchor) + movement, from: anchor, in: &world)
    }

    /// Turns the chosen model about its vertical, radians, counterclockwise from above.
    public mutating func turn(by angle: Double) {
        guard angle.isFinite else { return }
        change { $0.heading += angle }
        if let chosen { edits.note(chosen) { $0.turn += angle } }
    }

    /// Multiplies the chosen model's size, within the largest scale.
    public mutating func scale(by factor: Double) {
        guard factor.isFinite, factor > 0 else { return }
        resize { $0 * factor }
    }

    /// Shows the chosen model in the size that its file gives.
    public mutating func useTrueSize() { resize { _ in 1 } }

    private mutating func resize(_ size: (Double) -> Double) {
        guard let model = chosenModel else { return }
        let scale = clamped(size(model.scale))
        change { $0.scale = scale }
        edits.note(model.identifier) { $0.factor *= scale / model.scale }
    }

    private func clamped(_ scale: Double) -> Double {
        min(tuning.largestScale, max(1 / tuning.largestScale, scale))
    }

    // MARK: Taking back

    /// What is changed from here on belongs to a gesture of an author, both any numbers; gestures may alternate.
    public mutating func beginEdit(by author: Int32, number: Int32) { edits.begin(by: author, number: number) }

    /// Takes back an author's last change; false if there is none.
    ///
    /// What others have changed since stays.
    @discardableResult
    public mutating func undo(by author: Int32, in world: inout World) -> Bool {
        guard let edit = edits.takeLast(by: author), let index = modelIndex(of: edit.identifier) else { return false }
        models[index].heading -= edit.turn
        models[index].scale = clamped(models[index].scale / edit.factor)
        guard edit.movement != .zero, let anchor = world.anchor(models[index].anchorIdentifier) else { return true }
        stand(index, at: models[index].footInWorld(on: anchor) - edit.movement, from: anchor, in: &world)
        return true
    }

    /// Plays one of the chosen model's animations from its start, or stops it; false if it has no such animation.
    @discardableResult
    public mutating func play(animation: Int?, in world: World) -> Bool {
        guard let model = chosenModel?.model, animation.map({ model.animations.indices.contains($0) }) ?? true else {
            return false
        }
        change {
            $0.animation = animation
            $0.beganNanoseconds = world.currentFrame?.timestampNanoseconds ?? 0
        }
        return true
    }

    private func modelIndex(of identifier: Int32?) -> Int? { models.firstIndex { $0.identifier == identifier } }

    private mutating func change(_ edit: (inout StandingModel) -> Void) {
        guard let index = modelIndex(of: chosen) else { return }
        edit(&models[index])
    }

    // MARK: Surfaces

    /// The level surface that a pixel shows, the most reliable first; nil if none is known there.
    public func levelSurface(at pixel: Vector2, in world: World) -> HitTestResult? {
        world.currentFrame?.camera.flatMap { levelSurface(at: pixel, $0, world) }
    }

    private func levelSurface(at pixel: Vector2, _ camera: Camera, _ world: World) -> HitTestResult? {
        guard pixel.isFinite else { return nil }
        let types: HitTestTypes = [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .existingPlane]
        let hits = world.rayCast(camera.ray(through: pixel), types: types)
        return HitTestResult.preferred(among: hits.filter { $0.normal.y > tuning.levelNormal })
    }

    private static func upright(_ point: Vector3) -> RigidTransform<WorldSpace, AnchorSpace> {
        RigidTransform(rotation: .identity, translation: point)
    }
}
