// Drawing a session into the host's canvas, which Web/sightline/webgl.js binds.

import Geometry
import Rendering

/// Opens the view of a session on the canvas that the host has chosen; 0 where it cannot be drawn on.
@_expose(wasm, "sightline_view_open")
@_cdecl("sightline_view_open")
public func sightlineViewOpen(_ handle: UnsafeMutableRawPointer) -> Int32 {
    let session = engineSession(handle)
    do {
        session.view = try EngineView()
        return 1
    } catch {
        return 0
    }
}

/// Smooths the view's edges with so many samples a pixel, 1…8, from the next picture on; 1 leaves them rough, and costs less.
@_expose(wasm, "sightline_view_smooth")
@_cdecl("sightline_view_smooth")
public func sightlineViewSmooth(_ handle: UnsafeMutableRawPointer, _ samples: Int32) {
    engineSession(handle).view?.smooth(samples: Int(min(8, max(1, samples))))
}

/// Draws the last frame; 0 where that fails or no view is open.
///
/// `texture` names the host's texture with the picture, 0 for the gray picture that the engine keeps. `turn` is 0…3 quarter turns
/// clockwise, `fit` 0 to fill the view or 1 to show the whole picture, `parts` the sum of 1 planes, 4 anchors, 8 measuring, 16 assisting,
/// 32 drawing, 64 billboard.
@_expose(wasm, "sightline_view_draw")
@_cdecl("sightline_view_draw")
public func sightlineViewDraw(
    _ handle: UnsafeMutableRawPointer,
    _ texture: Int32,
    _ width: Int32,
    _ height: Int32,
    _ turn: Int32,
    _ fit: Int32,
    _ parts: Int32
) -> Int32 {
    let session = engineSession(handle)
    let turns: [QuarterTurn] = [.none, .clockwise, .half, .counterclockwise]
    guard let view = session.view, width > 0, height > 0, width <= 8192, height <= 8192 else { return 0 }
    do {
        try view.draw(
            session,
            texture: UInt32(bitPattern: texture),
            viewSize: SIMD2(Int(width), Int(height)),
            turn: turns[Int(turn & 3)],
            fit: fit == 1 ? .whole : .fill,
            parts: EngineView.Parts(rawValue: parts)
        )
        return 1
    } catch {
        return 0
    }
}

/// The pixel of the camera's picture, x and y, that the view shows at a place, (0, 0) top left, (1, 1) bottom right.
///
/// Empty before the first picture was drawn.
@_expose(wasm, "sightline_view_pixel")
@_cdecl("sightline_view_pixel")
public func sightlineViewPixel(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard let viewpoint = session.view?.viewpoint else { return session.answer.numbers([]) }
    let pixel = viewpoint.picturePixel(ofView: Vector2(x, y))
    return session.answer.numbers([pixel.x, pixel.y])
}
