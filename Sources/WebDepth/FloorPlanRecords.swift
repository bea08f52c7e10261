import Geometry
import Reconstruction

extension FloorPlanRecord {
    /// The number of bytes of an answer: the record, the stretches and the sides.
    static func byteCount(of answer: Result<FloorPlan, FloorPlanError>) -> Int {
        guard case .success(let plan) = answer else { return stride }
        return stride + PlanWallRecord.stride * (plan.walls.count + plan.sides.count)
    }

    /// Writes an answer: the record, the stretches and the sides.
    static func write(_ answer: Result<FloorPlan, FloorPlanError>, to memory: UnsafeMutableRawBufferPointer) {
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        switch answer {
        case .success(let plan): write(plan, to: memory)
        case .failure(.noFloor): memory.put(result, Double(FloorPlanResultCode.noFloor.rawValue))
        case .failure(.notEnclosed(let wallCount)):
            memory.put(result, Double(FloorPlanResultCode.notEnclosed.rawValue), Double(wallCount))
        }
    }

    private static func write(_ plan: FloorPlan, to memory: UnsafeMutableRawBufferPointer) {
        let sides = plan.sides
        memory.put(result, Double(FloorPlanResultCode.done.rawValue), 0, plan.area, plan.areaSigma)
        memory.put(floorHeight, plan.floorHeight, plan.ceilingHeight ?? 0)
        memory.put(stretchCount, Double(plan.walls.count), Double(sides.count))
        var place = count
        for wall in plan.walls {
            PlanWallRecord.write(wall.start, wall.end, wall.lengthSigma, wall.kind, to: memory, at: place)
            place += PlanWallRecord.count
        }
        for side in sides {
            let kind = PlanWallRecord.mostOf(plan.walls, from: side.start, to: side.end)
            PlanWallRecord.write(side.start, side.end, side.lengthSigma, kind, to: memory, at: place)
            place += PlanWallRecord.count
        }
    }
}

extension PlanWallRecord {
    fileprivate static func write(
        _ start: Vector2,
        _ end: Vector2,
        _ sigma: Double,
        _ kind: FloorPlan.Wall.Kind,
        to memory: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        memory.put(place + self.start, start.x, start.y, end.x, end.y, sigma, Double(code(of: kind).rawValue))
    }

    private static func code(of kind: FloorPlan.Wall.Kind) -> WallKindCode {
        switch kind {
        case .wall: .wall
        case .opening: .opening
        case .unseen: .unseen
        }
    }

    /// What stands along most of a side: the kind with the greatest length among the stretches that lie on it.
    fileprivate static func mostOf(
        _ stretches: [FloorPlan.Wall],
        from start: Vector2,
        to end: Vector2
    ) -> FloorPlan.Wall.Kind {
        let way = end - start
        var (walls, openings, unseen) = (0.0, 0.0, 0.0)
        for stretch in stretches {
            let middle = (stretch.start + stretch.end) / 2 - start
            let share = dot(middle, way) / dot(way, way)
            guard share > 0, share < 1, abs(cross(way, middle)) < 1e-3 * dot(way, way) else { continue }
            switch stretch.kind {
            case .wall: walls += stretch.length
            case .opening: openings += stretch.length
            case .unseen: unseen += stretch.length
            }
        }
        if walls >= max(openings, unseen) { return .wall }
        return openings > unseen ? .opening : .unseen
    }
}
