import Geometry
import SceneGraph

/// The lights of a scene added up: from above, from below, and one from a direction.
struct LightRig {
    var sky = Vector3.zero
    var ground = Vector3.zero
    var color = Vector3.zero
    var towardsLight = Vector3(0, 1, 0)
    var shadow: Shadow?
    private var hasLight = false

    /// How bright an intensity of 1 is on a white surface, linear.
    private static let ambientScale = 0.52
    private static let directionalScale = 0.27

    mutating func add(_ light: Light, worldFromNode: AffineTransform) {
        hasLight = true
        switch light {
        case .ambient(let color, let intensity):
            let light = color.linear * (intensity * Self.ambientScale)
            sky += light
            // Light from below has met the floor.
            ground += light * Vector3(0.62, 0.57, 0.52)
        case .directional(let color, let intensity, let shadow):
            let light = color.linear * (intensity * Self.directionalScale)
            // One light throws the shadow: the strongest.
            if light.sum() >= self.color.sum() {
                towardsLight = worldFromNode.linear.column2.normalized
                self.shadow = shadow
            }
            self.color += light
        }
    }

    /// Puts the default lights in where there are none, and tints all by the room's light.
    mutating func finish(_ room: RoomLight) {
        if !hasLight {
            var scene = Scene()
            scene.addDefaultLights()
            var rig = self
            scene.forEachVisible(from: nil) { _, node, worldFromNode in
                if let light = node.light { rig.add(light, worldFromNode: worldFromNode) }
            }
            self = rig
        }
        let factor = room.tint * room.intensity
        sky *= factor
        ground *= factor
        color *= factor
    }
}
