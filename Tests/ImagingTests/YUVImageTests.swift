import Imaging
import Testing

@Suite("Pictures in planes")
struct YUVImageTests {
    /// Bytes with the image over them.
    private func withPicture<Result>(
        _ bytes: inout [UInt8],
        _ width: Int,
        _ height: Int,
        _ layout: YUVImage.Layout = .planes,
        _ body: (YUVImage) -> Result
    ) -> Result {
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a picture has bytes") }
            return body(YUVImage(bytes: start, width: width, height: height, layout: layout))
        }
    }

    private func filled(
        _ source: [UInt8],
        _ size: (Int, Int),
        _ layout: YUVImage.Layout = .planes,
        to targetSize: (Int, Int),
        below top: Int = 0,
        scale: SIMD2<Double> = .one,
        origin: SIMD2<Double> = .zero
    ) -> [UInt8] {
        var source = source
        var target = [UInt8](repeating: 7, count: YUVImage.byteCount(width: targetSize.0, height: targetSize.1))
        withPicture(&source, size.0, size.1, layout) { source in
            withPicture(&target, targetSize.0, targetSize.1) { target in
                target.fill(below: top, from: source, scale: scale, origin: origin)
            }
        }
        return target
    }

    /// An image of 8 × 4 pixels with a byte of its own everywhere.
    private let numbered = (0..<48).map { UInt8($0 * 5) }

    @Test("a picture of the same size is copied, below the rows that are left, in planes whatever it came in")
    func copy() {
        #expect(filled(numbered, (8, 4), to: (8, 4)) == numbered)
        let lower = filled(numbered, (8, 4), to: (8, 6), below: 2)
        #expect(Array(lower[16..<48]) == Array(numbered[..<32]))
        #expect(lower[..<16].allSatisfy { $0 == 7 })
        #expect(Array(lower[52..<60]) == Array(numbered[32..<40]))
        #expect(Array(lower[64..<72]) == Array(numbered[40..<48]))
        let pairs = Array(numbered[..<32]) + zip(numbered[32..<40], numbered[40..<48]).flatMap { [$0, $1] }
        #expect(filled(pairs, (8, 4), .pairs, to: (8, 4)) == numbered)
    }

    @Test(
        "at half size a pixel is the mean of four, at double size between its neighbours, beyond the edge like the edge"
    )
    func scale() {
        let half = filled(numbered, (8, 4), to: (4, 2), scale: SIMD2(2, 2))
        let mean = (Int(numbered[0]) + Int(numbered[1]) + Int(numbered[8]) + Int(numbered[9]) + 2) / 4
        #expect(abs(Int(half[0]) - mean) <= 1)
        let double = filled(numbered, (8, 4), to: (16, 8), scale: SIMD2(0.5, 0.5))
        #expect(double[0] == numbered[0])
        // A quarter to the right of and below the first pixel's middle.
        let expected = 0.75 * (0.75 * 0 + 0.25 * 5) + 0.25 * (0.75 * 40 + 0.25 * 45)
        #expect(abs(Double(double[16 + 1]) - expected) <= 1)
        #expect(double[7 * 16 + 15] == numbered[31])
    }

    @Test("brightness becomes gray, of the full range or not, and smaller by whole numbers")
    func gray() {
        let luma: [UInt8] = [0, 16, 126, 235, 255, 16]
        func converted(_ luma: [UInt8], _ width: Int, _ factor: Int, _ isFull: Bool) -> [UInt8] {
            let height = luma.count / width
            var gray = [UInt8](repeating: 9, count: (width / factor) * (height / factor))
            LumaConversion.convert(
                luma: luma,
                width: width,
                height: height,
                factor: factor,
                isFullRange: isFull,
                gray: &gray
            )
            return gray
        }
        #expect(converted(luma, 6, 1, false) == [0, 0, 128, 255, 255, 0])
        #expect(converted(luma, 6, 1, true) == luma)
        #expect(converted([10, 20, 30, 40, 10, 20, 30, 40], 4, 2, true) == [15, 35])
        #expect(converted([16, 16, 235, 235, 16, 16, 235, 235], 4, 2, false) == [0, 255])
        #expect(converted([UInt8](repeating: 60, count: 90), 9, 3, true) == [60, 60, 60, 60, 60, 60, 60, 60, 60])
        // What is left over at the right and below is left out.
        #expect(converted([UInt8](repeating: 60, count: 35), 7, 3, true) == [60, 60])
    }

    @Test("colours become planes and come back from their codes")
    func colors() {
        let colors: [SIMD3<Float>] = [
            SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), .one, .zero, SIMD3(0.2, 0.6, 0.4),
        ]
        for color in colors {
            let pixel = [UInt8(color.x * 255), UInt8(color.y * 255), UInt8(color.z * 255), 255]
            var bytes = [UInt8](repeating: 0, count: 6)
            withPicture(&bytes, 2, 2) { $0.fill(fromColors: [pixel, pixel, pixel, pixel].flatMap { $0 }) }
            let codes = ColorCoding().codes(of: color)
            let expected = [codes.x + 16, codes.y + 128, codes.z + 128]
            for (byte, code) in zip([bytes[0], bytes[4], bytes[5]], expected) {
                #expect(abs(Float(byte) - code) <= 1.5)
            }
            #expect(Set(bytes[..<4]).count == 1)
        }
        let white = ColorCoding(isFullRange: true, isHighDefinition: true).codes(of: .one)
        #expect(abs(white.x - 255) < 1e-3 && abs(white.y) < 1e-3 && abs(white.z) < 1e-3)
    }
}
