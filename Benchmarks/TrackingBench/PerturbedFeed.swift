import Geometry
import Imaging
import Odometry

/// Passes a recording's events to an odometry with a perturbation applied.
struct PerturbedFeed {
    private let perturbation: Perturbation
    private let first: Int64
    private var pictures = 0
    private var samples = 0
    private var gathered: [InertialSample] = []
    private var nextPictureTime = -Double.infinity
    private var generator = SeededGenerator(seed: 7)
    private var lastSample: InertialSample?
    private var lastPicture: GrayImage?
    private var firstPicture: GrayImage?

    init(_ perturbation: Perturbation, first: Int64) {
        self.perturbation = perturbation
        self.first = first
    }

    /// Hands an event on; false where it is left out.
    mutating func give(_ event: LoadedRecording.Event, to odometry: VisualInertialOdometry) -> Bool {
        switch event {
        case .inertial(let sample): give(sample, to: odometry)
        case .picture(let picture, let stamp): give(picture, stamp, to: odometry)
        }
    }

    private mutating func give(_ sample: InertialSample, to odometry: VisualInertialOdometry) -> Bool {
        let time = Double(sample.timestampNanoseconds - first) * 1e-9
        samples += 1
        guard time > perturbation.start - 1 else { return false }
        if perturbation.averagesSamples { gathered.append(sample) }
        guard samples.isMultiple(of: perturbation.sampleStep) else { return false }
        if let missing = perturbation.missing, missing.contains(time) { return false }
        var noisy = mean ?? sample
        noisy.angularVelocity += normals() * (perturbation.gyroscopeNoise * 14.1)
        noisy.specificForce += normals() * (perturbation.accelerometerNoise * 14.1)
        odometry.add(faulty(noisy, at: time))
        gathered.removeAll(keepingCapacity: true)
        return true
    }

    /// The sample with the perturbation's faults.
    private mutating func faulty(_ sample: InertialSample, at time: Double) -> InertialSample {
        var result = sample
        if let range = perturbation.frozenSamples, range.contains(time), let last = lastSample {
            result.angularVelocity = last.angularVelocity
            result.specificForce = last.specificForce
        }
        lastSample = result
        if let interval = perturbation.spikeInterval, samples.isMultiple(of: interval) {
            result.angularVelocity += normals() * 20
            result.specificForce += normals() * 200
        }
        return result
    }

    /// The image with the perturbation's faults.
    private mutating func faulty(_ picture: GrayImage, at time: Double) -> GrayImage {
        var result = picture
        if let range = perturbation.frozenPictures, range.contains(time), let last = lastPicture { result = last }
        if perturbation.fixedShare > 0 {
            let still = firstPicture ?? picture
            firstPicture = still
            for y in 0..<result.height {
                for x in 0..<Int(Double(result.width) * perturbation.fixedShare) { result[x, y] = still[x, y] }
            }
        }
        lastPicture = result
        return result
    }

    /// The mean of the samples gathered, at the mean of their times; nil if none are gathered.
    private var mean: InertialSample? {
        guard let first = gathered.first else { return nil }
        let count = Double(gathered.count)
        let late = gathered.reduce(0) { $0 + ($1.timestampNanoseconds - first.timestampNanoseconds) }
        return InertialSample(
            timestampNanoseconds: first.timestampNanoseconds + late / Int64(gathered.count),
            angularVelocity: gathered.reduce(Vector3.zero) { $0 + $1.angularVelocity } / count,
            specificForce: gathered.reduce(Vector3.zero) { $0 + $1.specificForce } / count
        )
    }

    private mutating func give(_ picture: GrayImage, _ stamp: Int64, to odometry: VisualInertialOdometry) -> Bool {
        let time = Double(stamp - first) * 1e-9
        pictures += 1
        guard time >= perturbation.start, pictures.isMultiple(of: perturbation.pictureStep) else { return false }
        if let rate = perturbation.pictureRate {
            // A tenth of the interval early is on time: stamps are uneven.
            guard time >= nextPictureTime - 0.1 / rate else { return false }
            nextPictureTime = max(nextPictureTime + 1 / rate, time)
        }
        var shown = perturbation.isHalved ? Perturbation.halved(picture) : picture
        if let black = perturbation.black, black.contains(time) {
            shown = GrayImage(width: shown.width, height: shown.height)
        }
        shown = perturbation.dimmed(shown, with: &generator)
        odometry.add(faulty(shown, at: time), timestampNanoseconds: stamp)
        return true
    }

    private mutating func normals() -> Vector3 {
        Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
    }
}
