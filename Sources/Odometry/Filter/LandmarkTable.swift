import Geometry

/// The long-lived landmarks of the state, and which track belongs to which of their slots.
final class LandmarkTable {
    private var landmarks = [LandmarkState](repeating: LandmarkState(), count: StateLayout.landmarkCapacity)
    /// The track's index for each slot, −1 for a free slot.
    private var trackOfSlot = [Int](repeating: -1, count: StateLayout.landmarkCapacity)
    /// The slot for each track's index, or −1.
    private var slotOfTrack = [Int](repeating: -1, count: FeatureTracks.capacity)
    /// The number of used slots.
    private(set) var count = 0

    /// All slots, used or not.
    var slots: Range<Int> { 0..<StateLayout.landmarkCapacity }
    /// The first free slot; nil if all are used.
    var freeSlot: Int? { trackOfSlot.firstIndex { $0 < 0 } }

    /// The landmark in a slot.
    subscript(slot: Int) -> LandmarkState { landmarks[slot] }

    func isUsed(_ slot: Int) -> Bool { trackOfSlot[slot] >= 0 }

    /// The slot of a track's landmark; nil if the track has none.
    func slot(ofTrack track: Int) -> Int? {
        let slot = slotOfTrack[track]
        return slot >= 0 ? slot : nil
    }

    /// The index of the track that belongs to a used slot.
    func track(ofSlot slot: Int) -> Int { trackOfSlot[slot] }

    /// Adds a track's landmark in a free slot.
    func insert(_ landmark: LandmarkState, track: Int, at slot: Int) {
        landmarks[slot] = landmark
        trackOfSlot[slot] = track
        slotOfTrack[track] = slot
        count += 1
    }

    /// Frees a used slot.
    func remove(_ slot: Int) {
        slotOfTrack[trackOfSlot[slot]] = -1
        trackOfSlot[slot] = -1
        count -= 1
    }

    /// Frees all slots.
    func removeAll() {
        for slot in slots where isUsed(slot) { remove(slot) }
    }

    /// Moves a landmark into the camera of another clone.
    func move(_ slot: Int, toAnchor anchor: Int, parameters: Vector3) {
        landmarks[slot].anchor = anchor
        landmarks[slot].parameters = parameters
    }

    /// Corrects all landmarks by an error of the state's width.
    func correct(_ error: UnsafePointer<Double>) {
        for slot in slots where isUsed(slot) {
            let start = StateLayout.landmark(slot)
            landmarks[slot].parameters += Vector3(error[start], error[start + 1], error[start + 2])
        }
    }

    /// Notes whether the newest image's measurement fits; `outliersInRow` follows.
    func noteMeasurement(_ slot: Int, fits: Bool) {
        landmarks[slot].outliersInRow = fits ? 0 : landmarks[slot].outliersInRow + 1
    }

    /// Notes that it was tried to hold the landmark to its plane.
    func noteHeld(_ slot: Int) { landmarks[slot].isHeld = true }
}

/// A long-lived landmark of the state: a direction and an inverse depth in the camera of its anchor, one of the clones.
struct LandmarkState: Equatable {
    /// The slot of the clone in whose camera it is kept.
    fileprivate(set) var anchor = 0
    /// x/z, y/z, 1/z in the anchor's camera.
    fileprivate(set) var parameters = Vector3(0, 0, 1)
    /// Whether it was tried to hold it to a plane: that is done once, since its distance from the plane stays the same.
    fileprivate(set) var isHeld = false
    /// Number of images in a row whose measurement did not fit.
    fileprivate(set) var outliersInRow = 0

    init() {}

    /// A new landmark.
    init(anchor: Int, parameters: Vector3) {
        self.anchor = anchor
        self.parameters = parameters
    }
}
