import Foundation
import Geometry
import Recordings

/// The exact depth at each pixel of an image, along the optical axis, from the camera's pose when the middle row was
/// half exposed.
struct DepthTruth: Sendable {
    /// The images for which a depth is written: the first, and the first after every interval.
    static func entries(_ entries: [ImageSchedule.Entry], every interval: Double) -> [ImageSchedule.Entry] {
        guard let first = entries.first else { return [] }
        var due = 0
        return entries.filter { entry in
            let seconds = Double(entry.timestampNanoseconds - first.timestampNanoseconds) * 1e-9
            guard seconds >= Double(due) * interval - 1e-9 else { return false }
            due = Int(seconds / interval) + 1
            return true
        }
    }

    /// The depths of an image, metres, row by row; 0 if no surface is hit.
    static func depths(_ painter: ScenePainter, at time: Double) -> [Float] {
        let view = painter.view(at: time)
        let camera = view.camera
        let pose = painter.worldFromView(view, time)
        let bodies = painter.bodies(at: time)
        let origins = bodies.map { $0.local(SIMD3<Float>(pose.translation) - $0.centre) }
        var depths = [Float](repeating: 0, count: camera.width * camera.height)
        for y in 0..<camera.height {
            for x in stride(from: 0, to: camera.width, by: 8) {
                let count = min(8, camera.width - x)
                var (dx, dy, dz) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>(repeating: 1))
                for lane in 0..<count {
                    let point = camera.normalized(ofPixel: Vector2(Double(x + lane) + 0.5, Double(y) + 0.5))
                    let direction = SIMD3<Float>(pose.rotation * Vector3(point.x, point.y, 1))
                    (dx[lane], dy[lane], dz[lane]) = (direction.x, direction.y, direction.z)
                }
                var best = SIMD8<Float>(repeating: PacketIntersection.far)
                for (body, origin) in zip(bodies, origins) {
                    let t = PacketIntersection.distance(
                        body.shape,
                        half: body.half,
                        origin: origin,
                        x: dx * body.row0.x + dy * body.row0.y + dz * body.row0.z,
                        y: dx * body.row1.x + dy * body.row1.y + dz * body.row1.z,
                        z: dx * body.row2.x + dy * body.row2.y + dz * body.row2.z
                    )
                    best.replace(with: t, where: t .< best)
                }
                for lane in 0..<count where best[lane] < PacketIntersection.far {
                    depths[y * camera.width + x + lane] = best[lane]
                }
            }
        }
        return depths
    }
}
