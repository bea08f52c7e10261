// Depth maps: the engine chooses keyframes, the module WebDepth makes maps of them, and the engine takes those.

import Geometry
import WorldTracking

/// Chooses keyframes for depth maps from now on.
@_expose(wasm, "sightline_session_start_depth")
@_cdecl("sightline_session_start_depth")
public func sightlineSessionStartDepth(_ handle: UnsafeMutableRawPointer) {
    engineSession(handle).session.startDepthKeyframes()
}

/// Chooses no keyframes any more; the last depth map stays.
@_expose(wasm, "sightline_session_stop_depth")
@_cdecl("sightline_session_stop_depth")
public func sightlineSessionStopDepth(_ handle: UnsafeMutableRawPointer) {
    engineSession(handle).session.stopDepthKeyframes()
}

/// Answers with the newest image that is far enough from the last keyframe taken (see `DepthKeyframeRecord`), or with
/// nothing.
@_expose(wasm, "sightline_session_take_depth_keyframe")
@_cdecl("sightline_session_take_depth_keyframe")
public func sightlineSessionTakeDepthKeyframe(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard let keyframe = session.session.takeDepthKeyframe() else { return session.answer.bytes([]) }
    return session.answer.raw(DepthKeyframeRecord.byteCount(of: keyframe)) { memory in
        DepthKeyframeRecord.write(keyframe, to: memory)
    }
}

/// Takes a depth map that was made of such keyframes (see `DepthEstimateRecord` and `DepthMapResultCode`).
@_expose(wasm, "sightline_session_set_depth_map")
@_cdecl("sightline_session_set_depth_map")
public func sightlineSessionSetDepthMap(
    _ handle: UnsafeMutableRawPointer,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> Int32 {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(max(0, count)))
    guard let estimate = DepthEstimateRecord.estimate(buffer) else { return DepthMapResultCode.damaged.rawValue }
    let isTaken = engineSession(handle).session.take(
        estimate.map,
        epoch: estimate.epoch,
        nearDepth: estimate.nearDepth
    )
    return (isTaken ? DepthMapResultCode.done : .earlierWorld).rawValue
}

/// Answers with the last depth map's record in the world as it is now (see `DepthMapRecord`), or with nothing.
@_expose(wasm, "sightline_session_depth_map")
@_cdecl("sightline_session_depth_map")
public func sightlineSessionDepthMap(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard let map = session.session.world.depthMap else { return session.answer.bytes([]) }
    return session.answer.record(of: DepthMapRecord.count) { DepthMapRecord.write(map, to: $0) }
}
