import Geometry

/// All features of the window with their observations; a table that never grows.
final class FeatureTracks {
    static let capacity = 512
    private static let hashSize = 2048
    /// The places; those with a negative identifier are free.
    let tracks: UnsafeMutablePointer<FeatureTrack>
    private let observations: UnsafeMutablePointer<FeatureObservation>
    private let hash: UnsafeMutablePointer<Int16>
    /// One more than the highest used place.
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

    func removeAll() {
        for place in 0..<Self.capacity { tracks[place] = FeatureTrack() }
        hash.update(repeating: -1, count: Self.hashSize)
        end = 0
    }

    /// The observation of a track by a clone; meaningful only where `seenBy` has the clone's bit.
    func observation(_ place: Int, _ clone: Int) -> FeatureObservation {
        observations[place * StateLayout.cloneCapacity + clone]
    }

    /// Notes that a clone's picture shows a track.
    func set(_ observation: FeatureObservation, of place: Int, by clone: Int) {
        observations[place * StateLayout.cloneCapacity + clone] = observation
        tracks[place].seenBy |= 1 << UInt32(clone)
    }

    /// Forgets what a clone saw.
    func removeObservations(by clone: Int) {
        let mask = ~(UInt32(1) << UInt32(clone))
        for place in 0..<end { tracks[place].seenBy &= mask }
    }

    private func bucket(_ identifier: Int32) -> Int {
        Int(truncatingIfNeeded: (UInt32(bitPattern: identifier) &* 2_654_435_761) >> 21)
    }

    /// The place of an identifier; nil where it is not known.
    func knownPlace(of identifier: Int32) -> Int? {
        var bucket = bucket(identifier)
        while hash[bucket] >= 0 {
            let place = Int(hash[bucket])
            if tracks[place].identifier == identifier { return place }
            bucket = (bucket + 1) & (Self.hashSize - 1)
        }
        return nil
    }

    /// The place of an identifier; a new one where it is not known; nil when the table is full.
    func place(of identifier: Int32) -> Int? {
        if let known = knownPlace(of: identifier) { return known }
        var bucket = bucket(identifier)
        while hash[bucket] >= 0 { bucket = (bucket + 1) & (Self.hashSize - 1) }
        guard let free = (0..<Self.capacity).first(where: { tracks[$0].identifier < 0 }) else { return nil }
        tracks[free] = FeatureTrack(identifier: identifier)
        hash[bucket] = Int16(truncatingIfNeeded: free)
        end = max(end, free + 1)
        return free
    }

    /// Frees the places of tracks not seen in a picture.
    func removeLost(after picture: Int32) {
        for place in 0..<end where tracks[place].identifier >= 0 && tracks[place].lastPicture != picture {
            tracks[place] = FeatureTrack()
        }
        while end > 0, tracks[end - 1].identifier < 0 { end -= 1 }
        hash.update(repeating: -1, count: Self.hashSize)
        for place in 0..<end where tracks[place].identifier >= 0 {
            var bucket = bucket(tracks[place].identifier)
            while hash[bucket] >= 0 { bucket = (bucket + 1) & (Self.hashSize - 1) }
            hash[bucket] = Int16(truncatingIfNeeded: place)
        }
    }
}
