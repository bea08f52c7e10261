import Depth
import Geometry
import Imaging

/// Selects keyframes among a recording's images and makes depth maps of them at an interval.
final class DepthMapMaker {
    /// An image with its pose.
    struct View {
        let image: GrayImage
        let lens: CameraModel
        let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
        let motion: CameraMotion?
        let timestampNanoseconds: Int64
        let landmarks: [Vector3]
        /// The relative standard deviation of the world's scale.
        let scaleSigma: Double
    }

    /// The entries of the maps made so far.
    private(set) var entries: [DepthMapFiles.Entry] = []
    /// The number of processed images.
    private(set) var imageCount = 0

    private let estimator: DepthEstimator
    private let every: Double
    private let lookahead: Int
    private var first: Int64?
    private var due = 0
    private var waiting: [View] = []

    init(estimator: DepthEstimator, every: Double, lookahead: Int) {
        self.estimator = estimator
        self.every = every
        self.lookahead = lookahead
    }

    /// Counts an image, whether its pose is known or not: times are relative to the first one.
    func note(timestampNanoseconds: Int64) {
        imageCount += 1
        first = first ?? timestampNanoseconds
    }

    /// Adds a counted image; finished maps go to `write`.
    func add(_ view: View, _ write: (DepthMap) throws -> Void) throws {
        let start = first ?? view.timestampNanoseconds
        let seconds = Double(view.timestampNanoseconds - start) * 1e-9
        let isDue = seconds >= Double(due) * every - 1e-9
        guard isDue || estimator.wantsKeyframe(at: view.worldFromOptical) else { return }
        let isAdded = estimator.add(
            view.image,
            lens: view.lens,
            worldFromOptical: view.worldFromOptical,
            motion: view.motion,
            timestampNanoseconds: view.timestampNanoseconds
        )
        guard isAdded else { return }
        if isDue {
            due = Int(seconds / every) + 1
            waiting.append(view)
        }
        try makeMaps(write) { later in later >= self.lookahead }
    }

    /// Makes the maps that still wait for later keyframes.
    func finish(_ write: (DepthMap) throws -> Void) throws { try makeMaps(write) { _ in true } }

    private func makeMaps(_ write: (DepthMap) throws -> Void, isReady: (Int) -> Bool) throws {
        while let view = waiting.first {
            let keyframes = estimator.keyframes
            let later = keyframes.count { $0 > view.timestampNanoseconds }
            guard isReady(later) else { return }
            waiting.removeFirst()
            let clock = ContinuousClock()
            let start = clock.now
            let map = estimator.depthMap(of: view.timestampNanoseconds, landmarks: view.landmarks)
            let seconds = (clock.now - start) / .seconds(1)
            guard let map else { continue }
            entries.append(DepthMapFiles.Entry(map, scaleSigma: view.scaleSigma, seconds: seconds))
            try write(map)
        }
    }
}
