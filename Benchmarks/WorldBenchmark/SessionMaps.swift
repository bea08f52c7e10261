import Depth
import Geometry
import WorldTracking

/// The depth maps of a session's keyframes, five per second at most, as in the browser.
struct SessionMaps {
    private let estimator = DepthEstimator(configuration: Session.depthConfiguration)
    private var epoch: Int32?
    private var last: Int64?
    private static let interval: Int64 = 200_000_000

    /// Takes the session's keyframe, if there is one; `begin` is called with it if its world is a new one.
    mutating func keyframe(_ session: Session, begin: () -> Void = {}) -> DepthKeyframe? {
        guard let keyframe = session.takeDepthKeyframe() else { return nil }
        if keyframe.epoch != epoch {
            estimator.reset()
            begin()
            epoch = keyframe.epoch
        }
        estimator.add(keyframe)
        return keyframe
    }

    /// Whether a keyframe's map is due.
    func isDue(_ keyframe: DepthKeyframe) -> Bool {
        last.map { keyframe.timestampNanoseconds - $0 >= Self.interval } ?? true
    }

    /// Makes a keyframe's map and hands it to the session; false if it has none.
    mutating func makeMap(of keyframe: DepthKeyframe, _ session: Session) -> Bool {
        guard let map = estimator.depthMap(landmarks: keyframe.landmarks) else { return false }
        last = keyframe.timestampNanoseconds
        return session.take(map, epoch: keyframe.epoch, nearDepth: estimator.nearDepth)
    }
}
