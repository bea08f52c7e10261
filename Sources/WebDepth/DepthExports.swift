import Depth
import Geometry
import Reconstruction

// The estimator of depth maps is a separate WebAssembly module, so that a page without depth does not load it, and a
// page with it runs it in a worker of its own.

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
public func sightlineDepthReset() { Current.reset() }

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

/// The last map (see `DepthEstimateRecord`), what changed in the surfaces (see `MeshUpdateRecord`), the last measured
/// thing (see `ThingRecord`), the last floor plan (see `FloorPlanRecord`) or the last file, whichever was made last.
@_expose(wasm, "sightline_depth_result")
@_cdecl("sightline_depth_result")
public func sightlineDepthResult() -> UnsafeMutablePointer<UInt8> {
    let start = Current.result.baseAddress ?? UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
    return start.assumingMemoryBound(to: UInt8.self)
}
