import Geometry
import RealModule
import WorldTracking

extension Assisting {
    /// Places a point of the picture in the world with the pose of the frame it was drawn on.
    ///
    /// A stroke stays on the plane where it began, so that it does not fall over a table's edge, unless a nearer surface is under it.
    func place(_ point: Vector2, seenFrom view: PastView, in world: World, on annotation: inout Annotation) {
        let pixel = point * view.camera.lens.sizePixels
        let ray = view.camera.ray(through: pixel)
        if annotation.kind == .length, annotation.points.count == annotation.tool.raisedIndex {
            raise(pixel, seenFrom: view, in: world, on: &annotation)
        } else if annotation.points.isEmpty || annotation.kind == .length {
            begin(&annotation, at: pixel, seenFrom: view, in: world)
        } else if annotation.kind == .laser {
            annotation.points.removeAll()
            begin(&annotation, at: pixel, seenFrom: view, in: world)
        } else {
            let surface = Plane(normal: annotation.normal, through: annotation.points[0])
            let distance = ray.distance(to: surface) ?? .infinity
            let start = (annotation.points[0] - ray.origin).length
            // At a grazing angle the plane runs away; then the depth of the point before holds.
            let last = annotation.points[annotation.points.count - 1]
            let held = ray.distanceAlong(nearestTo: last)
            annotation.points.append(ray.point(at: distance < 3 * start ? distance : held))
        }
    }

    private func begin(
        _ annotation: inout Annotation,
        at pixel: Vector2,
        seenFrom view: PastView,
        in world: World
    ) {
        let camera = view.camera
        let ray = camera.ray(through: pixel)
        let hits = world.rayCast(
            ray,
            types: [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .estimatedVerticalPlane, .featurePoint]
        )
        let plane = hits.first { $0.type == .existingPlaneUsingExtent }
        let guess = hits.first { $0.type == .estimatedHorizontalPlane || $0.type == .estimatedVerticalPlane }
        let landmark = hits.first { $0.type == .featurePoint }
        // Something that stands clearly before the plane is what was meant.
        let isBefore = Self.stands(landmark, before: plane, along: ray)
        var point: Vector3
        if let hit = isBefore ? landmark : plane ?? guess ?? landmark {
            point = hit.pointInWorld
            if annotation.kind == .length {
                point = placeEnd(pixel, on: hit, seenFrom: view, in: world, to: &annotation)
            }
            annotation.normal = hit.normal
            annotation.planeAnchor = hit.anchorIdentifier
            annotation.support = hit.anchorIdentifier == nil ? .landmarks : .plane
        } else {
            point = ray.point(at: Self.airDistance)
            annotation.normal = camera.worldFromCamera.rotation * Vector3(0, 0, 1)
            annotation.planeAnchor = nil
            annotation.support = .air
        }
        annotation.points.append(point)
        let depth = (point - ray.origin).length
        annotation.metresAcross = depth * camera.lens.sizePixels.x / camera.lens.focalLengthPixels.x
    }

    /// Whether a landmark lies before a plane by more than one might take for its own uncertainty, and by a part of the way.
    private static func stands(_ landmark: HitTestResult?, before plane: HitTestResult?, along ray: Ray) -> Bool {
        guard let landmark, let plane else { return false }
        let sigma = max(dot(ray.direction, landmark.covariance * ray.direction), 0).squareRoot()
        return plane.distance - landmark.distance > max(0.15 * plane.distance, 3 * sigma)
    }

    /// Annotations lie on their planes when those are known better.
    mutating func settle(on world: World) {
        for index in annotations.indices where annotations[index].kind == .length { settleLength(index, on: world) }
        for index in annotations.indices where annotations[index].kind != .length {
            guard let identifier = annotations[index].planeAnchor,
                let plane = world.anchors.first(where: { $0.identifier == identifier })?.surface,
                let first = annotations[index].points.first
            else { continue }
            guard abs(plane.signedDistance(to: first)) > 1e-5 else { continue }
            annotations[index].points = annotations[index].points.map(plane.projection)
            annotations[index].normal = dot(plane.normal, annotations[index].normal) < 0 ? -plane.normal : plane.normal
        }
    }

    /// A stroke that was meant as a circle or an arrow is drawn anew as one, on the same surface.
    mutating func neaten(_ index: Int, in world: World) {
        let annotation = annotations[index]
        guard annotation.kind == .stroke, annotation.drawn.count > 8,
            let camera = history.camera(at: annotation.frameNanoseconds)
        else { return }
        // The same unit along both axes, so that a circle is round.
        let aspect = Vector2(1, Double(camera.lens.height) / Double(camera.lens.width))
        switch GestureShape(of: annotation.drawn.map { $0 * aspect }) {
        case .line: return
        case .circle(let center, let radii):
            let ring = (0..<48).map { step -> Vector2 in
                let angle = 2 * Double.pi * Double(step) / 48
                return (center + Vector2(.cos(angle), .sin(angle)) * radii) / aspect
            }
            redraw(index, as: .circle, through: ring, camera)
        case .arrow(let tail, let head):
            redraw(index, as: .arrow, through: [tail / aspect, head / aspect], camera)
        }
    }

    private mutating func redraw(_ index: Int, as kind: AnnotationKind, through drawn: [Vector2], _ camera: Camera) {
        guard let first = annotations[index].points.first else { return }
        let surface = Plane(normal: annotations[index].normal, through: first)
        var points: [Vector3] = []
        for point in drawn {
            let ray = camera.ray(through: point * camera.lens.sizePixels)
            guard let distance = ray.distance(to: surface), distance < 20 else { return }
            points.append(ray.point(at: distance))
        }
        annotations[index].kind = kind
        annotations[index].points = points
    }
}
