import Reconstruction
import WebDepth

/// The last floor plan of the surfaces.
enum CurrentPlan {
    /// A plan, and how often all had been forgotten when it was made.
    private struct Entry {
        let editor: PlanEditor
        let resetCount: Int
    }

    nonisolated(unsafe) private static var entry: Entry?

    /// The plan and its corrections; nil without one of the present surfaces.
    static var editor: PlanEditor? {
        get { entry.flatMap { $0.resetCount == Current.resetCount ? $0.editor : nil } }
        set { entry = newValue.map { Entry(editor: $0, resetCount: Current.resetCount) } }
    }

    /// Keeps a file as the result; its number of bytes, 0 if there is none.
    static func answer(_ file: [UInt8]?) -> Int32 {
        guard let file else { return 0 }
        Current.resultMemory(file.count).copyBytes(from: file)
        return Int32(file.count)
    }

    /// Keeps the plan as the result; its number of bytes.
    static func answer(_ plan: Result<FloorPlan, FloorPlanError>, corrections: Int = 0) -> Int32 {
        let byteCount = FloorPlanRecord.byteCount(of: plan)
        FloorPlanRecord.write(plan, corrections: corrections, to: Current.resultMemory(byteCount))
        return Int32(byteCount)
    }

    /// Changes the plan and keeps it as the result; its number of bytes, 0 if it cannot be changed so.
    static func change(_ change: (inout PlanEditor) -> Bool) -> Int32 {
        guard var changed = editor, change(&changed) else { return 0 }
        editor = changed
        return answer(.success(changed.plan), corrections: changed.corrections.count)
    }
}
