import Geometry
import Imaging

/// Finds and reads QR codes and AprilTags in a gray image.
///
/// The image is searched in several sizes. A code that was read is fitted once more to all edges between its dark and
/// light modules, which gives its corners with sub-pixel accuracy.
public struct CodeDetector: Sendable {
    /// The options of the search.
    public var options: CodeOptions

    /// Creates a detector.
    public init(options: CodeOptions = CodeOptions()) { self.options = options }

    /// The codes in an image, QR codes first.
    public func detect(in image: GrayImage) -> [DetectedCode] {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return detect(in: PixelView(base: base, width: image.width, height: image.height))
        }
    }

    /// The same for `width * height` bytes without padding.
    public func detect(in pixels: UnsafePointer<UInt8>, width: Int, height: Int) -> [DetectedCode] {
        detect(in: PixelView(base: pixels, width: width, height: height))
    }

    private func detect(in view: PixelView) -> [DetectedCode] {
        guard min(view.width, view.height) >= 16 else { return [] }
        let levels = ImageLevel.levels(of: view, doubled: options.searchesSmallModules)
        var codes: [DetectedCode] = []
        if options.kinds.contains(.qr) { codes += QRReader(view: view).read(levels) }
        if options.kinds.contains(.aprilTag36h11) {
            codes += AprilTagReader(view: view, maximumCorrectedBits: options.maximumCorrectedBits).read(levels)
        }
        return codes
    }
}
