import Proximity

/// The body of `PUT /api/beacons/survey/walk`: the path of a device that its camera tracked, and the places that its
/// carrier named.
struct TrackedWalk: Codable, Sendable {
    /// A place that was named.
    struct Mark: Codable, Sendable {
        /// Milliseconds since the walk began.
        var time: Int64
        /// Metres in the plan.
        var x: Double
        var y: Double
    }

    /// How long the body may be, octets: 20 minutes of five places per second.
    static let largest = 1 << 19
    private static let mostPoints = 12_000
    private static let mostStretches = 400
    private static let mostMarks = 20

    /// Stretches without a break; of each place the milliseconds since the walk began, and x and z in the camera's world, m.
    var path: [[[Double]]]
    /// In the order of time.
    var marks: [Mark]

    /// Itself, if it can be a walk.
    ///
    /// Throws a `StudioError` that names what cannot.
    func checked() throws -> TrackedWalk {
        let times = 0.0...TrackedSurvey.longestSeconds * 1_000
        guard path.count <= Self.mostStretches, path.reduce(0, { $0 + $1.count }) <= Self.mostPoints else {
            throw BeaconError.invalid("path", "at most 400 stretches and 12,000 places")
        }
        for place in path.joined() {
            guard place.count == 3, times.contains(place[0]), place.dropFirst().allSatisfy({ abs($0) <= 10_000 }) else {
                throw BeaconError.invalid("path", "a place is [time in ms, x in m, z in m]")
            }
        }
        guard marks.count <= Self.mostMarks else { throw BeaconError.invalid("marks", "at most 20 places") }
        for mark in marks {
            guard times.contains(Double(mark.time)) else { throw BeaconError.invalid("marks", "times are in the walk") }
            try KnownBeacon.checkPlace(mark.x, mark.y)
        }
        return self
    }

    /// The path of a walk that began at a time: the world's x, and its z turned round, so that it is seen from above.
    func path(from began: Int64) -> TrackedPath {
        TrackedPath(
            stretches: path.map { stretch in
                stretch.map { place in
                    TrackedPath.Point(
                        nanoseconds: began + Int64(place[0] * 1e6),
                        position: SIMD2(place[1], -place[2])
                    )
                }
            }
        )
    }

    /// The marks of a walk that began at a time.
    func marks(from began: Int64) -> [PlanTie.Mark] {
        marks.map { PlanTie.Mark(nanoseconds: began + $0.time * 1_000_000, position: SIMD2($0.x, $0.y)) }
    }
}
