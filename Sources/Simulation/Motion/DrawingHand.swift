import Foundation
import Geometry

/// A right hand that draws on a table with its index finger: one stroke after another, with the finger lifted in
/// between.
struct DrawingHand: Sendable {
    private let centre: Vector3
    private let rotation: Rotation
    private let reach: Double

    /// A hand over a table's top; nil if the scene has no hand.
    init?(scene: SimulatedScene) {
        guard let table = scene.handTable.flatMap(scene.tableTop) else { return nil }
        let reach = min(0.13, table.half.y * 0.32)
        let obstacles = Self.obstacles(in: scene, over: table.centre.z)
        // On the side of the table that faces the camera, as near to the wanted position as no object stands in the
        // hand's way.
        let shifts = stride(from: 0.0, through: max(0, table.half.x - 0.35), by: 0.02).flatMap { [-$0, $0] }
        let hands = shifts.map { shift in
            DrawingHand(
                centre: table.centre + table.rotation * Vector3(0.1 + shift, -0.3 * table.half.y, 0),
                rotation: table.rotation,
                reach: reach
            )
        }
        self = hands.first { $0.isClear(of: obstacles) } ?? hands[0]
    }

    private init(centre: Vector3, rotation: Rotation, reach: Double) {
        self.centre = centre
        self.rotation = rotation
        self.reach = reach
    }

    /// An object that stands on the table, as an upright cylinder.
    private struct Obstacle {
        let middle: Vector3
        let radius: Double
    }

    private static func obstacles(in scene: SimulatedScene, over height: Double) -> [Obstacle] {
        scene.bodies.compactMap { body in
            let (low, high) = (body.centre.z - body.halfSize.z - height, body.centre.z + body.halfSize.z - height)
            guard body.shape != .shell, low > -0.005, low < 0.1, high > 0.012 else { return nil }
            let isRound = body.shape != .box
            let radius = isRound ? body.halfSize.x : Vector2(body.halfSize.x, body.halfSize.y).length
            return Obstacle(middle: body.centre, radius: radius)
        }
    }

    /// Whether the hand and its arm stay beside things that stand on the table, whatever it draws.
    private func isClear(of obstacles: [Obstacle]) -> Bool {
        // Along the index finger, the palm and the arm: right, towards the body, half the breadth.
        let breadths = [
            (0.0, 0.0, 0.012), (0.012, -0.055, 0.02), (0.04, -0.09, 0.05), (0.045, -0.13, 0.045), (0.055, -0.18, 0.03),
            (0.09, -0.27, 0.04), (0.14, -0.42, 0.04),
        ]
        return stride(from: 0.0, to: 30, by: 0.25).allSatisfy { time in
            let tip = fingertip(time).point
            return breadths.allSatisfy { x, y, breadth in
                let position = tip + rotation * Vector3(x, y, 0)
                return obstacles.allSatisfy { obstacle in
                    let away = position - obstacle.middle
                    return Vector2(away.x, away.y).length > obstacle.radius + breadth + 0.01
                }
            }
        }
    }

    /// The fingertip in the world and whether it touches the table, at a time in seconds.
    func fingertip(_ time: Double) -> (point: Vector3, isDrawing: Bool) {
        let period = 5.0
        let stroke = (time / period).rounded(.down)
        let t = time / period - stroke
        let lift = t < 0.14 ? 1 - DeviceMotion.ramp(t / 0.14) : t > 0.9 ? DeviceMotion.ramp((t - 0.9) / 0.1) : 0
        let angle = 2 * .pi * (t - 0.14) / 0.76
        let size = reach * (0.65 + 0.2 * sin(stroke * 1.7))
        let local = Vector3(
            size * (sin(angle) + 0.35 * sin(2 * angle + stroke)),
            size * 0.7 * (cos(angle) - 0.3 * cos(3 * angle)),
            0.035 * lift
        )
        return (centre + rotation * local, lift < 0.02)
    }

    /// The solids of the hand and its arm at a time.
    func parts(_ time: Double) -> [SceneBody] {
        let tip = fingertip(time).point
        let skin = SurfaceMaterial(.skin)
        func at(_ x: Double, _ y: Double, _ z: Double) -> Vector3 { tip + rotation * Vector3(x, y, z) }
        let radius = 0.0085
        let joint = at(0.012, -0.055, 0.035)
        let knuckle = at(0.02, -0.095, 0.045)
        let wrist = at(0.055, -0.18, 0.05)
        var parts =
            limb("index", at(0, -0.004, radius), joint, radius, skin)
            + limb("index", joint, knuckle, radius * 1.1, skin)
        for (index, x) in [0.022, 0.043, 0.062].enumerated() {
            let root = at(0.02 + x, -0.1 - 0.006 * Double(index), 0.042)
            let bent = at(0.012 + x, -0.058 - 0.008 * Double(index), 0.026)
            parts +=
                limb("finger", root, bent, radius, skin)
                + limb("finger", bent, at(0.014 + x, -0.09, 0.012), radius, skin)
        }
        parts += limb("thumb", at(-0.012, -0.12, 0.03), at(-0.012, -0.07, 0.02), radius * 1.1, skin)
        parts +=
            limb("palm", at(0.028, -0.115, 0.042), wrist, 0.019, skin)
            + limb("palm", at(0.062, -0.12, 0.04), wrist, 0.019, skin)
        parts += limb("palm", at(-0.002, -0.12, 0.035), wrist, 0.016, skin)
        let elbow = at(0.14, -0.42, 0.06)
        parts += limb("arm", wrist, elbow, 0.026, skin)
        let sleeve = SurfaceMaterial(.fabric, tint: SIMD3(0.3, 0.36, 0.46))
        parts += limb("sleeve", at(0.085, -0.26, 0.054), elbow, 0.038, sleeve)
        return parts
    }

    private func limb(
        _ name: String,
        _ a: Vector3,
        _ b: Vector3,
        _ radius: Double,
        _ material: SurfaceMaterial
    ) -> [SceneBody] {
        let diameter = 2 * radius
        let axis = b - a
        let bone = SceneBody(
            name: name,
            shape: .cylinder,
            centre: (a + b) / 2,
            rotation: Rotation(from: Vector3(0, 0, 1), to: axis),
            size: Vector3(diameter, diameter, axis.length),
            material: material,
            group: "hand"
        )
        let ends = [a, b].map { end in
            SceneBody(
                name: name,
                shape: .ball,
                centre: end,
                size: Vector3(diameter, diameter, diameter),
                material: material,
                group: "hand"
            )
        }
        return [bone] + ends
    }
}
