import Geometry
import WorldTracking

/// The square that shows the tip's surface: closed on a detected surface, four open corners on an estimated one.
enum FocusSquare {
    /// Its lines, each a path in the world; the square lies on the surface and turns with the camera.
    static func corners(
        at position: Vector3,
        normal: Vector3,
        camera: Camera,
        size: Double,
        isClosed: Bool
    ) -> [[Vector3]] {
        let away = position - camera.positionInWorld
        let flat = away - normal * dot(away, normal)
        let up = flat.length > 1e-6 ? flat.normalized : normal.anyPerpendicular
        let right = cross(up, normal)
        let half = size / 2
        let signs = [Vector2(-1, 1), Vector2(1, 1), Vector2(1, -1), Vector2(-1, -1)]
        let corners = signs.map { position + right * ($0.x * half) + up * ($0.y * half) }
        // Estimated: only the quarters of the sides next to the corners.
        let part = isClosed ? 0.5 : 0.28
        return (0..<4).map { index in
            let corner = corners[index]
            let before = corners[(index + 3) % 4]
            let after = corners[(index + 1) % 4]
            return [corner + (before - corner) * part, corner, corner + (after - corner) * part]
        }
    }
}
