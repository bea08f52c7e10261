// What a session does, changed while it runs.

import WorldTracking

/// Changes what the session does from now on: which planes are looked for (the sum of 1 for level, 2 for upright, 4 for tilted ones), whether
/// anchors outlive a fresh start (1 or 0), whether the place is remembered (1 or 0), and, in seconds, how long an old place is looked for and how long images may be missing; 0
/// where a number cannot be.
@_expose(wasm, "sightline_session_configure")
@_cdecl("sightline_session_configure")
public func sightlineSessionConfigure(
    _ handle: UnsafeMutableRawPointer,
    _ planes: Int32,
    _ keepsAnchors: Int32,
    _ remembersPlace: Int32,
    _ relocalizationTimeout: Double,
    _ interruptionAfter: Double
) -> Int32 {
    guard (0...7).contains(planes), relocalizationTimeout >= 0, interruptionAfter > 0 else { return 0 }
    let session = engineSession(handle)
    var configuration = session.session.world.configuration
    configuration.planeDetection = PlaneDetection(rawValue: UInt8(planes))
    configuration.keepsAnchorsOverRestart = keepsAnchors != 0
    configuration.remembersPlace = remembersPlace != 0
    configuration.relocalizationTimeout = relocalizationTimeout
    configuration.interruptionAfter = interruptionAfter
    session.run(configuration)
    return 1
}

/// Forgets where the camera is: the world starts anew; 1 also removes the anchors that were set.
@_expose(wasm, "sightline_session_restart")
@_cdecl("sightline_session_restart")
public func sightlineSessionRestart(_ handle: UnsafeMutableRawPointer, _ removesAnchors: Int32) {
    let session = engineSession(handle)
    let options: RunOptions = removesAnchors != 0 ? [.resetTracking, .removeExistingAnchors] : .resetTracking
    session.run(session.session.world.configuration, options: options)
}
