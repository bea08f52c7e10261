/// An average rate and a burst size.
struct Rate: Sendable, Equatable {
    /// The average rate.
    let perSecond: Double
    /// The amount at once, after a pause.
    let burst: Double
}

/// The limits of one address, one member and everyone together: all limits of the studio in one place.
///
/// The machine itself has no limits per address, because a proxy on it forwards for many; the proxy's `X-Forwarded-For`
/// names the others. The owner is not limited either. `RecordQuota` has the limits of records, an application those of
/// its channels.
struct StudioLimits: Sendable {
    // MARK: Per address

    /// Connections at the same time.
    var connections = 200
    /// Pages, scripts and recordings.
    ///
    /// A recording has a file per image, and a replay reads several hundred per second.
    var files = Rate(perSecond: 400, burst: 4_000)
    /// Everything under `/api/`.
    var requests = Rate(perSecond: 50, burst: 500)
    /// The signed HTTP interface of the channels, for programs on other machines.
    var signedRequests = Rate(perSecond: 1_000, burst: 4_000)
    /// Bodies of requests, bytes.
    var bodyBytes = Rate(perSecond: 8 * 1_048_576, burst: 128 * 1_048_576)
    /// Attempts to join a room.
    var joins = Rate(perSecond: 0.5, burst: 40)
    /// Wrong tokens when signing in as the owner.
    var wrongTokens = Rate(perSecond: 0.1, burst: 10)
    /// People who wait for one room.
    var waitingFromAddress = 5
    /// Reports of the phone test, valid or not.
    var phoneReports = Rate(perSecond: 1.0 / 3600, burst: 10)
    /// Pictures of calls whose text is read, and pages of documents, by everyone at one address.
    var readings = Rate(perSecond: 0.2, burst: 20)

    // MARK: Per member

    /// New access tokens, each with TURN credentials; a page requests one every few minutes.
    var renewals = Rate(perSecond: 1.0 / 30, burst: 20)
    /// Pictures whose text is read, and pages of documents; a person frames, reads and corrects for some seconds each.
    var memberReadings = Rate(perSecond: 0.1, burst: 10)

    // MARK: In all

    /// People who wait for one room.
    var waiting = 50
    /// Stored reports of the phone test.
    var phones = 2_000
    /// Programs that run for rooms at the same time: each takes a processor.
    var programs = 2
    /// Rooms without an owner.
    var openRooms = 500
    /// Addresses with a stored allowance; beyond them, new ones share one allowance.
    var addresses = 10_000
}
