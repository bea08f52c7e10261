import Geometry
import Imaging
import Odometry

/// A realistic change of a recording: a method that works only without it is not useful.
struct Perturbation {
    var name: String
    /// Where to begin, seconds after the first image.
    var start = 0.0
    /// Only every so many images, and samples, are used.
    var pictureStep = 1
    /// The most images per second that are used; nil uses all.
    var pictureRate: Double?
    /// The share of the light that is left, and the standard deviation of added noise, gray levels.
    var light = 1.0
    var pictureNoise = 0.0
    var sampleStep = 1
    /// Whether a used sample is the mean of those since the last used one, as sensors with a low rate give it.
    var averagesSamples = false
    /// Images of half the size.
    var isHalved = false
    /// Added noise of the inertial sensors, rad/s/√Hz and m/s²/√Hz.
    var gyroscopeNoise = 0.0
    var accelerometerNoise = 0.0
    /// Images are black, or samples missing, between these seconds.
    var black: ClosedRange<Double>?
    var missing: ClosedRange<Double>?

    /// One in so many inertial samples is a spike.
    var spikeInterval: Int?
    /// Samples, or images, repeat the last one between these seconds.
    var frozenSamples: ClosedRange<Double>?
    var frozenPictures: ClosedRange<Double>?
    /// The share of the image, from the left, that shows the first image all the time.
    var fixedShare = 0.0

    /// When the fault begins, seconds after the first image; nil if there is none.
    var faultStart: Double? {
        frozenSamples?.lowerBound ?? frozenPictures?.lowerBound
            ?? (spikeInterval != nil || fixedShare > 0 ? 0 : nil)
    }

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

    static let asRecorded = Perturbation(name: "as recorded")

    /// Low rates, and half the light with noise.
    static let rates: [Perturbation] = [
        Perturbation(name: "10 per second", pictureRate: 10),
        Perturbation(name: "6.7 per second", pictureRate: 6.7),
        Perturbation(name: "5 per second", pictureRate: 5),
        Perturbation(name: "dim and noisy", light: 0.5, pictureNoise: 8),
        Perturbation(name: "5 per second, dim and noisy", pictureRate: 5, light: 0.5, pictureNoise: 8),
    ]

    /// Faults of the sensors, which must be noticed.
    static let faults: [Perturbation] = [
        Perturbation(name: "one spike in 97 samples", spikeInterval: 97),
        Perturbation(name: "samples frozen for 3 s", frozenSamples: 2...5),
        Perturbation(name: "images frozen for 3 s", frozenPictures: 2...5),
        Perturbation(name: "half of the image fixed", fixedShare: 0.5),
    ]

    /// An image with a share of the light and added noise.
    func dimmed(_ picture: GrayImage, with generator: inout SeededGenerator) -> GrayImage {
        guard light != 1 || pictureNoise > 0 else { return picture }
        var dim = picture
        for index in dim.pixels.indices {
            let value = Double(dim.pixels[index]) * light + generator.nextNormal() * pictureNoise
            dim.pixels[index] = UInt8(min(max(value, 0), 255).rounded())
        }
        return dim
    }

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
