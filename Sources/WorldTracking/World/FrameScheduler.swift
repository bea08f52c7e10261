/// Decides which heavy step a frame may take, so that no frame takes them all.
///
/// Planes are updated from landmarks and from images in turn; the map gets the frames without either. Of keyframes and
/// searches in the map one is done per frame, because each describes an image.
struct FrameScheduler: Sendable {
    /// A step of the plane detector.
    enum PlaneStep {
        /// Fit and search among landmarks.
        case landmarks
        /// Growth by a comparison of images.
        case images
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Time from one update of the planes to the next.
        ///
        /// Unit: nanoseconds. Range: 0.1…0.5 s. Origin: by hand.
        var planePeriodNanoseconds: Int64 = 150_000_000
        /// Time for which the map may wait because planes were updated.
        ///
        /// Unit: nanoseconds. Range: 0.03…0.2 s. Origin: by hand.
        var mapDelayNanoseconds: Int64 = 80_000_000
    }

    private static let tuning = Tuning()

    private var lastLandmarksNanoseconds: Int64 = .min
    /// Whether images have not been compared since the last update from landmarks.
    private var isImagesDue = false
    /// Whether the planes have taken this frame.
    private var isTaken = false
    /// Since when the map has waited for a frame that the planes do not take.
    private var waitingSinceNanoseconds: Int64?
    /// Whether a keyframe was described while a search was due.
    private var isSearchNext = false

    /// Begins a frame that has a pose.
    mutating func beginFrame() { isTaken = false }

    /// The step that the planes may take now.
    mutating func planeStep(at now: Int64) -> PlaneStep? {
        if now >= lastLandmarksNanoseconds &+ Self.tuning.planePeriodNanoseconds || lastLandmarksNanoseconds == .min {
            isTaken = true
            isImagesDue = true
            lastLandmarksNanoseconds = now
            return .landmarks
        }
        guard isImagesDue else { return nil }
        isTaken = true
        isImagesDue = false
        return .images
    }

    /// Whether the map may have this frame: the planes have not taken it, or the map has waited long enough.
    mutating func allowsMapStep(at now: Int64) -> Bool {
        if isTaken {
            let since = waitingSinceNanoseconds ?? now
            waitingSinceNanoseconds = since
            guard now - since >= Self.tuning.mapDelayNanoseconds else { return false }
        }
        waitingSinceNanoseconds = nil
        return true
    }

    /// Whether this frame may become a keyframe; else a search has its turn.
    var allowsKeyframe: Bool { !isSearchNext }

    /// This frame becomes a keyframe; a search that waits is next.
    mutating func takeKeyframe(isSearchWaiting: Bool) { isSearchNext = isSearchWaiting }

    /// This frame is for the search in the map.
    mutating func takeSearch() { isSearchNext = false }
}
