import Geometry
import Simulation

extension Truth {
    /// A face of a solid of the scene, as one looks at it.
    struct Face {
        var name: String
        var middle: Vector3
        /// Out of the solid; into the room for its walls.
        var normal: Vector3
        var halfU: Vector3
        var halfV: Vector3

        /// Whether a point of the face's plane lies on the face, with a margin in metres.
        func holds(_ point: Vector3, margin: Double) -> Bool {
            let offset = point - middle
            return abs(dot(offset, halfU.normalized)) < halfU.length + margin
                && abs(dot(offset, halfV.normalized)) < halfV.length + margin
        }
    }

    /// How far in front of or behind a true face a found plane may lie and still be that face, metres.
    private static let reach = 0.03

    /// The faces of a scene's boxes, its walls among them.
    static func faces(of scene: SimulatedScene) -> [Face] {
        scene.bodies.filter { $0.shape == .box || $0.shape == .shell }.flatMap { body in
            (0..<3).flatMap { axis in
                [-1.0, 1.0].map { side in
                    var out = Vector3.zero
                    out[axis] = side
                    var (u, v) = (Vector3.zero, Vector3.zero)
                    u[(axis + 1) % 3] = body.halfSize[(axis + 1) % 3]
                    v[(axis + 2) % 3] = body.halfSize[(axis + 2) % 3]
                    return Face(
                        name: body.name,
                        middle: body.centre + body.rotation * (out * body.halfSize),
                        normal: body.rotation * (body.shape == .shell ? -out : out),
                        halfU: body.rotation * u,
                        halfV: body.rotation * v
                    )
                }
            }
        }
    }

    /// The face that lies under most of some points of a found plane, and the share of the points under which any lies.
    func face(under points: [Vector3], normal: Vector3) -> (name: String, share: Double)? {
        let near = faces.filter { dot($0.normal, normal) > 0.96 }
        var counts: [String: Int] = [:]
        for point in points {
            let under = near.filter { face in
                abs(dot(face.normal, point - face.middle)) < Self.reach && face.holds(point, margin: 0.01)
            }
            guard let first = under.max(by: { dot(normal, $0.middle) < dot(normal, $1.middle) }) else { continue }
            counts[first.name, default: 0] += 1
        }
        guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        return (best.key, Double(counts.values.reduce(0, +)) / Double(points.count))
    }
}
