import Geometry
import Models
import RealModule
import SceneGraph
import WorldTracking

/// Shows the models of a placing tool in a scene, each with its shadow on its surface.
public struct PlacingScene {
    private struct Shown {
        let identifier: Int32
        var placed: PlacedModel
        let floor: NodeHandle
        let ring: NodeHandle
        var animation: Int?
    }

    private let root: NodeHandle
    private var shown: [Shown] = []

    /// The nodes of a scene for the models.
    public init(in scene: inout Scene) { root = scene.add(Node("Models")) }

    /// Shows or hides all nodes.
    public func show(_ isShown: Bool, in scene: inout Scene) { scene[root].isHidden = !isShown }

    /// Updates the scene to a tool's models at a frame.
    public mutating func update(_ tool: Placing, _ frame: Frame, in world: World, _ scene: inout Scene) {
        show(true, in: &scene)
        for old in shown where !tool.models.contains(where: { $0.identifier == old.identifier }) {
            old.placed.remove(from: &scene)
            scene.remove(old.floor)
            scene.remove(old.ring)
        }
        shown.removeAll { old in !tool.models.contains { $0.identifier == old.identifier } }
        for model in tool.models {
            guard let anchor = world.anchor(model.anchorIdentifier) else { continue }
            let index = shown.firstIndex { $0.identifier == model.identifier } ?? stand(model, in: &scene)
            place(index, model, on: anchor, isHeld: tool.isHeld && tool.chosen == model.identifier, &scene)
            animate(index, model, at: frame.timestampNanoseconds, &scene)
        }
    }

    private mutating func stand(_ model: StandingModel, in scene: inout Scene) -> Int {
        let placed = PlacedModel(model.model, in: &scene, under: root, images: model.images)
        let floor = scene.add(Node("Shadow", material: .shadowCatcher()), to: root)
        var ring = Node("Hold", material: .constant(.white, opacity: 0.9))
        ring.castsShadow = false
        let shown = Shown(identifier: model.identifier, placed: placed, floor: floor, ring: scene.add(ring, to: root))
        self.shown.append(shown)
        return self.shown.count - 1
    }

    private func place(
        _ index: Int,
        _ model: StandingModel,
        on anchor: Anchor,
        isHeld: Bool,
        _ scene: inout Scene
    ) {
        let (placed, floor, ring) = (shown[index].placed, shown[index].floor, shown[index].ring)
        scene[placed.root].transform = model.worldFromModel(on: anchor)
        let foot = Transform(translation: model.footInWorld(on: anchor), rotation: anchor.worldFromAnchor.rotation)
        // The window's light falls at 60°, so a shadow is about as long as its object is high.
        let reach = 2 * (model.size.length + model.size.y)
        scene[floor].geometry = .plane(width: reach, depth: reach)
        scene[floor].transform = foot
        scene[ring].isHidden = !isHeld
        if isHeld { scene[ring].geometry = .polyline(Self.circle(about: model)) }
        scene[ring].transform = foot
    }

    /// A circle around the model's foot, just above the floor.
    private static func circle(about model: StandingModel) -> Polyline {
        let radius = 0.55 * Vector2(model.size.x, model.size.z).length
        let points = (0..<48).map { step in
            let angle = Double(step) * .pi / 24
            return Vector3(radius * Double.cos(angle), 0.002, radius * Double.sin(angle))
        }
        return Polyline(points, thickness: max(0.003, radius / 60), isClosed: true)
    }

    private mutating func animate(_ index: Int, _ model: StandingModel, at nanoseconds: Int64, _ scene: inout Scene) {
        if let animation = model.animation {
            shown[index].placed.show(animation: animation, at: model.seconds(at: nanoseconds), in: &scene)
        } else if shown[index].animation != nil {
            shown[index].placed.showRest(in: &scene)
        }
        shown[index].animation = model.animation
    }
}
