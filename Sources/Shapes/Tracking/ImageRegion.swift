/// A part of an image in colour, averaged over blocks so that sampling it does not alias.
final class ImageRegion {
    /// Red, green, blue and a spare byte a pixel.
    private(set) var pixels: UnsafePointer<UInt8>
    private(set) var width = 0
    private(set) var height = 0
    /// The image's pixel at which the region begins.
    private(set) var origin = SIMD2<Float>.zero
    /// Pixels of the image along a side of one of the region's.
    private(set) var factor: Float = 1
    private var storage = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    private var capacity = 16

    init() { pixels = UnsafePointer(storage) }

    deinit { storage.deallocate() }

    /// Loads the square around a centre, for sampling every `step` pixels.
    func load(_ image: ImagePixels, about centre: SIMD2<Float>, halfSide: Float, step: Float) {
        guard image.width >= 2, image.height >= 2 else { return loadThin(image) }
        let k = max(1, min(Int(step), min(image.width, image.height) / 2))
        if k == 1 && image.channels == 4 {
            pixels = image.pixels
            width = image.width
            height = image.height
            origin = .zero
            factor = 1
            return
        }
        let x0 = max(0, min(image.width - 2 * k, Int(centre.x - halfSide)))
        let y0 = max(0, min(image.height - 2 * k, Int(centre.y - halfSide)))
        let x1 = max(x0 + 2 * k, min(image.width, Int(centre.x + halfSide) + 1))
        let y1 = max(y0 + 2 * k, min(image.height, Int(centre.y + halfSide) + 1))
        width = (x1 - x0) / k
        height = (y1 - y0) / k
        origin = SIMD2(Float(x0), Float(y0))
        factor = Float(k)
        reserve(4 * width * height + 16)
        pixels = UnsafePointer(storage)
        let first = image.pixels + (y0 * image.width + x0) * image.channels
        if image.channels == 1 { averageGray(first, image.width, k) } else { averageColor(first, image.width, k) }
    }

    /// Loads an image that is one pixel wide or high with its edge repeated, because a sample needs two pixels each
    /// way.
    private func loadThin(_ image: ImagePixels) {
        width = max(2, image.width)
        height = max(2, image.height)
        origin = .zero
        factor = 1
        reserve(4 * width * height + 16)
        pixels = UnsafePointer(storage)
        for y in 0..<height {
            for x in 0..<width {
                let at = (min(y, image.height - 1) * image.width + min(x, image.width - 1)) * image.channels
                for channel in 0..<4 {
                    storage[4 * (y * width + x) + channel] = image.pixels[image.channels == 1 ? at : at + channel]
                }
            }
        }
    }

    private func reserve(_ count: Int) {
        if count <= capacity { return }
        storage.deallocate()
        capacity = count
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: 0, count: capacity)
    }

    private func averageGray(_ first: UnsafePointer<UInt8>, _ rowLength: Int, _ k: Int) {
        let share = 65536 / UInt32(k * k)
        for y in 0..<height {
            for x in 0..<width {
                var sum: UInt32 = 0
                for j in 0..<k { for i in 0..<k { sum += UInt32(first[(y * k + j) * rowLength + x * k + i]) } }
                let mean = UInt8(truncatingIfNeeded: (sum * share + 32768) >> 16)
                UnsafeMutableRawPointer(storage + 4 * (y * width + x))
                    .storeBytes(of: SIMD4<UInt8>(repeating: mean), as: SIMD4<UInt8>.self)
            }
        }
    }

    private func averageColor(_ first: UnsafePointer<UInt8>, _ rowLength: Int, _ k: Int) {
        let share = SIMD4<UInt32>(repeating: 65536 / UInt32(k * k))
        let half = SIMD4<UInt32>(repeating: 32768)
        for y in 0..<height {
            for x in 0..<width {
                var sum = SIMD4<UInt32>.zero
                for j in 0..<k {
                    let row = UnsafeRawPointer(first + 4 * ((y * k + j) * rowLength + x * k))
                    for i in 0..<k {
                        let color = row.loadUnaligned(fromByteOffset: 4 * i, as: SIMD4<UInt8>.self)
                        sum &+= SIMD4<UInt32>(truncatingIfNeeded: color)
                    }
                }
                let mean = SIMD4<UInt8>(truncatingIfNeeded: (sum &* share &+ half) &>> 16)
                UnsafeMutableRawPointer(storage + 4 * (y * width + x)).storeBytes(of: mean, as: SIMD4<UInt8>.self)
            }
        }
    }
}

/// The pixels of a gray or colour image, borrowed for a call.
struct ImagePixels {
    let pixels: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    /// 1 for gray, 4 for red, green, blue, alpha.
    let channels: Int
}
