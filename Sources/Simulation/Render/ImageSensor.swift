import Foundation
import Geometry
import Imaging

/// Turns light into an image: gain, vignetting, noise, eight bits.
struct ImageSensor: Sendable {
    private static let noiseCount = 1 << 18
    private let noise: [Float]
    private let vignette: [Float]
    private let camera: CameraModel
    private let noiseSigma: Float

    init(camera: CameraModel, noise sigma: Double) {
        self.camera = camera
        noiseSigma = Float(sigma)
        var generator = SeededGenerator(seed: 0xCA_4E7A)
        noise = (0..<Self.noiseCount).map { _ in Float(generator.nextNormal()) }
        let centre = camera.sizePixels / 2
        let corner = dot(centre, centre)
        var falloff: [Float] = []
        falloff.reserveCapacity(camera.width * camera.height)
        for y in 0..<camera.height {
            for x in 0..<camera.width {
                let offset = Vector2(Double(x) + 0.5, Double(y) + 0.5) - centre
                falloff.append(Float(1 - 0.28 * dot(offset, offset) / corner))
            }
        }
        vignette = falloff
    }

    /// The image of the light of four samples a pixel with one gain for all rows; `seed` chooses the noise.
    func image(_ light: [SIMD4<Float>], stride: Int, gain: Float, seed: UInt64) -> ColorImage {
        image(light, stride: stride, gains: [Float](repeating: gain, count: camera.height), tone: 1, seed: seed)
    }

    /// The image of the light of four samples a pixel, with a gain for each row.
    ///
    /// `tone` is the exponent of the tone curve relative to the usual square root; `seed` chooses the noise.
    func image(_ light: [SIMD4<Float>], stride: Int, gains: [Float], tone: Float, seed: UInt64) -> ColorImage {
        var generator = SeededGenerator(seed: seed)
        let count = camera.width * camera.height
        let bytes = [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, filled in
            for y in 0..<camera.height {
                let gain = gains[y]
                let shift = Int(truncatingIfNeeded: generator.next()) & (Self.noiseCount - 1)
                for x in 0..<camera.width {
                    let at = y * camera.width + x
                    let linear = light[y * stride + x] * (gain * vignette[at] * 0.25)
                    // Highlights roll off as film does; the rest is the square root that displays undo.
                    let soft = linear / (linear * 0.22 + 0.86)
                    let lit = soft.replacing(with: 0, where: soft .< 0)
                    var shown = (tone == 1 ? lit.squareRoot() : Self.power(lit, tone / 2)) * 255
                    if noiseSigma > 0 {
                        let common = noise[(shift + x * 3) & (Self.noiseCount - 1)]
                        let own = SIMD4(
                            noise[(shift + x * 3 + 1) & (Self.noiseCount - 1)],
                            noise[(shift + x * 3 + 2) & (Self.noiseCount - 1)],
                            noise[(shift + x * 3 + 7) & (Self.noiseCount - 1)],
                            0
                        )
                        let brightness = (shown.x + shown.y + shown.z) / 3
                        // Photon noise is even after the square root; reading noise shows in the dark.
                        let strength = noiseSigma * (0.8 + 40 / (brightness + 60))
                        shown += (own * 0.7 + common * 0.8) * (strength * 0.75)
                    }
                    let rounded = shown.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) + 0.5
                    // Each by itself: for the conversion of a whole vector the compiler calls a general function.
                    bytes[4 * at] = UInt8(rounded.x)
                    bytes[4 * at + 1] = UInt8(rounded.y)
                    bytes[4 * at + 2] = UInt8(rounded.z)
                    bytes[4 * at + 3] = 255
                }
            }
            filled = count * 4
        }
        return ColorImage(width: camera.width, height: camera.height, bytes: bytes)
    }

    private static func power(_ light: SIMD4<Float>, _ exponent: Float) -> SIMD4<Float> {
        SIMD4(pow(light.x, exponent), pow(light.y, exponent), pow(light.z, exponent), 0)
    }
}
