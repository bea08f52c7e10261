// Rays that are cast again with every frame.

import Geometry
import WorldTracking

/// Tracks the ray through a pixel of the last frame, for a set of types (bits of `HitTestTypes`); returns the ray's
/// identifier, 0 if there is no pose or too many rays are tracked.
@_expose(wasm, "sightline_session_track_ray")
@_cdecl("sightline_session_track_ray")
public func sightlineSessionTrackRay(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ types: Int32
) -> Int32 {
    let wanted = HitTestTypes(rawValue: UInt8(truncatingIfNeeded: types))
    return engineSession(handle).session.world.trackRay(through: Vector2(x, y), types: wanted)?.identifier ?? 0
}

/// Stops tracking a ray; 0 if there is none with this identifier.
@_expose(wasm, "sightline_session_stop_ray")
@_cdecl("sightline_session_stop_ray")
public func sightlineSessionStopRay(_ handle: UnsafeMutableRawPointer, _ identifier: Int32) -> Int32 {
    engineSession(handle).session.world.stopTracking(ray: identifier) ? 1 : 0
}

/// Writes the tracked rays (see `RayRecord`), oldest first, and returns their number.
@_expose(wasm, "sightline_session_write_rays")
@_cdecl("sightline_session_write_rays")
public func sightlineSessionWriteRays(_ handle: UnsafeMutableRawPointer) -> Int32 {
    let session = engineSession(handle)
    session.rays.removeAll()
    for ray in session.session.world.rays { RayRecord.write(ray, to: &session.rays) }
    return Int32(truncatingIfNeeded: session.session.world.rays.count)
}

/// The rays that were written last.
@_expose(wasm, "sightline_session_rays")
@_cdecl("sightline_session_rays")
public func sightlineSessionRays(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    engineSession(handle).rays.numbers
}
