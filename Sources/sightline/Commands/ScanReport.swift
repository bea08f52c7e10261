import Foundation
import Reconstruction

/// What `sightline scan` made.
struct ScanReport: Encodable {
    struct Side: Encodable {
        let from: [Double]
        let to: [Double]
        let length: Double
        let sigma: Double
        /// The number of its room, from 0 on.
        let room: Int
    }

    struct Room: Encodable {
        /// Empty without one.
        let name: String
        let area: Double
        let areaSigma: Double
        let height: Double?
        let corners: [[Double]]
    }

    struct Door: Encodable {
        /// The numbers of the rooms, from 0 on; one if nothing was scanned behind it.
        let rooms: [Int]
        let width: Double
        /// Its middle in the first room's wall.
        let middle: [Double]
    }

    struct Plan: Encodable {
        let area: Double
        let areaSigma: Double
        let floorHeight: Double
        let height: Double?
        let rooms: [Room]
        let doors: [Door]
        let sides: [Side]
        /// By what the lengths were multiplied so that a wall has its known length; 1 without one.
        let scale: Double
        /// The outlines' length by the kind of boundary, metres.
        let seen: [String: Double]
    }

    let keyframes: Int
    let depthMaps: Int
    /// The mean share of a map's pixels whose depth is known.
    let knownShare: Double
    let blocks: Int
    let leftOutBlocks: Int
    /// What the volume takes, 10⁶ bytes.
    let volumeMegabytes: Double
    let triangles: Int
    let surfaceArea: Double
    /// The area that the plan added, m²; nil if it was not asked to.
    let assumedArea: Double?
    let scaleSigma: Double
    let plan: Plan?

    init(_ scan: RoomScan, mesh: SurfaceMesh, assumed: SurfaceMesh?, plan: FloorPlan?, scaleSigma: Double) {
        keyframes = scan.viewpoints.count
        depthMaps = scan.mapCount
        knownShare = scan.knownShare
        blocks = scan.blockCount
        leftOutBlocks = scan.refusedBlockCount
        volumeMegabytes = Double(scan.volumeByteCount) / 1e6
        triangles = mesh.triangleCount
        surfaceArea = mesh.area
        assumedArea = assumed?.area
        self.scaleSigma = scaleSigma
        self.plan = plan.map { Plan($0) }
    }

    var text: String {
        var lines = [
            String(
                format: "%d keyframes, %d depth maps, %.0f %% of their pixels known",
                keyframes,
                depthMaps,
                knownShare * 100
            ),
            String(
                format: "%.1f m² of surface in %d triangles, %.0f MB of volume",
                surfaceArea,
                triangles,
                volumeMegabytes
            ),
        ]
        if let assumedArea { lines.append(String(format: "%.1f m² of surface that the plan adds", assumedArea)) }
        if leftOutBlocks > 0 {
            lines.append("The memory for the volume was full: parts of the recording are left out. Use larger voxels.")
        }
        return (lines + (plan?.lines ?? [])).joined(separator: "\n")
    }
}

extension ScanReport.Plan {
    init(_ plan: FloorPlan) {
        area = plan.area
        areaSigma = plan.areaSigma
        floorHeight = plan.floorHeight
        height = plan.ceilingHeight
        let all = plan.sides
        rooms = plan.rooms.enumerated().map { number, room in
            ScanReport.Room(
                name: String(decoding: room.name, as: UTF8.self),
                area: room.area,
                areaSigma: room.areaSigma,
                height: room.ceilingHeight,
                corners: all.filter { $0.room == number }.map { [$0.start.x, $0.start.y] }
            )
        }
        doors = plan.passages.map { door in
            let middle = (door.opening.start + door.opening.end) / 2
            return ScanReport.Door(
                rooms: [door.rooms.0] + (door.rooms.1.map { [$0] } ?? []),
                width: door.width,
                middle: [middle.x, middle.y]
            )
        }
        sides = all.map { side in
            ScanReport.Side(
                from: [side.start.x, side.start.y],
                to: [side.end.x, side.end.y],
                length: side.length,
                sigma: side.lengthSigma,
                room: side.room
            )
        }
        scale = plan.scale
        seen = plan.walls.reduce(into: [:]) { $0[$1.kind.rawValue, default: 0] += $1.length }
    }

    /// The plan in words: each room with its walls, then the doors.
    fileprivate var lines: [String] {
        var lines = [String(format: "floor plan: %.2f ± %.2f m²", area, areaSigma)]
        for (number, room) in rooms.enumerated() {
            if rooms.count > 1 { lines.append(Self.line(number, room)) }
            lines += sides.enumerated().filter { $0.element.room == number }.map { wall, side in
                String(format: "  wall %d: %.2f m ± %.1f cm", wall + 1, side.length, side.sigma * 100)
            }
        }
        lines += doors.map { door in
            let rooms = door.rooms.map { "room \($0 + 1)" }.joined(separator: " and ")
            let place = door.rooms.count > 1 ? "between \(rooms)" : "out of \(rooms)"
            return String(format: "opening %@: %.2f m wide", place, door.width)
        }
        if scale != 1 { lines.append(String(format: "scaled by a known length: × %.4f", scale)) }
        return lines
    }

    private static func line(_ number: Int, _ room: ScanReport.Room) -> String {
        let height = room.height.map { String(format: ", %.2f m high", $0) } ?? ""
        return String(format: "room %d: %.2f ± %.2f m²%@", number + 1, room.area, room.areaSigma, height)
    }
}
