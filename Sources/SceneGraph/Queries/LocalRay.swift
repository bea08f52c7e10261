import Geometry

/// A ray in a node's own coordinates; its direction is not normalised, so that distances are the world's.
struct LocalRay {
    var origin: Vector3
    var direction: Vector3

    func point(at distance: Double) -> Vector3 { origin + direction * distance }

    /// The first distance, not behind the origin, at which the ray hits a shape, and the normal there, of any length.
    func meets(_ geometry: NodeGeometry, slack: Double) -> (distance: Double, normal: Vector3)? {
        switch geometry {
        case .box(let size, _): return meetsBox(BoundingBox(halfExtent: size / 2))
        case .sphere(let radius): return meetsSphere(center: .zero, radius: radius)
        case .plane(let width, let depth):
            return meetsRectangle(BoundingBox(halfExtent: Vector3(width / 2, 0, depth / 2)), axis: 1)
        case .cylinder(let radius, let height): return meetsCylinder(radius: radius, halfHeight: height / 2)
        case .tube(let tube): return meetsLine(tube.path, isClosed: false, radius: tube.radius)
        case .mesh(let mesh): return meetsMesh(mesh)
        case .polyline(let line):
            return meetsLine(line.points, isClosed: line.isClosed, radius: line.thickness / 2 + slack)
        case .points: return nil
        case .text(let label): return meetsRectangle(label.bounds, axis: 2)
        }
    }

    private func meetsBox(_ box: BoundingBox) -> (Double, Vector3)? {
        guard let distance = box.entry(ofRayFrom: origin, along: direction) else { return nil }
        let place = point(at: distance)
        var normal = Vector3.zero
        var least = Double.infinity
        for axis in 0..<3 {
            let toSide = abs(abs(place[axis]) - box.maximum[axis])
            if toSide < least {
                least = toSide
                normal = .zero
                normal[axis] = place[axis] < 0 ? -1 : 1
            }
        }
        return (distance, normal)
    }

    private func meetsRectangle(_ box: BoundingBox, axis: Int) -> (Double, Vector3)? {
        let distance = -origin[axis] / direction[axis]
        guard distance.isFinite, distance >= 0 else { return nil }
        let place = point(at: distance)
        for other in 0..<3 where other != axis {
            guard place[other] >= box.minimum[other], place[other] <= box.maximum[other] else { return nil }
        }
        var normal = Vector3.zero
        normal[axis] = 1
        return (distance, normal)
    }

    private func meetsSphere(center: Vector3, radius: Double) -> (Double, Vector3)? {
        let toOrigin = origin - center
        guard
            let distance = Self.firstRoot(
                a: dot(direction, direction),
                halfB: dot(toOrigin, direction),
                c: dot(toOrigin, toOrigin) - radius * radius
            )
        else { return nil }
        return (distance, point(at: distance) - center)
    }

    private func meetsCylinder(radius: Double, halfHeight: Double) -> (Double, Vector3)? {
        var best: (Double, Vector3)?
        let flat = Vector3(direction.x, 0, direction.z)
        let from = Vector3(origin.x, 0, origin.z)
        let c = dot(from, from) - radius * radius
        if let side = Self.firstRoot(a: dot(flat, flat), halfB: dot(from, flat), c: c) {
            let place = point(at: side)
            if abs(place.y) <= halfHeight { best = (side, Vector3(place.x, 0, place.z)) }
        }
        for end in [halfHeight, -halfHeight] {
            let distance = (end - origin.y) / direction.y
            let place = point(at: distance)
            guard distance.isFinite, distance >= 0, place.x * place.x + place.z * place.z <= radius * radius else {
                continue
            }
            if distance < best?.0 ?? .infinity { best = (distance, Vector3(0, end, 0)) }
        }
        return best
    }

    /// The nearest hit of the round-ended pieces of a line.
    private func meetsLine(_ points: [Vector3], isClosed: Bool, radius: Double) -> (Double, Vector3)? {
        var best: (Double, Vector3)?
        let last = isClosed ? points.count : points.count - 1
        for i in 0..<max(1, last) where i < points.count {
            let end = points[(i + 1) % points.count]
            guard let hit = meetsCapsule(points[i], last < 1 ? points[i] : end, radius: radius) else { continue }
            if hit.0 < best?.0 ?? .infinity { best = hit }
        }
        return best
    }

    private func meetsCapsule(_ a: Vector3, _ b: Vector3, radius: Double) -> (Double, Vector3)? {
        let axis = b - a
        let lengthSquared = dot(axis, axis)
        guard lengthSquared > 0 else { return meetsSphere(center: a, radius: radius) }
        let across = direction - axis * (dot(direction, axis) / lengthSquared)
        let toOrigin = origin - a
        let from = toOrigin - axis * (dot(toOrigin, axis) / lengthSquared)
        if let side = Self.firstRoot(
            a: dot(across, across),
            halfB: dot(from, across),
            c: dot(from, from) - radius * radius
        ) {
            let along = dot(point(at: side) - a, axis) / lengthSquared
            if along >= 0, along <= 1 { return (side, point(at: side) - a - axis * along) }
        }
        let ends = [meetsSphere(center: a, radius: radius), meetsSphere(center: b, radius: radius)].compactMap { $0 }
        return ends.min { $0.0 < $1.0 }
    }

    /// Ray and triangles.
    ///
    /// T. Möller, B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
    private func meetsMesh(_ mesh: Mesh) -> (Double, Vector3)? {
        var best: (Double, Vector3)?
        mesh.forEachTriangle { a, b, c in
            let corner = Vector3(a)
            let first = Vector3(b) - corner
            let second = Vector3(c) - corner
            let p = cross(direction, second)
            let determinant = dot(first, p)
            guard abs(determinant) > 1e-18 else { return }
            let toOrigin = origin - corner
            let u = dot(toOrigin, p) / determinant
            let q = cross(toOrigin, first)
            let v = dot(direction, q) / determinant
            let distance = dot(second, q) / determinant
            guard u >= 0, v >= 0, u + v <= 1, distance >= 0, distance < best?.0 ?? .infinity else { return }
            best = (distance, cross(first, second))
        }
        return best
    }

    /// The smallest root of a t² + 2 halfB t + c that is not negative.
    private static func firstRoot(a: Double, halfB: Double, c: Double) -> Double? {
        let discriminant = halfB * halfB - a * c
        guard discriminant >= 0, a > 0 else { return nil }
        let root = discriminant.squareRoot()
        let near = (-halfB - root) / a
        let far = (-halfB + root) / a
        return near >= 0 ? near : far >= 0 ? far : nil
    }
}
