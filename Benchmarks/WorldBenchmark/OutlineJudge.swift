import Geometry
import Surfaces
import WorldTracking

/// The outlines of found planes against the true surfaces, while they grow.
///
/// Twice a second from the sixth on, where the camera looks: of the area that is reported as surface the part under
/// which there is no surface of that plane, and the distance from the true edges that the image shows to the outline.
/// Edges that have just come into view are apart, because a plane needs several images to grow there.
struct OutlineJudge {
    /// What is known of the planes of one alignment.
    struct Sum {
        /// Square metres reported as surface, and of those without a true one, summed over the moments.
        var area = 0.0
        var outside = 0.0
        /// How far the outline ends before places on true edges, metres; negative if it reaches past them.
        var gaps = Gaps()
    }
    /// The same of edges that have just come into view, and of those that were in view before.
    struct Gaps {
        var new: [Double] = []
        var known: [Double] = []
    }
    /// A place on an edge of a true face.
    private struct Place: Hashable {
        var face: Int
        var side: Int
        var index: Int
    }

    private(set) var sums: [String: Sum] = [:]
    /// At how many moments planes were looked at.
    private(set) var momentCount = 0
    private var frameCount = 0
    /// At how many moments a place on an edge was in view.
    private var seenCounts: [Place: Int] = [:]

    private static let start = 6.0
    private static let period = 15
    /// How far a true surface may lie from the found plane, metres: half as far again as a landmark may.
    private static let ownSurface = 0.018
    /// The least side of a face whose edges count, metres: as of things that are measured.
    private static let leastSide = 0.1
    /// The distance between two places on an edge, and of what is to be seen beside them, metres.
    private static let (spacing, inward) = (0.02, 0.02)
    /// The side of the squares in which area is counted, metres.
    private static let cell = 0.01
    /// How many squares are looked at along a side at most.
    private static let mostCells = 60.0
    /// At how many moments an edge is new: two seconds.
    private static let newCount = 4

    mutating func look(_ view: View, _ truth: Truth) {
        frameCount += 1
        guard view.seconds > Self.start, frameCount % Self.period == 0, view.frame.trackingState == .normal else {
            return
        }
        momentCount += 1
        let truthFromWorld = view.trueWorldFromOptical * view.camera.worldFromOptical.inverse
        var planesOfFace: [Int: [DetectedPlane]] = [:]
        for plane in view.world.planes {
            let normal = truthFromWorld.rotation * plane.plane.normal
            let near = truth.faces.indices.filter { dot(truth.faces[$0].normal, normal) > 0.96 }
            if let face = countArea(plane, near, view, truth, truthFromWorld) {
                planesOfFace[face, default: []].append(plane)
            }
        }
        for (face, planes) in planesOfFace.sorted(by: { $0.key < $1.key }) {
            measureEdges(of: face, planes, view, truth, truthFromWorld)
        }
    }

