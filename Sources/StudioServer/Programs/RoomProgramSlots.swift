/// The turns of programs that run for rooms: one at a time for a room, and a few in all.
actor RoomProgramSlots {
    private var busy: Set<CallRoomName> = []
    private let most: Int

    /// `most` runs at the same time.
    init(most: Int) { self.most = most }

    /// Does work for a room; throws `StudioError` 429 if a program runs for this room, or as many as may run.
    func run<Value: Sendable>(
        for room: CallRoomName,
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard !busy.contains(room), busy.count < most else { throw Self.busy }
        busy.insert(room)
        defer { busy.remove(room) }
        return try await work()
    }

    private static var busy: StudioError {
        let message = "The studio is busy with another picture: try again in some seconds."
        return StudioError(.tooManyRequests, code: "reading_busy", message, retryAfter: 3)
    }
}
