import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proximity
import Testing

@testable import StudioServer

@Suite struct TrackedSurveyEndpointsTests: BeaconRequests {
    private let tag = "00000000-0000-0000-0000-00000000002A/1/1"

    @Test func `A walk with a tracked phone surveys the floor, once it is tied by two places that agree with it`()
        async throws
    {
        let fixture = try VenueFixture()
        let store = fixture.store
        try await store.floors.save(PlanSetting(width: 12, depth: 10, walls: []).checked())
        for (id, x) in [("a", 0.0), ("b", 12)] {
            try await store.save(ReceiverSetting(id: id, name: "Receiver", x: x, y: 5).checked())
        }
        try await store.save(KnownBeacon(id: "t", name: "Tag", beacon: tag).checked())
        let simulation = try await SimulatedVenue(.own, venue: fixture.venue, clock: { fixture.now })
        let identity = try #require(BeaconIdentity(key: tag))
        try await simulation.lead(tag, to: SIMD2(1, 5))
        func pass(halfSeconds: Int, _ step: () async throws -> Void = {}) async throws {
            for _ in 0..<halfSeconds {
                fixture.pass(milliseconds: 500)
                try await simulation.tick()
                try await step()
            }
        }
        try await pass(halfSeconds: 20)
        try await fixture.venue.beginTrackedSurvey(with: identity, floor: nil)
        let began = fixture.now
        try await simulation.lead(tag, to: SIMD2(9, 5))
        var path: [[Double]] = []
        try await pass(halfSeconds: 14) {
            let place = try #require(await fixture.venue.state().truth?.first { $0.who == tag })
            // The phone's world looks along the plan's y, with its origin at (4, 2).
            path.append([Double((fixture.now - began) / 1_000_000), place.x - 4, -(place.y - 2)])
        }
        let ends = [path[0], path[path.count - 1]].map { (time: Int64($0[0]), x: $0[1] + 4) }
        func walk(_ far: Double) throws -> TrackedWalk {
            let marks = [
                TrackedWalk.Mark(time: ends[0].time, x: ends[0].x, y: 5), .init(time: ends[1].time, x: far, y: 5),
            ]
            return try TrackedWalk(path: [path], marks: marks).checked()
        }
        let fault = await #expect(throws: StudioError.self) {
            _ = try await fixture.venue.endTrackedSurvey(walk(ends[1].x + 3))
        }
        #expect(fault?.code == "distances_disagree")
        #expect(try await store.survey().isEmpty, "nothing of a walk that does not fit is kept")
        // The same walk with better marks.
        let outcome = try await fixture.venue.endTrackedSurvey(walk(ends[1].x))
        #expect(outcome.packets > 20 && outcome.samples.count > 8 && outcome.packetsWithoutTracking < 20)
        let kept = try await store.survey()
        #expect(Set(kept.map(\.receiver)) == ["a", "b"])
        #expect(kept.allSatisfy { abs($0.position.y - 5) < 0.1 && (0.9...9.1).contains($0.position.x) })
        await #expect(throws: StudioError.self, "it has ended") {
            _ = try await fixture.venue.endTrackedSurvey(walk(ends[1].x))
        }
    }

    @Test func `A walk is the owner's to make, and bad or endless ones are refused with what is wrong`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let begin = #"{"beacon": "\#(tag)"}"#
            let empty = #"{"path": [], "marks": []}"#
            for (method, body) in [(HTTPRequest.Method.post, begin), (.put, empty), (.delete, "")] {
                #expect(try await ask(client, method, "/survey/walk", body).status == .unauthorized)
                #expect(try await ask(client, method, "/survey/walk", token: "guess", body).status == .unauthorized)
            }
            let early = try await ask(client, .post, "/survey/walk", token: owner, begin)
            #expect(early.status == .conflict && early.text.contains("no_plan"))
            _ = try await ask(client, .put, "/plan", token: owner, #"{"width": 9, "depth": 9, "walls": []}"#)
            let unknown = try await ask(client, .put, "/survey/walk", token: owner, empty)
            #expect(unknown.status == .conflict && unknown.text.contains("no_walk"))
            #expect(
                try await ask(client, .post, "/survey/walk", token: owner, #"{"beacon": "x"}"#).status == .badRequest
            )
            let nowhere = #"{"beacon": "\#(tag)", "floor": "nowhere"}"#
            #expect(try await ask(client, .post, "/survey/walk", token: owner, nowhere).status == .notFound)
            let begun = try await ask(client, .post, "/survey/walk", token: owner, begin)
            #expect(begun.status == .created && begun.text.contains("1200"))
            let bad = [
                (#"{"path": [[[0, 1]]], "marks": []}"#, "path: a place is [time in ms, x in m, z in m]"),
                (#"{"path": [[[-1, 1, 1]]], "marks": []}"#, "path: "),
                (#"{"path": [[[0, 1e9, 1]]], "marks": []}"#, "path: "),
                (#"{"path": [], "marks": [{"time": 9999999999, "x": 1, "y": 1}]}"#, "marks: "),
                (#"{"path": [], "marks": [{"time": 0, "x": 1e300, "y": 1}]}"#, "x"),
            ]
            for (body, words) in bad {
                let answer = try await ask(client, .put, "/survey/walk", token: owner, body)
                #expect(answer.status == .badRequest && answer.text.contains(words), "\(answer.text)")
            }
            let place = "[1,2,3]"
            let many = Array(repeating: place, count: 12_001).joined(separator: ",")
            let long = try await ask(
                client,
                .put,
                "/survey/walk",
                token: owner,
                #"{"path": [[\#(many)]], "marks": []}"#
            )
            #expect(long.status == .badRequest && long.text.contains("12,000 places"))
            let huge = String(repeating: " ", count: TrackedWalk.largest) + empty
            #expect(try await ask(client, .put, "/survey/walk", token: owner, huge).status == .contentTooLarge)
            let few = try await ask(client, .put, "/survey/walk", token: owner, empty)
            #expect(few.status == .conflict && few.text.contains("too_few_marks"))
            #expect(try await ask(client, .delete, "/survey/walk", token: owner).status == .noContent)
            #expect(try await ask(client, .put, "/survey/walk", token: owner, empty).text.contains("no_walk"))
        }
    }
}
