import Foundation
import Geometry
import Recordings
import WorldTracking

/// The mesh of `sightline scan` against the true surfaces: how far it lies off them, and how much of what the images showed
/// it has.
struct ScanJudge {
    /// Camera places in the session's world and in the truth's, +Z up.
    private var pairs: [(estimate: Vector3, truth: Vector3)] = []
    /// True points that images showed, one for each cell of `cell` metres.
    private var seen: [SIMD3<Int32>: Vector3] = [:]
    private var frameCount = 0
    private let truth: Truth

    /// The side of the cells in which points are counted once, and the step of the samples on triangles, metres.
    private static let cell = 0.02
    /// How near the mesh must be to a true point that it has, metres.
    private static let near = 0.03
    /// What is farther than this from the camera is not asked for, metres; the volume's own limit is 5.
    private static let reach = 4.0
    /// Of how many points of the mesh the distance from the truth is computed, about; chosen for time.
    private static let judgedCount = 4_000
    /// How the names of a room's own planes begin.
    private static let shell = ["floor", "ceiling", "wall"]
    private static let odometryFromUpright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse

    /// Follows a recording as the command does, by the session's own poses or by those of a TUM file.
    init(recording: String, poses: String?) throws {
        let reader = try RecordingReader(path: recording)
        truth = try Truth(folder: recording, states: try reader.truth())
        let run =
            try poses.map { SessionRun(reader: reader, poses: try TrajectoryFile.read(path: $0)) }
            ?? SessionRun(reader: reader)
        while let frame = try run.next() { look(frame) }
    }

    /// Remembers where the camera was and, for every sixth frame, what it showed.
    private mutating func look(_ frame: Frame) {
        let stamp = frame.timestampNanoseconds
        guard let camera = frame.camera, frame.trackingState == .normal,
            let pose = truth.worldFromOptical(stamp: stamp)
        else { return }
        pairs.append(((Self.odometryFromUpright * camera.worldFromOptical).translation, pose.translation))
        frameCount += 1
        guard frameCount % 6 == 1 else { return }
        let size = camera.lens.sizePixels
        for row in stride(from: 4.0, to: size.y, by: 8) {
            for column in stride(from: 4.0, to: size.x, by: 8) {
                guard let point = truth.point(at: Vector2(column, row), stamp: stamp),
                    (point - pose.translation).length < Self.reach
                else { continue }
                seen[Self.cell(of: point, side: Self.cell)] = point
            }
        }
    }

    private static func cell(of point: Vector3, side: Double) -> SIMD3<Int32> {
        SIMD3<Int32>((SIMD3(point.x, point.y, point.z) / side).rounded(.down))
    }

    /// A line about what was seen and, if the mesh has a part that is assumed, one about both: the error, and the share of the shown
    /// surface that it has.
    func summary(mesh path: String) throws -> String {
        guard let alignment = TrajectoryAlignment(pairs, fixedScale: true) else { return "no poses" }
        let parts = try Self.samples(of: path).map { points in
            points.map { alignment(Self.odometryFromUpright * $0) }
        }
        let way = "the camera's path \(text(1000 * mean(pairs.map { (alignment($0.estimate) - $0.truth).length }))) mm off"
        let names = ["seen", "with what is assumed"]
        let lines = parts.indices.map { "\(names[$0]): \(judgement(of: parts[...$0].flatMap { $0 }))" }
        return (lines + [way]).joined(separator: "\n")
    }

