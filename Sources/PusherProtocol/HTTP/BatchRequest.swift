/// Several events published at once over the HTTP interface, validated.
public struct BatchRequest: Sendable, Equatable {
    /// The events in order.
    public let events: [EventRequest]

    /// Reads the body of `POST /apps/ID/batch_events`.
    public init(body: [UInt8], limits: Limits) throws(ProtocolError) {
        let json = try EventRequest.parsed(body, limits)
        guard let batch = json["batch"], batch.kind == .array else {
            throw .refusedRequest(status: 400, reason: "batch must be an array")
        }
        let items = batch.elements
        guard items.count <= limits.eventsPerBatch else {
            throw .refusedRequest(status: 400, reason: "a batch holds at most \(limits.eventsPerBatch) events")
        }
        var events: [EventRequest] = []
        for item in items {
            guard let channel = item["channel"]?.string else {
                throw .refusedRequest(status: 400, reason: "each event names one channel")
            }
            events.append(try EventRequest(item, names: [channel], limits: limits))
        }
        self.events = events
    }
}
