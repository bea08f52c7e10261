import Geometry
import Surfaces

extension WorldBuilder {
    /// Sets an anchor in the world; one that stands on a plane goes with it when the plane is known better.
    @discardableResult
    public mutating func addAnchor(
        _ worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace>,
        onPlaneOf planeAnchor: Int32? = nil
    ) -> Anchor {
        let plane = planeAnchor.flatMap { wanted in anchors.first { $0.identifier == wanted }?.plane?.planeIdentifier }
        let anchor = Anchor(
            identifier: nextAnchorIdentifier,
            worldFromAnchor: worldFromAnchor,
            kind: .place,
            planeIdentifier: plane
        )
        nextAnchorIdentifier += 1
        anchors.append(anchor)
        events.append(.added(anchor))
        return anchor
    }

    /// Sets an anchor where a hit test met the world.
    @discardableResult
    public mutating func addAnchor(at hit: HitTestResult) -> Anchor {
        addAnchor(hit.worldFromHit, onPlaneOf: hit.anchorIdentifier)
    }

    /// Removes an anchor that a user set; gives false where there is none of that identifier.
    @discardableResult
    public mutating func removeAnchor(_ identifier: Int32) -> Bool {
        guard let index = anchors.firstIndex(where: { $0.identifier == identifier && $0.plane == nil }) else {
            return false
        }
        anchors.remove(at: index)
        events.append(.removed(identifier))
        return true
    }

    /// Turns what happened to the planes into what happens to their anchors.
    mutating func take(_ event: PlaneEvent) {
        switch event {
        case .added(let plane):
            let anchor = Anchor(
                identifier: nextAnchorIdentifier,
                worldFromAnchor: RigidTransform(
                    rotation: plane.worldFromPlane.rotation,
                    translation: plane.worldFromPlane.translation
                ),
                kind: .plane(WorldBuilder.planeAnchor(plane, anchorOrigin: plane.center)),
                planeIdentifier: nil
            )
            nextAnchorIdentifier += 1
            anchors.append(anchor)
            events.append(.added(anchor))
        case .updated(let plane):
            update(plane)
        case .merged(let younger, let older):
            for index in anchors.indices where anchors[index].planeIdentifier == younger {
                anchors[index].planeIdentifier = older
            }
            guard let from = indexOfAnchor(ofPlane: younger), let into = indexOfAnchor(ofPlane: older) else { return }
            events.append(.merged(anchors[from].identifier, into: anchors[into].identifier))
            anchors.remove(at: from)
        case .removed(let identifier):
            for index in anchors.indices where anchors[index].planeIdentifier == identifier {
                anchors[index].planeIdentifier = nil
            }
            guard let index = indexOfAnchor(ofPlane: identifier) else { return }
            events.append(.removed(anchors[index].identifier))
            anchors.remove(at: index)
        }
    }

    private mutating func update(_ plane: DetectedPlane) {
        guard let index = indexOfAnchor(ofPlane: plane.identifier) else { return }
        let old = anchors[index].worldFromAnchor
        let origin = plane.plane.projection(of: old.translation)
        anchors[index].worldFromAnchor = RigidTransform(rotation: plane.worldFromPlane.rotation, translation: origin)
        anchors[index].kind = .plane(WorldBuilder.planeAnchor(plane, anchorOrigin: origin))
        events.append(.updated(anchors[index]))
        moveAnchors(on: plane, oldNormal: old.rotation * Vector3(0, 1, 0), oldOrigin: old.translation)
    }

    /// Takes the places on a plane along with it: off the old plane by as much as off the new one.
    private mutating func moveAnchors(on plane: DetectedPlane, oldNormal: Vector3, oldOrigin: Vector3) {
        let oldPlane = Plane(normal: oldNormal, through: oldOrigin)
        let turn = Rotation(from: oldNormal, to: plane.plane.normal)
        for index in anchors.indices where anchors[index].planeIdentifier == plane.identifier {
            let place = anchors[index].worldFromAnchor
            let height = oldPlane.signedDistance(to: place.translation)
            let foot = plane.plane.projection(of: place.translation)
            let moved = foot + plane.plane.normal * height
            guard (moved - place.translation).length > 1e-4 else { continue }
            anchors[index].worldFromAnchor = RigidTransform(rotation: turn * place.rotation, translation: moved)
            events.append(.updated(anchors[index]))
        }
    }

    private func indexOfAnchor(ofPlane identifier: Int32) -> Int? {
        anchors.firstIndex { $0.plane?.planeIdentifier == identifier }
    }

    private static func planeAnchor(_ plane: DetectedPlane, anchorOrigin: Vector3) -> PlaneAnchor {
        let shift = plane.worldFromPlane.rotation.inverse * (plane.center - anchorOrigin)
        return PlaneAnchor(
            planeIdentifier: plane.identifier,
            alignment: plane.alignment,
            center: shift,
            extent: plane.extent,
            boundary: plane.boundary.map { $0 + Vector2(shift.x, shift.z) },
            offsetSigma: plane.offsetSigma
        )
    }
}
