import Geometry
import Reconstruction
import WebDepth

extension FloorPlanRecord {
    /// The number of bytes of an answer: the record, all that follows it, and the names, filled up to whole words.
    static func byteCount(of answer: Result<FloorPlan, FloorPlanError>) -> Int {
        guard case .success(let plan) = answer else { return stride }
        let walls = PlanWallRecord.stride * (plan.walls.count + plan.sides.count + plan.partitions.count)
        let rooms = PlanRoomRecord.stride * plan.rooms.count
        let passages = PlanPassageRecord.stride * plan.passages.count
        let bodies = PlanBodyRecord.stride * plan.wallBodies.count
        return stride + walls + rooms + passages + bodies + (nameCount(plan) + 7) / 8 * 8
    }

    private static func nameCount(_ plan: FloorPlan) -> Int { plan.rooms.reduce(0) { $0 + $1.name.count } }

    /// Writes an answer; `corrections` of the plan can be taken back.
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
        let (stretches, sides, passages, bodies) = (plan.walls, plan.sides, plan.passages, plan.wallBodies)
        memory.put(result, Double(FloorPlanResultCode.done.rawValue), 0, plan.area, plan.areaSigma)
        memory.put(floorHeight, plan.floorHeight, plan.ceilingHeight ?? 0)
        memory.put(stretchCount, Double(stretches.count), Double(sides.count))
        memory.put(isAreaByHand, plan.isAreaByHand ? 1 : 0)
        memory.put(scale, plan.scale, Double(plan.knownSide ?? -1), Double(corrections))
        memory.put(partitionCount, Double(plan.partitions.count), Double(plan.rooms.count))
        memory.put(passageCount, Double(passages.count), Double(bodies.count), Double(nameCount(plan)))
        var place = count
        var first = 0
        for (room, each) in plan.rooms.enumerated() {
            let own = sides.filter { $0.room == room }
            for wall in each.walls {
                let side = own.firstIndex { $0.stretches.contains(wall) } ?? 0
                PlanWallRecord.write(wall, side: first + side, room: room, to: memory, at: place)
                place += PlanWallRecord.count
            }
            first += own.count
        }
        for (number, side) in sides.enumerated() {
            PlanWallRecord.write(side, number, to: memory, at: place)
            place += PlanWallRecord.count
        }
        for (number, wall) in plan.partitions.enumerated() {
            PlanWallRecord.write(wall, side: number, room: -1, to: memory, at: place)
            memory.put(place + PlanWallRecord.isLengthByHand, 1)
            place += PlanWallRecord.count
        }
        for room in plan.rooms {
            PlanRoomRecord.write(room, to: memory, at: place)
            place += PlanRoomRecord.count
        }
        for passage in passages {
            PlanPassageRecord.write(passage, of: plan, to: memory, at: place)
            place += PlanPassageRecord.count
        }
        for body in bodies {
            for (corner, point) in body.enumerated() {
                memory.put(place + PlanBodyRecord.first + 2 * corner, point.x, point.y)
            }
            place += PlanBodyRecord.count
        }
        var byte = 8 * place
        for room in plan.rooms {
            room.name.withUnsafeBytes { memory[byte...].copyBytes(from: $0) }
            byte += room.name.count
        }
    }
}

extension PlanRoomRecord {
    fileprivate static func write(_ room: FloorPlan.Room, to memory: UnsafeMutableRawBufferPointer, at place: Int) {
        memory.put(place + area, room.area, room.areaSigma, room.ceilingHeight ?? 0, room.isAreaByHand ? 1 : 0)
        let label = room.labelPlace
        memory.put(place + labelPlace, label.x, label.y, Double(room.name.count))
    }
}

extension PlanPassageRecord {
    fileprivate static func write(
        _ passage: FloorPlan.Passage,
        of plan: FloorPlan,
        to memory: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        func number(_ wall: FloorPlan.Wall?, in room: Int?) -> Double {
            guard let wall, let room, let own = plan.rooms[room].walls.firstIndex(of: wall) else { return -1 }
            return Double(plan.rooms[..<room].reduce(own) { $0 + $1.walls.count })
        }
        memory.put(place + room, Double(passage.rooms.0), passage.rooms.1.map { Double($0) } ?? -1)
        memory.put(place + stretch, number(passage.opening, in: passage.rooms.0))
        memory.put(place + opposite, number(passage.opposite, in: passage.rooms.1))
    }
}

extension PlanWallRecord {
    fileprivate static func write(
        _ wall: FloorPlan.Wall,
        side: Int,
        room: Int,
        to memory: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        memory.put(place + start, wall.start.x, wall.start.y, wall.end.x, wall.end.y, wall.lengthSigma)
        memory.put(place + kind, Double(code(of: wall.kind).rawValue), Double(code(of: wall.origin).rawValue))
        memory.put(place + Self.side, Double(side), 0, Double(room))
    }

    fileprivate static func write(
        _ side: FloorPlan.Side,
        _ number: Int,
        to memory: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        var whole = side.stretches[0]
        (whole.end, whole.kind, whole.lengthSigma) = (side.end, mostOf(side.stretches), side.lengthSigma)
        whole.origin = side.isDrawn ? .drawn : side.isMoved ? .movedWithWall : .scanned
        write(whole, side: number, room: side.room, to: memory, at: place)
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
        case .drawn: .drawn
        case .changed: .changed
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
