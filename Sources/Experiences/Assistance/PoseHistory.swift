import Geometry
import Odometry
import WorldTracking

/// The cameras of the last seconds, so that points drawn on an old image are placed with that image's pose.
///
/// Frames that a person keeps as still images stay until they are released.
public struct PoseHistory: Sendable {
    private var entries: [PastView] = []
    private var frozen: [PastView] = []
    private let keptNanoseconds: Int64

    /// A history of a number of seconds.
    public init(seconds: Double = 15) {
        keptNanoseconds = Int64(seconds * 1e9)
    }

    /// Adds a frame's camera; ignores frames without one, or out of order.
    public mutating func add(_ frame: Frame) {
        if let change = frame.scaleChange { scale(by: change.common) }
        guard let camera = frame.camera, frame.trackingState == .normal,
            entries.last.map({ $0.timestampNanoseconds < frame.timestampNanoseconds }) ?? true
        else { return }
        entries.append(
            PastView(
                timestampNanoseconds: frame.timestampNanoseconds,
                camera: camera,
                driftVariance: frame.driftVariance,
                scaleSigma: frame.scaleSigma
            )
        )
        let oldest = frame.timestampNanoseconds - keptNanoseconds
        // In blocks, so that the array does not shift with every frame.
        if let first = entries.first, first.timestampNanoseconds < oldest - keptNanoseconds / 4 {
            entries.removeAll { $0.timestampNanoseconds < oldest }
        }
    }

    /// Keeps a frame until it is released; returns false if it is no longer known.
    @discardableResult
    public mutating func freeze(_ timestampNanoseconds: Int64) -> Bool {
        guard let entry = view(at: timestampNanoseconds) else { return false }
        if !frozen.contains(where: { $0.timestampNanoseconds == entry.timestampNanoseconds }) { frozen.append(entry) }
        if frozen.count > 8 { frozen.removeFirst() }
        return true
    }

    /// Releases a kept frame.
    public mutating func release(_ timestampNanoseconds: Int64) {
        frozen.removeAll { $0.timestampNanoseconds == timestampNanoseconds }
    }

    /// The camera of a frame, by its timestamp; the nearest within 0.1 s, since a video may drop frames.
    public func camera(at timestampNanoseconds: Int64) -> Camera? { view(at: timestampNanoseconds)?.camera }

    /// The newest camera.
    public var latest: Camera? { entries.last?.camera }

    /// Moves all cameras by a change of the world's scale.
    mutating func scale(by scaling: Scaling) {
        for index in entries.indices { entries[index].camera.scale(by: scaling) }
        for index in frozen.indices { frozen[index].camera.scale(by: scaling) }
    }

    /// The view of a frame, by its timestamp; the nearest within 0.1 s.
    func view(at timestamp: Int64) -> PastView? {
        if let exact = frozen.first(where: { $0.timestampNanoseconds == timestamp }) { return exact }
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].timestampNanoseconds < timestamp { low = middle + 1 } else { high = middle }
        }
        let around = [low - 1, low].filter { entries.indices.contains($0) }.map { entries[$0] }
        let best = around.min { abs($0.timestampNanoseconds - timestamp) < abs($1.timestampNanoseconds - timestamp) }
        guard let best, abs(best.timestampNanoseconds - timestamp) <= 100_000_000 else { return nil }
        return best
    }
}

/// The camera of a frame of the last seconds.
public struct PastView: Sendable {
    /// The frame's timestamp.
    public var timestampNanoseconds: Int64
    /// Its camera, with its pose as known now.
    public var camera: Camera
    /// The drift variance at that frame (`Frame.driftVariance`), m².
    public var driftVariance: Double
    /// How well the world's scale was known at that frame (`Frame.scaleSigma`), as a fraction.
    public var scaleSigma: Double
}
