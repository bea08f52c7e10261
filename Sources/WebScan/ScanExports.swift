import Geometry
import Reconstruction
import WebDepth

// What saves surfaces and reads floor plans: `scan.wasm` has these exports beside those of `depth.wasm`.

/// Writes the surface of all that was fused as a file (glb, ply, obj or usdz, by its number), in the scale of the last floor
/// plan and, with `closesGaps`, with what that plan adds to it; returns its number of bytes, 0 if no surface is known.
@_expose(wasm, "sightline_depth_mesh_file")
@_cdecl("sightline_depth_mesh_file")
public func sightlineDepthMeshFile(_ format: Int32, _ closesGaps: Int32) -> Int32 {
    guard MeshFormat.allCases.indices.contains(Int(format)) else { return 0 }
    let format = MeshFormat.allCases[Int(format)]
    return CurrentPlan.answer(
        Current.mesh.file(as: format, plan: CurrentPlan.editor?.plan, closesGaps: closesGaps != 0)
    )
}

/// Makes a floor plan of what was fused; returns the number of bytes of the answer.
///
/// `scaleSigma` is the frame's.
@_expose(wasm, "sightline_depth_plan")
@_cdecl("sightline_depth_plan")
public func sightlineDepthPlan(_ scaleSigma: Double) -> Int32 {
    let answer = Current.mesh.plan(scaleSigma: scaleSigma)
    CurrentPlan.editor = (try? answer.get()).map { PlanEditor($0) }
    return CurrentPlan.answer(answer)
}

/// Corrects the last floor plan, in place of its last correction if `replacesLast`; returns the number of bytes of the answer,
/// 0 if it cannot be.
///
/// `kind` is one of `planCorrectionKinds`, by its number; `number` is that of a side, a stretch or a partition. `addWall` takes
/// the two points, the others one or two numbers in metres.
@_expose(wasm, "sightline_depth_plan_correct")
@_cdecl("sightline_depth_plan_correct")
public func sightlineDepthPlanCorrect(
    _ kind: Int32,
    _ number: Int32,
    _ first: Double,
    _ second: Double,
    _ third: Double,
    _ fourth: Double,
    _ replacesLast: Int32
) -> Int32 {
    let number = Int(number)
    let correction: PlanEditor.Correction
    switch kind {
    case 0: correction = .moveSide(number, metres: first)
    case 1: correction = .moveOpening(number, metres: first)
    case 2: correction = .knownLength(number, metres: first)
    case 3: correction = .addWall(from: Vector2(first, second), to: Vector2(third, fourth))
    case 4: correction = .removeSide(number)
    case 5: correction = .removePartition(number)
    case 6: correction = .addOpening(side: number, middle: first, width: second)
    case 7: correction = .removeOpening(number)
    default: return 0
    }
    return CurrentPlan.change { $0.apply(correction, replacesLast: replacesLast != 0) }
}

/// Names a room of the last floor plan (UTF-8); returns the number of bytes of the answer, 0 if it cannot be.
@_expose(wasm, "sightline_depth_plan_name")
@_cdecl("sightline_depth_plan_name")
public func sightlineDepthPlanName(_ room: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    let name = Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, count))))
    return CurrentPlan.change { $0.apply(.name(room: Int(room), name)) }
}

/// Takes the last correction of the floor plan back; returns the number of bytes of the answer, 0 if there is none.
@_expose(wasm, "sightline_depth_plan_undo")
@_cdecl("sightline_depth_plan_undo")
public func sightlineDepthPlanUndo() -> Int32 { CurrentPlan.change { $0.undo() } }

/// Writes the last floor plan as a file (svg or dxf, by its number); returns its number of bytes, 0 without a plan.
///
/// A page can print the SVG drawing, so the writer of PDF files is not part of the module.
@_expose(wasm, "sightline_depth_plan_file")
@_cdecl("sightline_depth_plan_file")
public func sightlineDepthPlanFile(_ format: Int32) -> Int32 {
    switch format {
    case 0: return CurrentPlan.answer(CurrentPlan.editor?.plan.svgFile())
    case 1: return CurrentPlan.answer(CurrentPlan.editor?.plan.dxfFile())
    default: return 0
    }
}
