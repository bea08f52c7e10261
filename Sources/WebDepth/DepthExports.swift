import Depth
import Geometry
import Reconstruction

// The estimator of depth maps is a separate WebAssembly module, so that a page without depth does not load it, and a
// page with it runs it in a worker of its own.

/// The keyframes, the last map and the surfaces, and the memory of what was asked for last.
private enum Current {
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

/// The version of the records.
@_expose(wasm, "sightline_depth_version")
@_cdecl("sightline_depth_version")
public func sightlineDepthVersion() -> Int32 { interfaceVersion }

/// Allocates a number of bytes, aligned to 16; `sightline_depth_free` must free them.
@_expose(wasm, "sightline_depth_allocate")
@_cdecl("sightline_depth_allocate")
public func sightlineDepthAllocate(_ byteCount: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(byteCount)), alignment: 16)
}

/// Frees memory of `sightline_depth_allocate`.
@_expose(wasm, "sightline_depth_free")
@_cdecl("sightline_depth_free")
public func sightlineDepthFree(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }

/// Adds a keyframe (see `DepthKeyframeRecord`); 0 if the bytes are none.
@_expose(wasm, "sightline_depth_add")
@_cdecl("sightline_depth_add")
public func sightlineDepthAdd(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(max(0, count)))
    guard let keyframe = DepthKeyframeRecord.keyframe(buffer) else { return 0 }
    return Current.maps.add(keyframe) ? 1 : 0
}

/// Removes all keyframes and surfaces.
@_expose(wasm, "sightline_depth_reset")
@_cdecl("sightline_depth_reset")
public func sightlineDepthReset() {
    Current.maps = KeyframeMaps()
    Current.estimate = nil
    Current.mesh = WorldMesh()
    Current.plan = nil
}

/// Makes the depth map of the newest keyframe and returns its number of bytes; 0 if the camera has not moved enough.
///
/// `isForOcclusion` adds the depth of twice the size.
@_expose(wasm, "sightline_depth_estimate")
@_cdecl("sightline_depth_estimate")
public func sightlineDepthEstimate(_ isForOcclusion: Int32) -> Int32 {
    Current.estimate = Current.maps.estimate(isForOcclusion: isForOcclusion != 0)
    guard let estimate = Current.estimate else { return 0 }
    let byteCount = DepthEstimateRecord.byteCount(of: estimate.map)
    DepthEstimateRecord.write(estimate, to: Current.resultMemory(byteCount))
    return Int32(byteCount)
}

/// Fuses the last map into the surfaces, once; returns the number of bytes of what changed in them, 0 without a map.
@_expose(wasm, "sightline_depth_fuse")
@_cdecl("sightline_depth_fuse")
public func sightlineDepthFuse() -> Int32 {
    guard let estimate = Current.estimate else { return 0 }
    Current.estimate = nil
    let update = Current.mesh.fuse(estimate)
    let byteCount = MeshUpdateRecord.byteCount(of: update)
    MeshUpdateRecord.write(update, to: Current.resultMemory(byteCount))
    return Int32(byteCount)
}

/// Measures what stands on a level surface at a point of the keyframes' world, metres; returns the number of bytes of the
/// answer.
///
/// `scaleSigma` is the frame's.
@_expose(wasm, "sightline_depth_measure")
@_cdecl("sightline_depth_measure")
public func sightlineDepthMeasure(_ x: Double, _ y: Double, _ z: Double, _ scaleSigma: Double) -> Int32 {
    let answer = Current.mesh.thing(at: Vector3(x, y, z), scaleSigma: scaleSigma)
    let byteCount = ThingRecord.byteCount(of: answer)
    ThingRecord.write(answer, to: Current.resultMemory(byteCount))
    return Int32(byteCount)
}

/// How much memory the surfaces may take from now on, MiB; when it is full, the parts farthest from the camera go.
@_expose(wasm, "sightline_depth_keep")
@_cdecl("sightline_depth_keep")
public func sightlineDepthKeep(_ megabytes: Double) {
    guard megabytes.isFinite else { return }
    Current.mesh.keep(byteCount: Int(min(max(megabytes, 1), 1_024) * 1_048_576))
}

/// Writes the surface of all that was fused as a file (glb, ply, obj or usdz, by its number), in the scale of the last floor
/// plan; returns its number of bytes, 0 if no surface is known.
@_expose(wasm, "sightline_depth_mesh_file")
@_cdecl("sightline_depth_mesh_file")
public func sightlineDepthMeshFile(_ format: Int32) -> Int32 {
    guard MeshFormat.allCases.indices.contains(Int(format)) else { return 0 }
    let scale = Current.plan?.plan.scale ?? 1
    return Current.answer(Current.mesh.file(as: MeshFormat.allCases[Int(format)], scale: scale))
}

/// Makes a floor plan of what was fused; returns the number of bytes of the answer.
///
/// `scaleSigma` is the frame's.
@_expose(wasm, "sightline_depth_plan")
@_cdecl("sightline_depth_plan")
public func sightlineDepthPlan(_ scaleSigma: Double) -> Int32 {
    let answer = Current.mesh.plan(scaleSigma: scaleSigma)
    Current.plan = (try? answer.get()).map { PlanEditor($0) }
    return Current.answer(answer)
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
    return Current.change { $0.apply(correction, replacesLast: replacesLast != 0) }
}

/// Names a room of the last floor plan (UTF-8); returns the number of bytes of the answer, 0 if it cannot be.
@_expose(wasm, "sightline_depth_plan_name")
@_cdecl("sightline_depth_plan_name")
public func sightlineDepthPlanName(_ room: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    let name = Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, count))))
    return Current.change { $0.apply(.name(room: Int(room), name)) }
}

/// Takes the last correction of the floor plan back; returns the number of bytes of the answer, 0 if there is none.
@_expose(wasm, "sightline_depth_plan_undo")
@_cdecl("sightline_depth_plan_undo")
public func sightlineDepthPlanUndo() -> Int32 { Current.change { $0.undo() } }

/// Writes the last floor plan as a file (svg or dxf, by its number); returns its number of bytes, 0 without a plan.
///
/// A page can print the SVG drawing, so the writer of PDF files is not part of the module.
@_expose(wasm, "sightline_depth_plan_file")
@_cdecl("sightline_depth_plan_file")
public func sightlineDepthPlanFile(_ format: Int32) -> Int32 {
    switch format {
    case 0: return Current.answer(Current.plan?.plan.svgFile())
    case 1: return Current.answer(Current.plan?.plan.dxfFile())
    default: return 0
    }
}

/// The last map (see `DepthEstimateRecord`), what changed in the surfaces (see `MeshUpdateRecord`), the last measured
/// thing (see `ThingRecord`), the last floor plan (see `FloorPlanRecord`) or the last file, whichever was made last.
@_expose(wasm, "sightline_depth_result")
@_cdecl("sightline_depth_result")
public func sightlineDepthResult() -> UnsafeMutablePointer<UInt8> {
    let start = Current.result.baseAddress ?? UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
    return start.assumingMemoryBound(to: UInt8.self)
}
