import Hummingbird
import Proximity

/// The addresses under `/api/beacons/survey`, for the owner alone: what receivers receive of a tag at known places.
struct SurveyEndpoints: Sendable {
    let venues: BeaconVenues
    let owner: OwnerAccess

    /// Adds all of them to a router.
    func add(to router: Router<StudioContext>) {
        let group = router.group("api/beacons/survey").add(middleware: OwnerOnly(owner))
        group.post { request, _ in
            let point = try await request.decodeBody(as: SurveyPoint.self, limit: 4_096)
            try KnownBeacon.checkPlace(point.x, point.y)
            let venue = await venues.shown(toOwner: true)
            let (beacon, place) = (try Self.beacon(point.beacon), SIMD2(point.x, point.y))
            return SurveyAnswer(samples: try await venue.survey(with: beacon, at: place, floor: point.floor))
        }
        group.delete { _, _ in
            try await venues.shown(toOwner: true).forgetSurvey()
            return HTTPResponse.Status.noContent
        }
        group.post("walk") { request, _ in
            let wish = try await request.decodeBody(as: TrackedWalkWish.self, limit: 4_096)
            let venue = await venues.shown(toOwner: true)
            try await venue.beginTrackedSurvey(with: Self.beacon(wish.beacon), floor: wish.floor)
            return EditedResponse(
                status: .created,
                response: TrackedWalkAnswer(longestSeconds: TrackedSurvey.longestSeconds)
            )
        }
        group.put("walk") { request, _ in
            let walk = try await request.decodeBody(as: TrackedWalk.self, limit: TrackedWalk.largest).checked()
            return SurveyAnswer(try await venues.shown(toOwner: true).endTrackedSurvey(walk))
        }
        group.delete("walk") { _, _ in
            await venues.shown(toOwner: true).dropTrackedSurvey()
            return HTTPResponse.Status.noContent
        }
    }

    private static func beacon(_ key: String) throws -> BeaconIdentity {
        guard let beacon = BeaconIdentity(key: key) else { throw BeaconError.invalid("beacon", "not a beacon") }
        return beacon
    }
}

/// The body of `POST /api/beacons/survey`.
struct SurveyPoint: Codable, Sendable {
    /// The tag's key.
    var beacon: String
    /// Where it is now, m in the plan.
    var x: Double
    var y: Double
    /// The floor's name in addresses; nil for the one nearest to the ground.
    var floor: String?
}

/// The answer of `POST /api/beacons/survey` and of a walk's end.
struct SurveyAnswer: ResponseEncodable, Codable, Sendable {
    /// The number of samples from the way since the point before, or from the walk.
    var samples: Int
    /// How many packets a walk's samples stand for.
    var packets: Int?
    /// How many of its packets came while the camera was not tracked.
    var packetsWithoutTracking: Int?
    /// How many came where the plan has no floor.
    var packetsOutside: Int?
    /// How long its breaks are, s.
    var lostSeconds: Double?
    /// How sure its least sure place on the plan is, m, one sigma.
    var sigma: Double?
}

extension SurveyAnswer {
    /// What a walk gave.
    init(_ outcome: TrackedSurvey.Outcome) {
        self.init(
            samples: outcome.samples.count,
            packets: outcome.packets,
            packetsWithoutTracking: outcome.packetsWithoutTracking,
            packetsOutside: outcome.packetsOutside,
            lostSeconds: outcome.lostSeconds.hundredths,
            sigma: outcome.sigma.hundredths
        )
    }
}

/// The body of `POST /api/beacons/survey/walk`.
struct TrackedWalkWish: Codable, Sendable {
    /// The tag's key.
    var beacon: String
    /// The floor's name in addresses; nil for the one nearest to the ground.
    var floor: String?
}

/// The answer to a walk that has begun.
struct TrackedWalkAnswer: ResponseEncodable, Codable, Sendable {
    /// How long it may take, s.
    var longestSeconds: Double
}
