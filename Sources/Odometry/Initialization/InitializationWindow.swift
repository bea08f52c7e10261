import Geometry

/// The images, features and inertial samples that one attempt of a `MotionInitializer` uses.
struct InitializationWindow {
    /// One image's observations, by identifier.
    struct Image {
        let timestampNanoseconds: Int64
        /// Seconds since the first timestamp.
        let time: Double
        private(set) var observations: [Observation]

        /// Removes the observations of some features; both lists are sorted by identifier.
        mutating func discard(_ identifiers: [Int32]) {
            var next = 0
            observations.removeAll { observation in
                while next < identifiers.count, identifiers[next] < observation.identifier { next += 1 }
                return next < identifiers.count && identifiers[next] == observation.identifier
            }
        }
    }

    /// One feature in one image.
    struct Observation {
        let identifier: Int32
        /// On the plane one unit before the camera.
        let point: Vector2
        /// How far below the image's middle row, as a share of its height.
        let row: Double
    }

    /// A feature that several of the images show.
    struct Track {
        let identifier: Int32
        /// Which images show it, and where: on the plane one unit before the camera, and how far down.
        let observations: [(image: Int, point: Vector2, row: Double)]
    }

    /// An inertial sample, its time in seconds since the first.
    struct Reading {
        let time: Double
        let angularVelocity: Vector3
        let specificForce: Vector3
    }

    let configuration: MotionInitializerConfiguration
    let images: [Image]
    let readings: [Reading]
    /// The mean of both focal lengths, pixels.
    let focalLength: Double

    init(_ configuration: MotionInitializerConfiguration, images: [Image], readings: [Reading]) {
        self.configuration = configuration
        self.images = images
        self.readings = readings
        let focal = configuration.camera.focalLengthPixels
        focalLength = (focal.x + focal.y) / 2
    }

    /// The integrated inertial samples at the images; nil if the samples do not cover them.
    func path(_ unknowns: MotionUnknowns) -> PreintegratedPath? {
        let times = images.indices.map {
            images[$0].time + configuration.timeOffset + unknowns.timeOffset + unknowns.timestampErrors[$0]
        }
        return PreintegratedPath(readings, times, unknowns)
    }

    /// The features that at least four of the images show, the longest seen first.
    func tracks() -> [Track] {
        var all: [(identifier: Int32, image: Int, point: Vector2, row: Double)] = []
        for (index, image) in images.enumerated() {
            for observation in image.observations {
                all.append((observation.identifier, index, observation.point, observation.row))
            }
        }
        // The images of one feature stay in their order.
        all = all.sorted(byKey: { Double($0.identifier) })
        var tracks: [Track] = []
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].identifier == all[start].identifier { end += 1 }
            if end - start >= Swift.min(4, images.count) {
                let observations = all[start..<end].map { (image: $0.image, point: $0.point, row: $0.row) }
                tracks.append(Track(identifier: all[start].identifier, observations: observations))
            }
            start = end
        }
        tracks = tracks.sorted(byKey: { -Double($0.observations.count) })
        if tracks.count > MotionInitializer.tuning.maximumPointCount {
            tracks.removeLast(tracks.count - MotionInitializer.tuning.maximumPointCount)
        }
        return tracks
    }
}
