import Geometry

/// All features of the window with their observations; a table that never grows.
///
/// A track's index stays the same as long as the track is in the table.
final class FeatureTracks {
    static let capacity = 512
    private static let hashSize = 2048

    /// The tracks; those with a negative identifier are free.
    private let tracks: UnsafeMutablePointer<FeatureTrack>
    private let observations: UnsafeMutablePointer<FeatureObservation>
    private let hash: UnsafeMutablePointer<Int16>
    /// One more than the highest used index.
    private(set) var end = 0

    init() {
        let slots = Self.capacity * StateLayout.cloneCapacity
        tracks = .allocate(capacity: Self.capacity)
        tracks.initialize(repeating: FeatureTrack(), count: Self.capacity)
        observations = .allocate(capacity: slots)
        observations.initialize(repeating: FeatureObservation(pixel: .zero, normalized: .zero), count: slots)
        hash = .allocate(capacity: Self.hashSize)
        hash.initialize(repeating: -1, count: Self.hashSize)
    }

    deinit {
        tracks.deallocate()
        observations.deallocate()
        hash.deallocate()
    }

    /// The track at an index.
    subscript(index: Int) -> FeatureTrack { tracks[index] }

    func removeAll() {
        for index in 0..<Self.capacity { tracks[index] = FeatureTrack() }
        hash.update(repeating: -1, count: Self.hashSize)
        end = 0
    }

    /// The observation of a track by a clone; meaningful only if `seenBy` has the clone's bit.
    func observation(_ index: Int, _ clone: Int) -> FeatureObservation {
        observations[index * StateLayout.cloneCapacity + clone]
    }

    /// Notes that an image shows a track.
    func note(_ index: Int, image: Int32, pixel: SIMD2<Float>, age: Int32) {
        tracks[index].lastImage = image
        tracks[index].age = age
        tracks[index].pixel = pixel
    }

    /// Adds a clone's observation of a track.
    func set(_ observation: FeatureObservation, of index: Int, by clone: Int) {
        observations[index * StateLayout.cloneCapacity + clone] = observation
        tracks[index].seenBy |= 1 << UInt32(clone)
    }

    /// Removes all observations of a track.
    func removeObservations(of index: Int) { tracks[index].seenBy = 0 }

    /// Removes all observations by a clone.
    func removeObservations(by clone: Int) {
        let mask = ~(UInt32(1) << UInt32(clone))
        for index in 0..<end { tracks[index].seenBy &= mask }
    }

    /// Notes that a track lies on the plane in a slot.
    func setPlane(_ slot: Int, of index: Int) { tracks[index].plane = slot }

    /// Notes that no track lies on a plane.
    func removePlanes() { for index in 0..<end { tracks[index].plane = -1 } }

    private func bucket(_ identifier: Int32) -> Int {
        Int(truncatingIfNeeded: (UInt32(bitPattern: identifier) &* 2_654_435_761) >> 21)
    }

    /// The index of an identifier's track; nil if there is none.
    func index(of identifier: Int32) -> Int? {
        var bucket = bucket(identifier)
        while hash[bucket] >= 0 {
            let index = Int(hash[bucket])
            if tracks[index].identifier == identifier { return index }
            bucket = (bucket + 1) & (Self.hashSize - 1)
        }
        return nil
    }

    /// The index of an identifier's track, a new one if there is none; nil when the table is full.
    func insert(_ identifier: Int32) -> Int? {
        if let known = index(of: identifier) { return known }
        var bucket = bucket(identifier)
        while hash[bucket] >= 0 { bucket = (bucket + 1) & (Self.hashSize - 1) }
        guard let free = (0..<Self.capacity).first(where: { tracks[$0].identifier < 0 }) else { return nil }
        tracks[free] = FeatureTrack(identifier: identifier)
        hash[bucket] = Int16(truncatingIfNeeded: free)
        end = max(end, free + 1)
        return free
    }

    /// Removes the tracks that an image does not show.
    func removeLost(after image: Int32) {
        for index in 0..<end where tracks[index].identifier >= 0 && tracks[index].lastImage != image {
            tracks[index] = FeatureTrack()
        }
        while end > 0, tracks[end - 1].identifier < 0 { end -= 1 }
        hash.update(repeating: -1, count: Self.hashSize)
        for index in 0..<end where tracks[index].identifier >= 0 {
            var bucket = bucket(tracks[index].identifier)
            while hash[bucket] >= 0 { bucket = (bucket + 1) & (Self.hashSize - 1) }
            hash[bucket] = Int16(truncatingIfNeeded: index)
        }
    }
}

/// A feature and the clones that saw it.
struct FeatureTrack: Equatable {
    /// The tracker's identifier; −1 for a free track.
    fileprivate(set) var identifier: Int32 = -1
    /// The number of the last image that shows it.
    fileprivate(set) var lastImage: Int32 = 0
    /// The clones whose images show it, a bit a slot.
    fileprivate(set) var seenBy: UInt32 = 0
    /// The slot of the plane it lies on, or −1.
    fileprivate(set) var plane = -1
    /// Number of images it has been followed through.
    fileprivate(set) var age: Int32 = 0
    /// Its position in the last image, pixels.
    fileprivate(set) var pixel = SIMD2<Float>.zero

    /// Number of the window's images that show it.
    var seenCount: Int { seenBy.nonzeroBitCount }

    fileprivate init(identifier: Int32 = -1) { self.identifier = identifier }

    /// Whether a clone's image shows it.
    func isSeen(by clone: Int) -> Bool { seenBy & (1 << UInt32(clone)) != 0 }
}

/// The position of a feature in one of the window's images.
struct FeatureObservation: Equatable {
    /// In the original image, pixels.
    let pixel: Vector2
    /// On the plane one unit before the camera, by the calibration of that time.
    let normalized: Vector2
}
