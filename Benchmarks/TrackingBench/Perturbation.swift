import Geometry
import Imaging
import Odometry

/// A harmless or less harmless change of a recording: what only works without it is worth nothing.
struct Perturbation {
    var name: String
    /// Where to begin, seconds after the first image.
    var start = 0.0
    /// Only every so many images, and samples, are used.
    var pictureStep = 1
    var sampleStep = 1
    /// Whether a used sample is the mean of those since the last used one, as sensors with a low rate give it.
    var averagesSamples = false
    /// Pictures of half the size.
    var isHalved = false
    /// Added noise of the inertial sensors, rad/s/√Hz and m/s²/√Hz.
    var gyroscopeNoise = 0.0
    var accelerometerNoise = 0.0
    /// Pictures are black, or samples missing, between these seconds.
    var black: ClosedRange<Double>?
    var missing: ClosedRange<Double>?

    static let all: [Perturbation] = [
        Perturbation(name: "from 5 s", start: 5),
        Perturbation(name: "from 10 s", start: 10),
        Perturbation(name: "from 15 s", start: 15),
        Perturbation(name: "every second picture", pictureStep: 2),
        Perturbation(name: "samples at 100 Hz", sampleStep: 2),
        Perturbation(name: "samples at 100 Hz, means of two", sampleStep: 2, averagesSamples: true),
        Perturbation(name: "samples at 67 Hz", sampleStep: 3),
        Perturbation(name: "half the size", isHalved: true),
        Perturbation(name: "noisy samples", gyroscopeNoise: 1e-3, accelerometerNoise: 1e-2),
        Perturbation(name: "black for 3 s", black: 10...13),
        Perturbation(name: "black for 3 s from 15 s on", black: 15...18),
        Perturbation(name: "black for 3 s from 18 s on", black: 18...21),
        Perturbation(name: "no samples for 1 s", missing: 10...11),
    ]

    /// An image with a quarter of the pixels, each the mean of four.
    static func halved(_ picture: GrayImage) -> GrayImage {
        var half = GrayImage(width: picture.width / 2, height: picture.height / 2)
        for y in 0..<half.height {
            for x in 0..<half.width {
                let upper = Int(picture[2 * x, 2 * y]) + Int(picture[2 * x + 1, 2 * y])
                let lower = Int(picture[2 * x, 2 * y + 1]) + Int(picture[2 * x + 1, 2 * y + 1])
                half[x, y] = UInt8((upper + lower + 2) / 4)
            }
        }
        return half
    }
}
