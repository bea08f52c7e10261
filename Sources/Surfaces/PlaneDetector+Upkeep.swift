import Geometry

extension PlaneDetector {
    /// How long a plane without landmarks is kept, nanoseconds.
    private static let graceNanoseconds: Int64 = 700_000_000

    /// Fits every plane to its points anew; tells of those that changed and removes those that lost their points.
    mutating func refitPlanes(_ now: Int64) -> [PlaneEvent] {
        var events: [PlaneEvent] = []
        var kept: [DetectedPlane] = []
        var lost: [DetectedPlane] = []
        for plane in planes {
            let members = points.filter { $0.plane == plane.identifier }.map { $0.point }
            guard members.count >= configuration.minimumPointCount / 2, let next = refitted(plane, members),
                stillStandsOut(next)
            else {
                lost.append(plane)
                continue
            }
            let isChanged = PlaneDetector.differ(plane, next)
            kept.append(isChanged ? next : plane)
            kept[kept.count - 1].lostSinceNanoseconds = nil
            kept[kept.count - 1].scaleSigma = scaleSigma
            kept[kept.count - 1].drift = drift(of: plane.identifier)
            if isChanged { events.append(.updated(next)) }
        }
        planes = kept
        for plane in lost { events += give(up: plane, now) }
        planes.sort { $0.identifier < $1.identifier }
        return events
    }

    /// Lets a plane that lost its points go: into the plane that took its place where there is one, whose identity is then the older.
    ///
    /// While the scale is hardly known, it may change faster than a plane follows; the surface is then found anew beside it.
    private mutating func give(up plane: DetectedPlane, _ now: Int64) -> [PlaneEvent] {
        guard let index = planes.firstIndex(where: { isSuccessor($0, of: plane) }) else {
            return remove(plane, now)
        }
        let successor = planes[index]
        guard plane.firstSeenNanoseconds < successor.firstSeenNanoseconds else {
            release(plane.identifier, to: successor.identifier)
            return [.merged(plane.identifier, into: successor.identifier)]
        }
        planes[index] = successor.named(plane.identifier)
        release(successor.identifier, to: plane.identifier)
        return [.merged(successor.identifier, into: plane.identifier), .updated(planes[index])]
    }

    /// Removes a plane, but not at once: one that takes its place may be found yet.
    private mutating func remove(_ plane: DetectedPlane, _ now: Int64) -> [PlaneEvent] {
        release(plane.identifier, to: nil)
        let since = plane.lostSinceNanoseconds ?? now
        guard now - since < Self.graceNanoseconds else { return [.removed(plane.identifier)] }
        var waiting = plane
        waiting.lostSinceNanoseconds = since
        planes.append(waiting)
        return []
    }

    private func isSuccessor(_ other: DetectedPlane, of plane: DetectedPlane) -> Bool {
        guard other.alignment == plane.alignment,
            dot(other.plane.normal, plane.plane.normal) > Double.cosine(of: 8 * .pi / 180)
        else { return false }
        let byScale = 2 * plane.scaleSigma * (plane.center - cameraInWorld).length
        guard abs(other.plane.signedDistance(to: plane.center)) < 2 * configuration.thickness + byScale else {
            return false
        }
        return touch(plane, other)
    }

    /// Whether the outlines of two planes overlap or nearly do.
    private func touch(_ a: DetectedPlane, _ b: DetectedPlane) -> Bool {
        b.boundary.contains { a.contains(b.world($0), margin: configuration.reach / 2) }
            || a.boundary.contains { b.contains(a.world($0), margin: configuration.reach / 2) }
    }

    /// Over what drift the landmarks of a plane were seen.
    private func drift(of identifier: Int32) -> DriftSpan {
        let seen = points.filter { $0.plane == identifier }.map { $0.driftVariance }
        let mean = seen.reduce(0, +) / Double(max(1, seen.count))
        let square = seen.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, seen.count))
        return DriftSpan(middle: mean, deviation: square.squareRoot())
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
            || abs(a.area - b.area) > 0.005 * (b.extent.x + b.extent.y)
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
        return touch(a, b)
    }

    private func joined(_ a: DetectedPlane, _ b: DetectedPlane) -> DetectedPlane? {
        let members = points.filter { $0.plane == a.identifier || $0.plane == b.identifier }.map { $0.point }
        var whole = a
        whole.coverage.merge(b.coverage)
        return refitted(whole, members)
    }
}
