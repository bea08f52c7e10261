import Imaging
import Rendering
import RenderingScenes

/// Draws the reference scenes in a browser: the same Swift as natively, called through flat exports.
enum Probe {
    nonisolated(unsafe) static var context: DrawingContext?
    nonisolated(unsafe) static var renderer: Renderer?
    nonisolated(unsafe) static var pixels: [UInt8] = []
    nonisolated(unsafe) static var message: [UInt8] = []

    static func draw(_ number: Int, width: Int, height: Int, onto destination: Destination) throws(RenderingError) {
        guard let reference = ReferenceScene(rawValue: number) else { return }
        if renderer == nil {
            context = try DrawingContext()
            renderer = try Renderer()
        }
        guard let renderer else { return }
        renderer.setImage(reference.image)
        let viewpoint = reference.viewpoint(width: width, height: height)
        try renderer.draw(reference.scene, from: viewpoint, onto: destination)
        pixels = [UInt8](repeating: 0, count: width * height * 4)
        renderer.readPixels(into: &pixels)
    }
}

/// Draws a reference scene, into memory or, with 1, on the canvas, whose size it must have; 1 when that went well, else `probeMessage`
/// holds the reason.
@_expose(wasm, "probeDraw")
@_cdecl("probeDraw")
public func probeDraw(_ number: Int32, _ width: Int32, _ height: Int32, _ isOnCanvas: Int32) -> Int32 {
    do {
        let destination = isOnCanvas == 0 ? Destination.memory : .canvas
        try Probe.draw(Int(number), width: Int(width), height: Int(height), onto: destination)
        return 1
    } catch {
        if case .shaderRefused(let log) = error { Probe.message = Array(log.utf8) }
        return 0
    }
}

/// The address of the last image: width × height × 4 bytes, rows from the top.
@_expose(wasm, "probePixels")
@_cdecl("probePixels")
public func probePixels() -> UnsafeRawPointer? {
    Probe.pixels.withUnsafeBytes { $0.baseAddress }
}

/// Where the reason of a failure is.
@_expose(wasm, "probeMessage")
@_cdecl("probeMessage")
public func probeMessage() -> UnsafeRawPointer? {
    Probe.message.withUnsafeBytes { $0.baseAddress }
}

/// How long the reason is.
@_expose(wasm, "probeMessageCount")
@_cdecl("probeMessageCount")
public func probeMessageCount() -> Int32 { Int32(Probe.message.count) }

/// The draw calls of the last image.
@_expose(wasm, "probeDrawCalls")
@_cdecl("probeDrawCalls")
public func probeDrawCalls() -> Int32 { Int32(Probe.renderer?.statistics.drawCalls ?? 0) }
