import PusherProtocol
import Testing

@testable import ChannelServer

/// Which events of a channel this process's subscribers have, when its connection to Redis breaks and stands again.
struct DeliveredEventsTests {
    private static func missed(_ ticket: UInt64, serial: Int64, _ events: [String]) throws -> MissedEvents {
        let items = events.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
        let text = """
            {"ticket":"\(ticket)","missed":"3/private-h","serial":"\(serial)","events":[\(items.joined(separator: ","))]}
            """
        guard case .missed(let missed)? = RedisAnswer(payload: Array(text.utf8)) else { throw NotRead() }
        return missed
    }

    private struct NotRead: Error {}

    @Test func `numbered events are sent once and in order`() {
        var delivered = DeliveredEvents()
        delivered.open("3/private-h", servedTo: 4)
        let sent = [4, 5, 5, 7, 6].map { delivered.admit("3/private-h", $0) }
        #expect(sent == [false, true, false, true, false])
    }

    @Test func `what comes before the answer is held back, and the answer has it`() throws {
        var delivered = DeliveredEvents()
        delivered.open("3/private-h", servedTo: 4)
        delivered.breakOff()
        let early = delivered.admit("3/private-h", 6)
        let requests = delivered.requests(9)
        #expect(requests.map(\.key) == ["3/private-h"] && requests.map(\.serial) == [4])
        let unanswered = delivered.admit("3/private-h", 7)
        #expect(!early && !unanswered)
        // The answer to an earlier request does not count.
        let stale = delivered.take(try Self.missed(8, serial: 5, ["5 {}"]))
        #expect(stale.isEmpty)
        let answer = try Self.missed(9, serial: 7, ["5 {\"event\":\"e\",\"data\":\"a b\"}", "6 {}", "7 {}"])
        let (first, second) = (delivered.take(answer), delivered.take(answer))
        #expect(first.map { String(decoding: $0, as: UTF8.self) } == [#"{"event":"e","data":"a b"}"#, "{}", "{}"])
        #expect(second.isEmpty)
        let sent = [7, 8].map { delivered.admit("3/private-h", $0) }
        #expect(sent == [false, true])
    }

    @Test func `who came during the outage is sent what was published in it, and nothing older`() throws {
        var delivered = DeliveredEvents()
        delivered.breakOff()
        delivered.open("3/private-h", servedTo: nil)
        let requests = delivered.requests(1)
        #expect(requests.map(\.serial) == [nil])
        let events = [#"1 {"event":"e","data":"old"}"#, #"2 {"event":"e","data":"new","late":true}"#]
        let sent = delivered.take(try Self.missed(1, serial: 2, events))
        #expect(sent.map { String(decoding: $0, as: UTF8.self) } == [#"{"event":"e","data":"new","late":true}"#])
    }

    @Test func `a channel without subscribers asks for nothing`() {
        var delivered = DeliveredEvents()
        delivered.open("3/private-h", servedTo: 4)
        delivered.close("3/private-h")
        let requests = delivered.requests(1)
        let isAdmitted = delivered.admit("3/private-h", 1)
        #expect(requests.isEmpty && isAdmitted)
    }
}
