// Draws a session into the host's canvas, which Web/sightline/view/webgl.js binds.

import Geometry
import Imaging
import Rendering

/// Opens the view of a session on the host's canvas; 0 if drawing on it is not possible.
@_expose(wasm, "sightline_view_open")
@_cdecl("sightline_view_open")
public func sightlineViewOpen(_ handle: UnsafeMutableRawPointer) -> Int32 {
    let session = engineSession(handle)
    do {
        try session.openedView().openCanvas()
        return 1
    } catch {
        return 0
    }
}

/// Sets the samples per pixel that smooth the view's edges, 1…8, from the next image on; 1 is fastest, without
/// smoothing.
@_expose(wasm, "sightline_view_smooth")
@_cdecl("sightline_view_smooth")
public func sightlineViewSmooth(_ handle: UnsafeMutableRawPointer, _ samples: Int32) {
    engineSession(handle).view?.samples = Int(min(8, max(1, samples)))
}

/// Hides what stands behind the surfaces of the last depth map, from the next image on, or shows it again.
@_expose(wasm, "sightline_view_hide_behind_surroundings")
@_cdecl("sightline_view_hide_behind_surroundings")
public func sightlineViewHideBehindSurroundings(_ handle: UnsafeMutableRawPointer, _ isWanted: Int32) {
    engineSession(handle).openedView().hidesBehindSurroundings = isWanted != 0
}

/// Draws the last frame; 0 if that fails or no view is open.
///
/// `texture` is the host's texture with the image, 0 for the gray image of the engine. `turn` is 0…3 clockwise
/// rotations by 90°, `fit` 0 to fill the view or 1 to show the whole image, `parts` a sum of `ViewPartCode`.
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

/// Draws the last frame over its planar image in the image memory, without a canvas.
///
/// `coding` is the sum of 1 for codes of the full range, 2 for luma weights of large images (BT.709), and 4 for chroma
/// in pairs (NV12, else I420). The result is I420, with `top` rows for the host above the view; all sides are even.
/// Valid until the next call; 0 if sizes are not valid, or if the scene needs a GPU: triangle meshes, or a lens with
/// distortion.
@_expose(wasm, "sightline_view_compose")
@_cdecl("sightline_view_compose")
public func sightlineViewCompose(
    _ handle: UnsafeMutableRawPointer,
    _ coding: Int32,
    _ imageWidth: Int32,
    _ imageHeight: Int32,
    _ width: Int32,
    _ height: Int32,
    _ top: Int32,
    _ parts: Int32
) -> UnsafeMutablePointer<UInt8>? {
    let session = engineSession(handle)
    let sides = [imageWidth, imageHeight, width, height]
    guard sides.allSatisfy({ $0 > 0 && $0 <= 8192 && $0 % 2 == 0 }), top >= 0, top <= 8192, top % 2 == 0,
        YUVImage.byteCount(width: Int(imageWidth), height: Int(imageHeight)) <= session.incoming.capacity
    else { return nil }
    let image = YUVImage(
        bytes: session.incoming.bytes,
        width: Int(imageWidth),
        height: Int(imageHeight),
        layout: coding & 4 != 0 ? .pairs : .planes,
        coding: ColorCoding(isFullRange: coding & 1 != 0, isHighDefinition: coding & 2 != 0)
    )
    return session.openedView().compose(
        session,
        over: image,
        viewSize: SIMD2(Int(width), Int(height)),
        below: Int(top),
        parts: EngineView.Parts(rawValue: parts)
    )
}

/// Converts the image in the image memory, red, green, blue, alpha, to planes (I420, BT.601), for
/// `sightline_view_compose`.
///
/// Valid until the next call of either; 0 if its sides are odd or not valid.
@_expose(wasm, "sightline_view_planes_of_colors")
@_cdecl("sightline_view_planes_of_colors")
public func sightlineViewPlanesOfColors(
    _ handle: UnsafeMutableRawPointer,
    _ width: Int32,
    _ height: Int32
) -> UnsafeMutablePointer<UInt8>? {
    let session = engineSession(handle)
    guard width > 0, height > 0, width <= 8192, height <= 8192, width % 2 == 0, height % 2 == 0,
        Int(width) * Int(height) * 4 <= session.incoming.capacity
    else { return nil }
    return session.openedView().planes(ofColors: session.incoming.bytes, width: Int(width), height: Int(height))
}

/// The pixel of the camera's image, x and y, at a position of the view, (0, 0) top left, (1, 1) bottom right.
///
/// Empty before the first image was drawn.
@_expose(wasm, "sightline_view_pixel")
@_cdecl("sightline_view_pixel")
public func sightlineViewPixel(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard let viewpoint = session.view?.viewpoint else { return session.answer.numbers([]) }
    let pixel = viewpoint.imagePixel(ofView: Vector2(x, y))
    return session.answer.numbers([pixel.x, pixel.y])
}
