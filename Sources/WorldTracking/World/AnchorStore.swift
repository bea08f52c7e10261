import Geometry
import Surfaces

/// The anchors of a world: a user's own, and one for each plane.
struct AnchorStore: Sendable {
    /// In order of their identifiers, oldest first.
    private(set) var anchors: [Anchor] = []
    private var nextIdentifier: Int32 = 1
    /// The identifiers of the planes' anchors.
    private var planeAnchors = IdentifierIndex()

    /// The anchors that a user set.
    var userAnchors: [Anchor] { anchors.filter { $0.plane == nil } }

    /// Whether there is an anchor of an identifier.
    func contains(_ identifier: Int32) -> Bool { index(of: identifier) != nil }

    func anchor(_ identifier: Int32) -> Anchor? { index(of: identifier).map { anchors[$0] } }

    /// The identifier of a plane's anchor.
    func anchorIdentifier(ofPlane plane: Int32) -> Int32? { planeAnchors[plane] }

    private func index(of identifier: Int32) -> Int? {
        var low = 0
        var high = anchors.count
        while low < high {
            let middle = (low + high) / 2
            if anchors[middle].identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low < anchors.count && anchors[low].identifier == identifier ? low : nil
    }

    private func index(ofPlane plane: Int32) -> Int? { planeAnchors[plane].flatMap { index(of: $0) } }

    // MARK: A user's anchors

    /// Adds an anchor; one that stands on the plane of another anchor goes with the plane.
    mutating func add(
        _ worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace>,
        onPlaneOf planeAnchor: Int32?
    ) -> Anchor {
        let plane = planeAnchor.flatMap { index(of: $0) }.flatMap { anchors[$0].plane?.planeIdentifier }
        return append(worldFromAnchor, .place, planeIdentifier: plane)
    }

    /// Removes an anchor that a user set; returns false if there is none of that identifier.
    mutating func removeUserAnchor(_ identifier: Int32) -> Bool {
        guard let index = index(of: identifier), anchors[index].plane == nil else { return false }
        anchors.remove(at: index)
        return true
    }

    /// Removes the planes' anchors and, unless they are kept, a user's own.
    mutating func forgetPlanes(keepsUserAnchors: Bool) -> [SessionEvent] {
        let dropped = anchors.filter { $0.plane != nil || !keepsUserAnchors }
        anchors.removeAll { $0.plane != nil || !keepsUserAnchors }
        for index in anchors.indices { anchors[index].planeIdentifier = nil }
        planeAnchors.removeAll()
        return dropped.map { .removed($0.identifier) }
    }

    /// Replaces all anchors by a saved map's.
    mutating func load(_ saved: [Anchor]) -> [SessionEvent] {
        anchors = saved.sorted(byKey: { Double($0.identifier) })
        planeAnchors.removeAll()
        nextIdentifier = (anchors.last?.identifier ?? 0) + 1
        return anchors.map { .added($0) }
    }

    private mutating func append(
        _ worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace>,
        _ kind: Anchor.Kind,
        planeIdentifier: Int32?
    ) -> Anchor {
        let anchor = Anchor(
            identifier: nextIdentifier,
            worldFromAnchor: worldFromAnchor,
            kind: kind,
            planeIdentifier: planeIdentifier
        )
        nextIdentifier += 1
        anchors.append(anchor)
        return anchor
    }

    // MARK: Planes' anchors

    /// All anchors, those of planes with the drift of the poses until a frame.
    func anchors(over planes: [DetectedPlane], driftVariance: Double) -> [Anchor] {
        var result = anchors
        for plane in planes {
            guard let index = index(ofPlane: plane.identifier), var known = result[index].plane else { continue }
            known.driftSigma = max(0, plane.drift.variance(against: driftVariance)).squareRoot()
            result[index].kind = .plane(known)
        }
        return result
    }

    /// Turns what happened to a plane into what happens to its anchor and to the anchors that stand on it.
    mutating func apply(_ event: PlaneEvent) -> [SessionEvent] {
        switch event {
        case .added(let plane): [.added(add(plane))]
        case .updated(let plane): update(plane)
        case .merged(let younger, let older): merge(younger, into: older)
        case .removed(let plane): remove(plane)
        }
    }

    /// Moves all anchors by a change of the world's scale: those of planes, which have moved already, and those on them by
    /// the plane's own.
    mutating func scale(by change: ScaleChange, planes: [DetectedPlane]) -> [SessionEvent] {
        for index in anchors.indices {
            let anchor = anchors[index]
            let scaling = change.scaling(ofPlane: anchor.plane?.planeIdentifier ?? anchor.planeIdentifier)
            anchors[index].worldFromAnchor = scaling * anchor.worldFromAnchor
        }
        for plane in planes {
            guard let index = index(ofPlane: plane.identifier) else { continue }
            let origin = anchors[index].worldFromAnchor.translation
            anchors[index].kind = .plane(PlaneAnchor(plane, anchorOrigin: origin))
        }
        return anchors.map { .updated($0) }
    }

    private mutating func add(_ plane: DetectedPlane) -> Anchor {
        let worldFromAnchor = RigidTransform<WorldSpace, AnchorSpace>(
            rotation: plane.worldFromPlane.rotation,
            translation: plane.worldFromPlane.translation
        )
        let kind = Anchor.Kind.plane(PlaneAnchor(plane, anchorOrigin: plane.center))
        let anchor = append(worldFromAnchor, kind, planeIdentifier: nil)
        planeAnchors.insert(anchor.identifier, for: plane.identifier)
        return anchor
    }

    private mutating func update(_ plane: DetectedPlane) -> [SessionEvent] {
        guard let index = index(ofPlane: plane.identifier) else { return [] }
        let old = anchors[index].worldFromAnchor
        let origin = plane.plane.projection(of: old.translation)
        anchors[index].worldFromAnchor = RigidTransform(rotation: plane.worldFromPlane.rotation, translation: origin)
        anchors[index].kind = .plane(PlaneAnchor(plane, anchorOrigin: origin))
        let updated = SessionEvent.updated(anchors[index])
        return [updated] + moveAnchors(on: plane, from: old)
    }

    /// Moves the anchors on a plane along with it: off the old plane by as much as off the new one.
    private mutating func moveAnchors(
        on plane: DetectedPlane,
        from old: RigidTransform<WorldSpace, AnchorSpace>
    ) -> [SessionEvent] {
        var events: [SessionEvent] = []
        let oldNormal = old.rotation * Vector3(0, 1, 0)
        let oldPlane = Plane(normal: oldNormal, through: old.translation)
        let turn = Rotation(from: oldNormal, to: plane.plane.normal)
        for index in anchors.indices where anchors[index].planeIdentifier == plane.identifier {
            let pose = anchors[index].worldFromAnchor
            let height = oldPlane.signedDistance(to: pose.translation)
            let foot = plane.plane.projection(of: pose.translation)
            let moved = foot + plane.plane.normal * height
            guard (moved - pose.translation).length > 1e-4 else { continue }
            anchors[index].worldFromAnchor = RigidTransform(rotation: turn * pose.rotation, translation: moved)
            events.append(.updated(anchors[index]))
        }
        return events
    }

    private mutating func merge(_ younger: Int32, into older: Int32) -> [SessionEvent] {
        for index in anchors.indices where anchors[index].planeIdentifier == younger {
            anchors[index].planeIdentifier = older
        }
        guard let from = index(ofPlane: younger), let into = index(ofPlane: older) else { return [] }
        let event = SessionEvent.merged(anchors[from].identifier, into: anchors[into].identifier)
        anchors.remove(at: from)
        planeAnchors.remove(younger)
        return [event]
    }

    private mutating func remove(_ plane: Int32) -> [SessionEvent] {
        for index in anchors.indices where anchors[index].planeIdentifier == plane {
            anchors[index].planeIdentifier = nil
        }
        guard let index = index(ofPlane: plane) else { return [] }
        let event = SessionEvent.removed(anchors[index].identifier)
        anchors.remove(at: index)
        planeAnchors.remove(plane)
        return [event]
    }
}