    /// Adds what a plane reports where the camera looks; returns the true face under the most of it.
    private mutating func countArea(
        _ plane: DetectedPlane,
        _ near: [Int],
        _ view: View,
        _ truth: Truth,
        _ truthFromWorld: RigidTransform<OdometrySpace, WorldSpace>
    ) -> Int? {
        var counts: [Int: Int] = [:]
        let step = max(Self.cell, max(plane.extent.x, plane.extent.y) / Self.mostCells)
        let (columns, rows) = (Int(plane.extent.x / step), Int(plane.extent.y / step))
        for index in 0..<columns * rows {
            let (column, row) = (Double(index % columns) + 0.5, Double(index / columns) + 0.5)
            let place = plane.world(Vector2(column * step, row * step) - plane.extent / 2)
            guard view.camera.pixel(of: place) != nil, plane.hasSurface(at: place) else { continue }
            let point = truthFromWorld * place
            let face = near.first { index in
                let face = truth.faces[index]
                return abs(dot(face.normal, point - face.middle)) < Self.ownSurface && face.holds(point, margin: 0)
            }
            sums["\(plane.alignment)", default: Sum()].area += step * step
            if let face {
                counts[face, default: 0] += 1
            } else {
                sums["\(plane.alignment)", default: Sum()].outside += step * step
            }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Notes how far outlines on a face end from the places on its edges that the image shows.
    private mutating func measureEdges(
        of number: Int,
        _ planes: [DetectedPlane],
        _ view: View,
        _ truth: Truth,
        _ truthFromWorld: RigidTransform<OdometrySpace, WorldSpace>
    ) {
        let worldFromTruth = truthFromWorld.inverse
        let face = truth.faces[number]
        let (u, v) = (face.halfU, face.halfV)
        for (side, (half, along)) in [(u, v), (v, u), (-u, v), (-v, u)].enumerated() {
            guard 2 * min(half.length, along.length) > Self.leastSide else { continue }
            let count = Int(2 * along.length / Self.spacing)
            for index in 0..<count {
                let place = face.middle + half + along * (2 * (Double(index) + 0.5) / Double(count) - 1)
                let target = Truth.Target(point: place, seenBy: place - half.normalized * Self.inward)
                guard truth.pixel(of: target, stamp: view.stamp) != nil else { continue }
                let point = worldFromTruth * place
                let gaps = planes.map { Self.gap(from: $0.local(point), to: $0.boundary) }
                guard let gap = gaps.min() else { continue }
                let key = Place(face: number, side: side, index: index)
                let isNew = seenCounts[key, default: 0] < Self.newCount
                seenCounts[key, default: 0] += 1
                let path = isNew ? \Gaps.new : \Gaps.known
                sums["\(planes[0].alignment)", default: Sum()].gaps[keyPath: path].append(gap)
            }
        }
    }

    /// How far a convex outline ends before a point; negative inside it.
    private static func gap(from point: Vector2, to outline: [Vector2]) -> Double {
        let outside = Polygon.distance(from: point, to: outline)
        guard outside == 0 else { return outside }
        return -outline.indices.reduce(Double.infinity) { nearest, index in
            let edge = outline[(index + 1) % outline.count] - outline[index]
            return min(nearest, cross(edge, point - outline[index]) / max(edge.length, 1e-9))
        }
    }
}

extension OutlineJudge {
    /// A row for each alignment and one for all, over some runs.
    static func print(_ judges: [OutlineJudge]) {
        Swift.print(
            "\n| outlines | reported, a moment's mean | without such a surface | edges in view for 2 s: places, within 1 cm "
                + "| ends before: share, median, 90 % | past: share, median, 90 % | new edges: places, within 1 cm "
                + "| before | past |\n|---|---|---|---|---|---|---|---|---|"
        )
        let rows = judges.flatMap { $0.sums.map { (name: $0.key, sum: $0.value) } }
        let moments = Double(max(1, judges.reduce(0) { $0 + $1.momentCount }))
        for name in Set(rows.map(\.name)).sorted() + ["all"] {
            let some = rows.filter { $0.name == name || name == "all" }.map(\.sum)
            let (area, outside) = (some.reduce(0) { $0 + $1.area }, some.reduce(0) { $0 + $1.outside })
            Swift.print(
                "| \(name) | \(text(area * 1e4 / moments, 0)) cm² | \(text(outside * 1e4 / moments, 0)) cm², "
                    + "\(text(100 * outside / max(area, 1e-9))) % | \(summary(of: some.flatMap(\.gaps.known))) "
                    + "| \(summary(of: some.flatMap(\.gaps.new))) |"
            )
        }
    }

    /// Three columns: how many places there are and how many within a centimetre, those that the outline does not reach,
    /// and those that it passes.
    private static func summary(of gaps: [Double]) -> String {
        func part(_ count: Int) -> String { text(100 * Double(count) / Double(max(1, gaps.count)), 0) + " %" }
        func side(_ values: [Double]) -> String {
            "\(part(values.count)), \(text(median(values) * 1000)), \(text(share(values, at: 0.9) * 1000)) mm"
        }
        return "\(gaps.count), \(part(gaps.count { abs($0) < 0.01 })) | \(side(gaps.filter { $0 > 0 })) "
            + "| \(side(gaps.filter { $0 < 0 }.map { -$0 }))"
    }
}