    private func judgement(of points: [Vector3]) -> String {
        let step = max(1, points.count / Self.judgedCount)
        let errors = stride(from: 0, to: points.count, by: step).map { truth.distance(from: points[$0]) }
        var cells: [SIMD3<Int32>: [Vector3]] = [:]
        for point in points { cells[Self.cell(of: point, side: Self.near), default: []].append(point) }
        let isFound = { (point: Vector3) in
            let middle = Self.cell(of: point, side: Self.near)
            return (0..<27).contains { n in
                let place = middle &+ SIMD3<Int32>(Int32(n % 3) - 1, Int32(n / 3 % 3) - 1, Int32(n / 9) - 1)
                return cells[place]?.contains { ($0 - point).length < Self.near } ?? false
            }
        }
        let shown = Dictionary(grouping: seen.values) { nameOfPart(at: $0) }
        let found = shown.mapValues { $0.count(where: isFound) }
        func part(_ count: Int, of whole: Int) -> String { text(100 * Double(count) / Double(max(whole, 1))) + " %" }
        let off = "off the surfaces \(text(mean(errors) * 1000)) mm in the mean, median \(text(median(errors) * 1000)), "
            + "95 % \(text(share(errors, at: 0.95) * 1000)), within 3 cm \(part(errors.count { $0 < 0.03 }, of: errors.count))"
        let all = part(found.values.reduce(0, +), of: seen.count)
        let complete = "complete to 3 cm \(all) of what was seen within \(text(Self.reach)) m"
        let parts = shown.keys.sorted().map { name in
            let (asked, had) = (shown[name, default: []].count, found[name, default: 0])
            return "\(name) \(part(had, of: asked)) of \(part(asked, of: seen.count))"
        }
        return ([off, complete] + parts).joined(separator: "; ")
    }

    /// What of the room a true point belongs to.
    private func nameOfPart(at point: Vector3) -> String {
        let plane = truth.planes.first { plane in
            Self.shell.contains { plane.name.hasPrefix($0) } && abs(dot(plane.axis, point - plane.middle)) < 0.005
        }
        return plane.map { String($0.name.prefix { $0 != "-" }) } ?? "things"
    }

    /// Points all over the triangles of a binary PLY of the command, at most a cell's side apart: those of what was seen, and of what
    /// is assumed if it is a part of its own.
    private static func samples(of path: String) throws -> [[Vector3]] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let end = data.range(of: Data("end_header\n".utf8)),
            let head = String(data: data[..<end.lowerBound], encoding: .utf8)
        else { leave("\(path): not a PLY file") }
        func count(_ element: String) -> Int {
            head.split(separator: "\n").first { $0.hasPrefix("element \(element) ") }
                .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
        }
        let (vertexCount, faceCount) = (count("vertex"), count("face"))
        let hasParts = head.contains("property uchar part")
        let (vertexBytes, faceBytes) = (27, hasParts ? 14 : 13)
        let start = end.upperBound
        guard data.count == start + vertexCount * vertexBytes + faceCount * faceBytes else {
            leave("\(path): not a PLY of sightline scan")
        }
        return data.withUnsafeBytes { bytes in
            func vertex(_ index: Int) -> Vector3 {
                let place = start + index * vertexBytes
                let numbers = (0..<3).map {
                    Double(bytes.loadUnaligned(fromByteOffset: place + 4 * $0, as: Float.self))
                }
                return Vector3(numbers[0], numbers[1], numbers[2])
            }
            var parts = [[Vector3]](repeating: [], count: hasParts ? 2 : 1)
            for face in 0..<faceCount {
                let place = start + vertexCount * vertexBytes + face * faceBytes + 1
                let corners = (0..<3).map {
                    vertex(Int(bytes.loadUnaligned(fromByteOffset: place + 4 * $0, as: UInt32.self)))
                }
                let part = hasParts ? Int(bytes[place + 12]) : 0
                guard parts.indices.contains(part) else { leave("\(path): not a PLY of sightline scan") }
                parts[part] += samples(corners[0], corners[1], corners[2])
            }
            return parts
        }
    }

    /// The middles of the small triangles that a triangle is cut into.
    private static func samples(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> [Vector3] {
        let longest = max((b - a).length, (c - b).length, (a - c).length)
        let count = max(1, Int((longest / cell).rounded(.up)))
        let (u, v) = ((b - a) / Double(count), (c - a) / Double(count))
        return (0..<count).flatMap { row in
            (0..<(2 * (count - row) - 1)).map { index in
                let (column, isSecond) = (index / 2, index % 2 == 1)
                let share = isSecond ? 2.0 / 3 : 1.0 / 3
                return a + u * (Double(column) + share) + v * (Double(row) + share)
            }
        }
    }
}
