import Geometry

extension Scene {
    /// Whether any node gives light.
    public var hasLights: Bool { slots.contains { $0.isUsed && $0.node.light != nil } }

    /// A bright room: soft light from everywhere, and a large window high to the left that throws a soft shadow.
    public mutating func addDefaultLights() {
        add(Node("Room light", light: .ambient(Color(hex: 0xF4F7FF), intensity: 0.85)))
        add(
            Node(
                "Window light",
                transform: Transform(rotation: Rotation(from: Vector3(0, 0, -1), to: Vector3(0.38, -1, -0.32))),
                light: .directional(Color(hex: 0xFFF4E6), intensity: 2.1, shadow: Shadow())
            )
        )
    }
}
