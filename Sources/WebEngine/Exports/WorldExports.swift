// The world: anchors, events, hit tests.

import Geometry
import WorldTracking

/// The anchors of the last frame, planes among them (see `AnchorRecord`); their number is in the frame's record.
@_expose(wasm, "sightline_session_anchors")
@_cdecl("sightline_session_anchors")
public func sightlineSessionAnchors(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    engineSession(handle).anchors.numbers
}

/// The boundary points of all planes of the last frame: x and z in their anchors' axes, 64-bit floats.
@_expose(wasm, "sightline_session_boundaries")
@_cdecl("sightline_session_boundaries")
public func sightlineSessionBoundaries(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    engineSession(handle).boundaries.numbers
}

/// The events up to the last frame (see `EventRecord`); their number is in the frame's record.
@_expose(wasm, "sightline_session_events")
@_cdecl("sightline_session_events")
public func sightlineSessionEvents(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    engineSession(handle).events.numbers
}

/// Casts a ray through a pixel of the last frame, for a set of types (bits of `HitTestTypes`); returns the number of
/// hits.
@_expose(wasm, "sightline_session_hit_test")
@_cdecl("sightline_session_hit_test")
public func sightlineSessionHitTest(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ types: Int32
) -> Int32 {
    let wanted = HitTestTypes(rawValue: UInt8(truncatingIfNeeded: types))
    return Int32(truncatingIfNeeded: engineSession(handle).hitTest(Vector2(x, y), types: wanted))
}

/// The hits of the last hit test, nearest first (see `HitRecord`).
@_expose(wasm, "sightline_session_hits")
@_cdecl("sightline_session_hits")
public func sightlineSessionHits(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    engineSession(handle).hits.numbers
}

/// Adds an anchor at a hit of the last hit test and returns its identifier; 0 if there is no such hit.
@_expose(wasm, "sightline_session_add_anchor_at_hit")
@_cdecl("sightline_session_add_anchor_at_hit")
public func sightlineSessionAddAnchorAtHit(_ handle: UnsafeMutableRawPointer, _ index: Int32) -> Int32 {
    let session = engineSession(handle)
    guard session.lastHits.indices.contains(Int(index)) else { return 0 }
    return session.session.world.addAnchor(at: session.lastHits[Int(index)]).identifier
}

/// Adds an anchor at a pose in the world (quaternion x, y, z, w, translation) and returns its identifier; 0 if the pose
/// is not valid.
@_expose(wasm, "sightline_session_add_anchor")
@_cdecl("sightline_session_add_anchor")
public func sightlineSessionAddAnchor(_ handle: UnsafeMutableRawPointer, _ pose: UnsafePointer<Double>) -> Int32 {
    guard let worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace> = ConfigurationRecord.pose(pose) else {
        return 0
    }
    return engineSession(handle).session.world.addAnchor(worldFromAnchor).identifier
}

/// Removes a user's anchor; 0 if there is none with this identifier.
@_expose(wasm, "sightline_session_remove_anchor")
@_cdecl("sightline_session_remove_anchor")
public func sightlineSessionRemoveAnchor(_ handle: UnsafeMutableRawPointer, _ identifier: Int32) -> Int32 {
    engineSession(handle).session.world.removeAnchor(identifier) ? 1 : 0
}

/// The camera is interrupted (1) or available again (0).
@_expose(wasm, "sightline_session_interrupt")
@_cdecl("sightline_session_interrupt")
public func sightlineSessionInterrupt(_ handle: UnsafeMutableRawPointer, _ isInterrupted: Int32) {
    let session = engineSession(handle).session
    if isInterrupted != 0 { session.beginInterruption() } else { session.endInterruption() }
}
