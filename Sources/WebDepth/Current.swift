import Geometry
import Reconstruction

/// The keyframes, the last map and the surfaces, and the memory of what was asked for last.
enum Current {
    nonisolated(unsafe) static var maps = KeyframeMaps()
    nonisolated(unsafe) static var estimate: KeyframeMaps.Estimate?
    nonisolated(unsafe) static var mesh = WorldMesh()
    nonisolated(unsafe) static var plan: PlanEditor?
    nonisolated(unsafe) static var result: UnsafeMutableRawBufferPointer = .allocate(byteCount: 0, alignment: 16)

    /// The memory of a result with a number of bytes.
    static func resultMemory(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        if result.count != byteCount {
            result.deallocate()
            result = .allocate(byteCount: byteCount, alignment: 16)
        }
        return result
    }

    /// Keeps a file as the result; its number of bytes, 0 if there is none.
    static func answer(_ file: [UInt8]?) -> Int32 {
        guard let file else { return 0 }
        resultMemory(file.count).copyBytes(from: file)
        return Int32(file.count)
    }

    /// Keeps the plan as the result; its number of bytes.
    static func answer(_ plan: Result<FloorPlan, FloorPlanError>, corrections: Int = 0) -> Int32 {
        let byteCount = FloorPlanRecord.byteCount(of: plan)
        FloorPlanRecord.write(plan, corrections: corrections, to: resultMemory(byteCount))
        return Int32(byteCount)
    }

    /// Changes the plan and keeps it as the result; its number of bytes, 0 if it cannot be changed so.
    static func change(_ change: (inout PlanEditor) -> Bool) -> Int32 {
        guard var editor = plan, change(&editor) else { return 0 }
        plan = editor
        return answer(.success(editor.plan), corrections: editor.corrections.count)
    }
}
