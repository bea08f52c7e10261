import Experiences
import Geometry
import WorldTracking

/// One end of a measurement: the pixel of the image nearest to a time.
struct PickedEnd {
    private let pick: MeasureCommand.Pick
    private var bestOffset = Double.infinity
    private var hadPose = false
    /// Whether the picked time is over, so that no later image is nearer to it.
    private(set) var isPast = false
    private var picked: PickedPoint?

    private let snaps: Bool

    /// An end at a pick; `snaps` states whether it snaps to a corner or a straight edge of the image.
    init(pick: MeasureCommand.Pick, snaps: Bool) { (self.pick, self.snaps) = (pick, snaps) }

    /// Processes a frame, of which the nearest to the picked time counts; `origin` is the first image's timestamp,
    /// nanoseconds.
    mutating func look(at frame: Frame, in world: World, origin: Int64) {
        let offset = abs(Double(frame.timestampNanoseconds) * 1e-9 - pick.seconds(origin: origin))
        isPast = offset > bestOffset
        guard offset < bestOffset else {
            picked?.look(at: frame)
            return
        }
        bestOffset = offset
        hadPose = frame.camera != nil
        picked = PickedPoint(pick.pixel, in: world, snaps: snaps)
    }

    /// The feature to which it snapped: `corner`, `edge` or nothing.
    var snap: String? {
        switch picked?.aimed.feature {
        case .corner: "corner"
        case .edge: "edge"
        case .none: nil
        }
    }

    /// The point as known at the end; errors name `option`.
    func point(in world: World, option: String) throws -> MeasuredPoint {
        guard bestOffset < 1 else { throw WorkFailure(message: "\(option): no image within a second of that time") }
        guard hadPose else { throw WorkFailure(message: "\(option): the session had no pose at that time") }
        guard let picked else { throw WorkFailure(message: "\(option): the pixel lies outside the image") }
        guard let point = picked.point(in: world) else {
            throw WorkFailure(message: "\(option): nothing is known at that pixel: no plane and no landmark near it")
        }
        return point
    }
}
