import Geometry
import Imaging
import Shapes

/// The object tracker, chosen on the first image.
enum Follower {
    case object(ObjectTracker)
    case fingertip(FingertipTracker)

    /// The target counts as a fingertip if its box is at most 50 pixels large and shows one.
    init(target: FollowCommand.Target, level: FollowCommand.Level, image: ColorImage, box: ImageBox) {
        if target == .fingertip || (target == .auto && max(box.width, box.height) <= 50) {
            let tracker = FingertipTracker(image: image, box: box)
            if target == .fingertip || tracker.showsFingertip {
                self = .fingertip(tracker)
                return
            }
        }
        self = .object(ObjectTracker(level: level == .fast ? .fast : .accurate, image: image, box: box))
    }

    var kind: String {
        switch self {
        case .object: "object"
        case .fingertip: "fingertip"
        }
    }

    mutating func follow(into image: ColorImage) -> ObjectObservation {
        switch self {
        case .object(let tracker): tracker.follow(into: image)
        case .fingertip(let tracker): tracker.follow(into: image)
        }
    }
}
