// Rays of the world with which the tools aim: a hand or a controller of a headset.

import Geometry
import WorldTracking

/// From now on the tools aim along a ray of the world, metres; returns 0 if there is no such ray.
@_expose(wasm, "sightline_session_point")
@_cdecl("sightline_session_point")
public func sightlineSessionPoint(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ z: Double,
    _ directionX: Double,
    _ directionY: Double,
    _ directionZ: Double
) -> Int32 {
    let (origin, direction) = (Vector3(x, y, z), Vector3(directionX, directionY, directionZ))
    guard let ray = EngineSession.pointingRay(origin, direction) else { return 0 }
    engineSession(handle).pointer = Camera(along: ray)
    return 1
}

/// From now on the tools aim through the image again.
@_expose(wasm, "sightline_session_stop_pointing")
@_cdecl("sightline_session_stop_pointing")
public func sightlineSessionStopPointing(_ handle: UnsafeMutableRawPointer) {
    engineSession(handle).pointer = nil
}

extension EngineSession {
    /// A ray of the host's numbers; nil if they are not finite or have no direction.
    static func pointingRay(_ origin: Vector3, _ direction: Vector3) -> Ray? {
        guard origin.isFinite, direction.isFinite, direction.length > 1e-6 else { return nil }
        return Ray(origin: origin, direction: direction.normalized)
    }
}
