import Geometry
import Reconstruction

extension FloorPlanRecord {
    /// The number of bytes of an answer: the record, the stretches, the sides and the name, filled up to whole words.
    static func byteCount(of answer: Result<FloorPlan, FloorPlanError>) -> Int {
        guard case .success(let plan) = answer else { return stride }
        return stride + PlanWallRecord.stride * (plan.walls.count + plan.sides.count) + (plan.name.count + 7) / 8 * 8
    }

    /// Writes an answer: the record, the stretches, the sides and the name; `corrections` of the plan can be taken back.
    static func write(
        _ answer: Result<FloorPlan, FloorPlanError>,
        corrections: Int = 0,
        to memory: UnsafeMutableRawBufferPointer
    ) {
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        switch answer {
        case .success(let plan): write(plan, corrections, to: memory)
        case .failure(.noFloor): memory.put(result, Double(FloorPlanResultCode.noFloor.rawValue))
        case .failure(.notEnclosed(let wallCount)):
            memory.put(result, Double(FloorPlanResultCode.notEnclosed.rawValue), Double(wallCount))
        }
    }

    private static func write(_ plan: FloorPlan, _ corrections: Int, to memory: UnsafeMutableRawBufferPointer) {
        let sides = plan.sides
        memory.put(result, Double(FloorPlanResultCode.done.rawValue), 0, plan.area, plan.areaSigma)
        memory.put(floorHeight, plan.floorHeight, plan.ceilingHeight ?? 0)
        memory.put(stretchCount, Double(plan.walls.count), Double(sides.count))
        memory.put(isAreaByHand, plan.isAreaByHand ? 1 : 0)
        memory.put(scale, plan.scale, Double(plan.knownSide ?? -1), Double(corrections), Double(plan.name.count))
        var place = count
        for wall in plan.walls {
            let side = sides.firstIndex { $0.stretches.contains(wall) } ?? 0
            PlanWallRecord.write(wall, side: side, to: memory, at: place)
            place += PlanWallRecord.count
        }
        for (number, side) in sides.enumerated() {
            PlanWallRecord.write(side, number, to: memory, at: place)
            place += PlanWallRecord.count
        }
        plan.name.withUnsafeBytes { memory[(8 * place)...].copyBytes(from: $0) }
    }
}

extension PlanWallRecord {
    fileprivate static func write(
        _ wall: FloorPlan.Wall,
        side: Int,
        to memory: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        memory.put(place + start, wall.start.x, wall.start.y, wall.end.x, wall.end.y, wall.lengthSigma)
        memory.put(place + kind, Double(code(of: wall.kind).rawValue), Double(code(of: wall.origin).rawValue))
        memory.put(place + Self.side, Double(side), 0)
    }

    fileprivate static func write(
        _ side: FloorPlan.Side,
        _ number: Int,
        to memory: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        var whole = side.stretches[0]
        (whole.end, whole.kind, whole.lengthSigma) = (side.end, mostOf(side.stretches), side.lengthSigma)
        whole.origin = side.isMoved ? .movedWithWall : .scanned
        write(whole, side: number, to: memory, at: place)
        memory.put(place + isLengthByHand, side.isLengthByHand ? 1 : 0)
    }

    private static func code(of kind: FloorPlan.Wall.Kind) -> WallKindCode {
        switch kind {
        case .wall: .wall
        case .opening: .opening
        case .unseen: .unseen
        }
    }

    private static func code(of origin: FloorPlan.Wall.Origin) -> PlanOriginCode {
        switch origin {
        case .scanned: .scanned
        case .movedAlong: .movedAlong
        case .movedWithWall: .movedWithWall
        }
    }

    /// What stands along most of a side: the kind with the greatest length among its stretches.
    private static func mostOf(_ stretches: [FloorPlan.Wall]) -> FloorPlan.Wall.Kind {
        func length(_ kind: FloorPlan.Wall.Kind) -> Double {
            stretches.reduce(0) { $0 + ($1.kind == kind ? $1.length : 0) }
        }
        let (walls, openings, unseen) = (length(.wall), length(.opening), length(.unseen))
        if walls >= max(openings, unseen) { return .wall }
        return openings > unseen ? .opening : .unseen
    }
}
