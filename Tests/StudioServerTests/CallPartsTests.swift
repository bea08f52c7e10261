import Foundation
import JWTKit
import Testing

@testable import StudioServer

@Suite("Call: passes, relay, door, files")
struct CallPartsTests {
    private let room: CallRoomName

    init() throws { room = try #require(CallRoomName("pump-7")) }

    private static func keys(_ letter: Character = "a") -> CallKeys {
        CallKeys(secret: String(repeating: letter, count: 64))
    }

    private static func pass(_ kind: CallPass.Kind = .invite, room: String = "pump-7", for seconds: Double) -> CallPass
    {
        CallPass(kind: kind, room: room, role: .expert, exp: .init(value: Date(timeIntervalSinceNow: seconds)))
    }

    @Test("a pass comes back as it was signed")
    func signed() async throws {
        let keys = Self.keys()
        let text = try await keys.sign(Self.pass(for: 60))
        let read = try await keys.read(text, kinds: [.invite], room: room)
        #expect(read.role == .expert && read.kind == .invite)
    }

    @Test(
        "a pass that has ended, was signed by another studio or tampered with, is for another room or of another kind is refused"
    )
    func refused() async throws {
        let keys = Self.keys()
        let sound = try await keys.sign(Self.pass(for: 60))
        let foreign = try await Self.keys("b").sign(Self.pass(for: 60))
        var parts = sound.split(separator: ".").map(String.init)
        parts[1] = try await keys.sign(Self.pass(.inside, for: 60)).split(separator: ".").map(String.init)[1]
        let cases = [
            (try await keys.sign(Self.pass(for: -60)), "pass_expired"),
            (foreign, "pass_invalid"),
            (parts.joined(separator: "."), "pass_invalid"),
            ("eyJhbGciOiJub25lIn0.e30.", "pass_invalid"),
            ("", "pass_invalid"),
            (try await keys.sign(Self.pass(room: "elsewhere", for: 60)), "pass_elsewhere"),
            (try await keys.sign(Self.pass(.waiting, for: 60)), "pass_elsewhere"),
        ]
        for (text, code) in cases {
            let fault = await #expect(throws: StudioFault.self) {
                try await keys.read(text, kinds: [.invite], room: room)
            }
            #expect(fault?.code == code)
        }
    }

    @Test("the relay's credentials end, and are what coturn computes from the shared secret")
    func relay() throws {
        let settings = RelaySettings(stun: ["stun:a:3478"], turn: ["turn:a:3478"], secret: "north")
        let servers = settings.servers(for: "m1", at: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(servers.count == 2 && servers[0].credential == nil)
        #expect(servers[1].username == "1700043200:m1")
        // printf 1700043200:m1 | openssl dgst -sha1 -hmac north -binary | base64
        #expect(servers[1].credential == "gvvGDvGyTkRvcF6f5Udn5pRh3iM=")
        #expect(RelaySettings(turn: ["turn:a:3478"]).servers(for: "m1", at: Date()).isEmpty)
    }

    @Test(
        "a room's name is small letters, digits and hyphens",
        arguments: [
            ("pump-7", true), ("ab", false), ("-abc", false), ("abc-", false), ("Pump", false), ("a b c", false),
            ("a/../b", false), ("pümp", false), (String(repeating: "a", count: 41), false),
        ]
    )
    func names(text: String, isName: Bool) { #expect((CallRoomName(text) != nil) == isName) }

    @Test("who waits is decided about once; a room's site belongs to one as long as they are there")
    func door() async {
        let door = CallDoor()
        let person = CallDoor.Waiting(member: "m1", name: "Ada", role: .expert)
        #expect(await door.arrive(person, at: room))
        #expect(await door.decision(on: "m1") == .pending)
        #expect(await door.decide("m2", at: room, isAdmitted: true) == nil)
        #expect(await door.decide("m1", at: room, isAdmitted: true) == person)
        #expect(await door.decision(on: "m1") == .admitted)
        #expect(await door.queue(at: room).isEmpty)
        for number in 0..<20 {
            _ = await door.arrive(.init(member: "x\(number)", name: "X", role: .expert), at: room)
        }
        #expect(await door.arrive(person, at: room) == false)
        let then = ContinuousClock.now
        let later = then + CallDoor.arrival
        #expect(await door.takeSite(of: room, for: "a", at: then) { _ in true })
        #expect(await door.takeSite(of: room, for: "b", at: later) { _ in true } == false)
        #expect(await door.takeSite(of: room, for: "b", at: later) { _ in false })
        await door.leaveSite(of: room, "b")
        #expect(await door.takeSite(of: room, for: "c", at: later) { _ in true })
    }

    @Test("of several who would take a room's site at once one gets it, though nobody of them is in the room yet")
    func crowd() async {
        let door = CallDoor()
        #expect(await door.takeSite(of: room, for: "gone", at: .now - CallDoor.arrival) { _ in false })
        let taken = await withTaskGroup(of: Bool.self) { [room] group in
            for number in 0..<20 {
                group.addTask {
                    await door.takeSite(of: room, for: "m\(number)") { _ in
                        await Task.yield()
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        #expect(await door.takeSite(of: room, for: "late") { _ in false } == false)
    }

    @Test(
        "a range of a record's file is what was asked for and never more than there is",
        arguments: [
            ("bytes=0-", 0...99), ("bytes=10-19", 10...19), ("bytes=90-500", 90...99), ("bytes=-5", 95...99),
        ]
    )
    func ranges(header: String, range: ClosedRange<Int>) { #expect(RecordFile.range(header, size: 100) == range) }

    @Test(
        "a range that cannot be asks for all",
        arguments: ["bytes=100-", "bytes=9-3", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1", "bytes=--1", "bytes=-0"]
    )
    func unsoundRanges(header: String) { #expect(RecordFile.range(header, size: 100) == nil) }

    @Test(
        "a record's files are pictures of plain names, the video and the events",
        arguments: ["../key", ".png", "a/b.png", "A.png", "a.html"]
    )
    func fileNames(name: String) {
        #expect(throws: StudioFault.self) { try RecordFile.known(name) }
        #expect((try? RecordFile.known("pump-7-2026.png")) != nil && (try? RecordFile.known("events.jsonl")) != nil)
    }

    @Test("a webhook's body is signed with its secret")
    func webhook() {
        // printf '{}' | openssl dgst -sha256 -hmac abcdefghijklmnop
        #expect(
            CallWebhooks.signature(of: Data("{}".utf8), secret: "abcdefghijklmnop")
                == "cd088b6888e3ba7f0418a80888d1eea060b57d2f99e0bd3e600aa815431f79c5"
        )
    }
}
