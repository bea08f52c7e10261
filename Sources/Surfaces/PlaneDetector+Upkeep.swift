import Geometry

extension PlaneDetector {
    /// Fits every plane to its points anew; tells of those that changed and removes those that lost their points.
    mutating func refitPlanes() -> [PlaneEvent] {
        var events: [PlaneEvent] = []
        var kept: [DetectedPlane] = []
        for plane in planes {
            let members = points.filter { $0.plane == plane.identifier }.map { $0.point }
            guard members.count >= configuration.minimumPointCount / 2, let next = refitted(plane, members),
                stillStandsOut(next)
            else {
                events.append(.removed(plane.identifier))
                release(plane.identifier, to: nil)
                continue
            }
            let isChanged = PlaneDetector.differ(plane, next)
            kept.append(isChanged ? next : plane)
            if isChanged { events.append(.updated(next)) }
        }
        planes = kept
        return events
    }

    private func refitted(_ plane: DetectedPlane, _ members: [SurfacePoint]) -> DetectedPlane? {
        guard let fit = fit(members, near: plane.plane, alignment: plane.alignment) else { return nil }
        var next = plane
        next.plane = fit.plane
        next.offsetSigma = fit.offsetSigma
        next.normalSigma = fit.normalSigma
        return outlined(next, members: largestCluster(members, on: plane.coverage))
    }

    /// Whether a user would see the change: 1 mm, 0.1° or 5 mm of extent.
    private static func differ(_ a: DetectedPlane, _ b: DetectedPlane) -> Bool {
        abs(a.plane.signedDistance(to: b.center)) > 0.001
            || dot(a.plane.normal, b.plane.normal) < Double.cosine(of: 0.1 * .pi / 180)
            || (a.extent - b.extent).length > 0.005
            || (a.center - b.center).length > 0.005
    }

    private mutating func release(_ identifier: Int32, to other: Int32?) {
        for index in points.indices where points[index].plane == identifier { points[index].plane = other }
    }

    /// Joins planes that are one surface; the older one lives on.
    mutating func mergePlanes() -> [PlaneEvent] {
        var events: [PlaneEvent] = []
        var older = 0
        while older < planes.count {
            var younger = older + 1
            while younger < planes.count {
                if isOneSurface(planes[older], planes[younger]), let joined = joined(planes[older], planes[younger]) {
                    events.append(.merged(planes[younger].identifier, into: planes[older].identifier))
                    events.append(.updated(joined))
                    release(planes[younger].identifier, to: joined.identifier)
                    planes[older] = joined
                    planes.remove(at: younger)
                } else {
                    younger += 1
                }
            }
            older += 1
        }
        return events
    }

    private func isOneSurface(_ a: DetectedPlane, _ b: DetectedPlane) -> Bool {
        guard dot(a.plane.normal, b.plane.normal) > Double.cosine(of: 8 * .pi / 180) else { return false }
        let limit = 2 * configuration.thickness + a.offsetSigma + b.offsetSigma
        guard abs(a.plane.signedDistance(to: b.center)) < limit, abs(b.plane.signedDistance(to: a.center)) < limit
        else {
            return false
        }
        return b.boundary.contains { a.contains(b.world($0), margin: configuration.reach / 2) }
            || a.boundary.contains { b.contains(a.world($0), margin: configuration.reach / 2) }
    }

    private func joined(_ a: DetectedPlane, _ b: DetectedPlane) -> DetectedPlane? {
        let members = points.filter { $0.plane == a.identifier || $0.plane == b.identifier }.map { $0.point }
        var whole = a
        whole.coverage.merge(b.coverage)
        return refitted(whole, members)
    }
}
