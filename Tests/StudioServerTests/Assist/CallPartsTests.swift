import AsyncHTTPClient
import Foundation
import HummingbirdTesting
import JWTKit
import Testing

@testable import StudioServer

@Suite("Call: passes, relay, door, files")
struct CallPartsTests {
    private let room: CallRoomName

    init() throws { room = try #require(CallRoomName("pump-7")) }

    private static func keys(_ letter: Character = "a") -> AccessTokenSigner {
        AccessTokenSigner(secret: String(repeating: letter, count: 64))
    }

    private static func pass(
        _ kind: AccessToken.Kind = .invite,
        room: String = "pump-7",
        for seconds: Double
    ) -> AccessToken {
        AccessToken(kind: kind, room: room, role: .expert, exp: .init(value: Date(timeIntervalSinceNow: seconds)))
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
            let fault = await #expect(throws: StudioError.self) {
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
        #expect(servers[1].username == "1700003600:m1")
        // printf 1700003600:m1 | openssl dgst -sha1 -hmac north -binary | base64
        #expect(servers[1].credential == "iDsztjK2DZy8U9ehBHFdfDmJSFI=")
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

    @Test("who waits is decided about once")
    func decided() async {
        let waitingRoom = WaitingRoom()
        let person = WaitingRoom.Waiting(member: "m1", name: "Ada", role: .expert)
        #expect(await waitingRoom.arrive(person, at: room))
        #expect(await waitingRoom.decision(on: "m1") == .pending)
        #expect(await waitingRoom.decide("m2", at: room, isAdmitted: true) == nil)
        #expect(await waitingRoom.decide("m1", at: room, isAdmitted: true) == person)
        #expect(await waitingRoom.decision(on: "m1") == .admitted)
        #expect(await waitingRoom.queue(at: room).isEmpty)
    }

    @Test("one address fills no waiting room, and who does not listen to the decision makes room for others")
    func crowd() async {
        let waitingRoom = WaitingRoom()
        let then = ContinuousClock.now
        func arrive(_ member: String, from address: String, at now: ContinuousClock.Instant) async -> Bool {
            await waitingRoom.arrive(.init(member: member, name: "X", role: .expert), at: room, from: address, at: now)
        }
        for number in 0..<100 {
            let isIn = await arrive("x\(number)", from: "10.0.0.9", at: then)
            #expect(isIn == (number < StudioLimits().waitingFromAddress))
        }
        #expect(await arrive("ada", from: "10.0.0.2", at: then))
        for number in 0..<60 { _ = await arrive("y\(number)", from: "10.0.1.\(number)", at: then) }
        #expect(await waitingRoom.queue(at: room).count == StudioLimits().waiting)
        #expect(await arrive("bob", from: "10.0.0.3", at: then) == false)
        await waitingRoom.removeAbsent(from: room, at: then + .seconds(5)) { _ in false }
        #expect(await waitingRoom.queue(at: room).count == StudioLimits().waiting)
        await waitingRoom.removeAbsent(from: room, at: then + WaitingRoom.arrival) { $0 == "ada" }
        #expect(await waitingRoom.queue(at: room).map(\.member) == ["ada"])
        #expect(await arrive("bob", from: "10.0.0.3", at: then))
    }

    private func store() async throws -> CallRoomStore {
        let store = CallRoomStore(database: try StudioStore.inMemory().database)
        _ = try await store.find(room, orOpen: true)
        return store
    }

    @Test("a room's site stays with whoever has it while they are present, and for the life of a token after that")
    func site() async throws {
        let rooms = try await store()
        let then = Date()
        func take(_ member: String, after seconds: TimeInterval, isPresent: Bool) async throws -> Bool {
            try await rooms.takeSite(of: room, for: member, at: then + seconds) { _ in isPresent }
        }
        #expect(try await take("a", after: 0, isPresent: false))
        #expect(try await take("b", after: 10, isPresent: false) == false)
        #expect(try await take("b", after: AccessTokenSigner.insideSeconds - 1, isPresent: false) == false)
        #expect(try await take("a", after: 600, isPresent: false))
        #expect(try await take("b", after: 600 + AccessTokenSigner.insideSeconds - 1, isPresent: false) == false)
        #expect(try await take("b", after: 99_999, isPresent: true) == false)
        #expect(try await take("b", after: 99_999, isPresent: false))
        try await rooms.leaveSite(of: room, "a")
        #expect(try await take("a", after: 99_999, isPresent: false) == false)
        try await rooms.leaveSite(of: room, "b")
        #expect(try await take("c", after: 99_999, isPresent: false))
    }

    @Test("of several who would take a room's site at once one gets it, though nobody of them is in the room yet")
    func race() async throws {
        let rooms = try await store()
        _ = try await rooms.takeSite(of: room, for: "gone", at: .distantPast) { _ in false }
        let taken = try await withThrowingTaskGroup(of: Bool.self) { [room] group in
            for number in 0..<20 {
                group.addTask {
                    try await rooms.takeSite(of: room, for: "m\(number)") { _ in
                        await Task.yield()
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        #expect(try await rooms.takeSite(of: room, for: "late") { _ in false } == false)
    }

    @Test("strangers do not fill the studio with rooms: old empty ones make room, and beyond that no more open")
    func manyRooms() async throws {
        let rooms = try await store()
        for number in 1..<StudioLimits().openRooms {
            var old = CallRoom.open(
                try #require(CallRoomName("old-\(number)")),
                at: Date(timeIntervalSinceNow: -90_000)
            )
            old.isOwned = number == 1
            #expect(try await rooms.add(old))
        }
        for number in 0..<StudioLimits().openRooms - 1 {
            _ = try await rooms.find(try #require(CallRoomName("new-\(number)")), orOpen: true)
        }
        let names = Set(try await rooms.all().map(\.name))
        #expect(names.contains("old-1") && !names.contains("old-2") && names.contains("pump-7"))
        let last = try #require(CallRoomName("one-too-many"))
        let fault = await #expect(throws: StudioError.self) { try await rooms.find(last, orOpen: true) }
        #expect(fault?.code == "too_many_rooms")
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
        #expect(throws: StudioError.self) { try RecordFile.known(name) }
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

    @Test(
        "a webhook does not reach this machine or its cable",
        arguments: [
            "localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "0.0.0.0", "169.254.169.254", "[::1]", "::",
            "[fe80::1]",
            "::ffff:127.0.0.1", "::ffff:169.254.1.1",
        ]
    )
    func localWebhook(host: String) async {
        #expect(!WebhookAddress.isAllowed(host))
        let address = host.contains(":") && !host.hasPrefix("[") ? "http://[\(host)]/" : "http://\(host)/"
        #expect(await !WebhookAddress.isReachable(address, allowsLocal: false))
    }

    @Test(
        "a webhook reaches other machines, also of the studio's own network",
        arguments: ["192.168.1.5", "10.0.0.1", "93.184.216.34", "[2001:db8::1]", "fd00::5", "hooks.example.org"]
    )
    func otherWebhook(host: String) { #expect(WebhookAddress.isAllowed(host)) }

    @Test("a webhook that sends elsewhere is not followed")
    func redirectedWebhook() async throws {
        try await StudioFixture().run(.live) { client, studio in
            let port = try #require(client.port)
            let hook = CallWebhook(id: "h", url: "http://127.0.0.1:\(port)/track", secret: "abcdefghijklmnop")
            let client = WebhookAddress.client
            var request = HTTPClientRequest(url: hook.url)
            request.method = .GET
            // A folder without its slash is answered with the address with one.
            let answer = try await client.execute(request, timeout: .seconds(10))
            #expect((300..<400).contains(answer.status.code))
        }
    }
}
