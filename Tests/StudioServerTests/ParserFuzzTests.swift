import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PusherProtocol
import Testing

@testable import StudioServer

/// Mutated bytes for each parser of what strangers send, the same ones in every run.
@Suite struct ParserFuzzTests {
    /// Random numbers that are the same in every run: SplitMix64 of Steele, Lea and Flood, 2014.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static let words: [[UInt8]] = [
        [0], [13, 10], [255, 254], [255, 255, 255, 255], [128, 0, 0, 0], Array("%00".utf8), Array("%".utf8),
        Array("\"".utf8), Array("{".utf8), Array("1e999".utf8), Array("-9223372036854775808".utf8), Array("IDAT".utf8),
        Array(repeating: 65, count: 500), Array("\u{202E}".utf8),
    ]

    /// Calls `body` with so many variants of each seed.
    private func mutations(of seeds: [[UInt8]], count: Int, _ body: ([UInt8]) throws -> Void) rethrows {
        var chance = Chance(state: 21)
        for seed in seeds {
            for _ in 0..<count {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...4, using: &chance) { mutate(&bytes, &chance) }
                try body(bytes)
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ chance: inout Chance) {
        let place = Int.random(in: 0...bytes.count, using: &chance)
        switch Int.random(in: 0..<5, using: &chance) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &chance)))
        case 2: bytes.insert(contentsOf: Self.words.randomElement(using: &chance) ?? [], at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 32)], at: place)
        default: bytes.removeSubrange(place...)
        }
    }

    private static func bigEndian(_ values: [Int], bytes count: Int) -> [UInt8] {
        values.flatMap { value in (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }

    @Test func `Heads of images never trap and never pass for more pixels than may be`() throws {
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array(repeating: 1, count: 14)
            + [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 8, 1, 1, 0x11, 0]
        let webp = ["VP8X", "VP8L", "VP8 "].map { kind in
            Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WEBP\(kind)".utf8) + Array(repeating: 3, count: 24)
        }
        let film = [0, 0, 0, 24] + Array("ftypisom".utf8)
        let model = Array(UploadCheckTests.model("{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"data:\"}]}"))
        var taken = 0
        try mutations(of: [Array(UploadCheckTests.png), jpeg, film, model] + webp, count: 1_500) { bytes in
            let data = Data(bytes)
            do {
                let check = try UploadCheck(data)
                taken += 1
                guard let size = check.size else { return }
                #expect(size.width * size.height <= UploadCheck.mostPixels && size.width > 0 && size.height > 0)
            } catch is StudioError {
                // Refused in words.
            }
        }
        #expect(taken > 10, "some variants are still whole")
    }

    @Test func `Chunks of a PNG whose lengths lie are read to their end`() {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for length in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
            for kind in ["IDAT", "iTXt"] {
                let chunks = PNGChunks(
                    Data(head + Self.bigEndian([length], bytes: 4) + Array(kind.utf8) + [1, 2, 3, 4])
                )
                #expect(chunks.imageBytes + chunks.textBytes == length)
            }
        }
    }

    @Test func `Tokens that were changed open nothing`() async throws {
        let signer = AccessTokenSigner(secret: String(repeating: "s", count: 32))
        let token = AccessToken(kind: .inside, room: "hall", role: .site, sub: "m", exp: .init(value: .distantFuture))
        let good = try await signer.sign(token)
        var changed: [String] = []
        mutations(of: [Array(good.utf8)], count: 600) { changed.append(String(decoding: $0, as: UTF8.self)) }
        // The signature of one token under the claims of another, and a token without a signature.
        let other = try await signer.sign(
            AccessToken(kind: .inside, room: "vault", role: .site, sub: "m", exp: .init(value: .distantFuture))
        )
        let (parts, others) = (good.split(separator: "."), other.split(separator: "."))
        changed.append("\(parts[0]).\(others[1]).\(parts[2])")
        let none = Data(#"{"alg":"none"}"#.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        changed += ["\(none).\(others[1]).", "\(none).\(others[1])", "..", ""]
        for text in changed where text != good {
            let read = try? await signer.read(text, kinds: [.inside])
            // Of the last letter of a signature some bits carry nothing; such a text is the same token.
            #expect(read == nil || read == token, "\(text)")
        }
    }

    @Test func `Percent-encoded paths, ranges, origins, hosts and first lines never trap`() {
        let seeds = [
            "/recordings/desk%20walk/data.csv", "bytes=10-19", "https://app.example.org:8443", "[fe80::1%eth0]:8080",
            "GET /measure/?a=b HTTP/1.1\r\nHost: studio.local:8080\r\n\r\n",
        ]
        let known = KnownHosts(machine: MachineNames(names: ["desk"], addresses: []))
        mutations(of: seeds.map { Array($0.utf8) }, count: 1_500) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = known.contains(text)
            _ = CallRoomName(text)
            if let range = RecordFile.range(text, size: 100) {
                #expect(range.lowerBound >= 0 && range.upperBound < 100)
            }
            if let origin = WebOrigin(text) { #expect(WebOrigin(origin.text) == origin) }
            if let decoded = RequestPathValidator<StudioContext>.percentDecoded(bytes) {
                #expect(decoded.count <= bytes.count)
            }
            // A redirect names what the request named, and holds no second header.
            let request = PlainRequest(text)
            #expect(request.redirection.components(separatedBy: "\r\n").count == (request.authority == nil ? 5 : 6))
        }
    }

    @Test func `Readings, events of a record and reports of receivers are read or refused`() {
        let seeds = [
            #"{"time":1,"kind":"distance","number":1,"value":0.4,"sigma":0.004,"unit":"m","text":"4","isFinal":true}"#,
            #"[{"type":"offer","sdp":"v=0\r\nm=video 9 UDP\r\n"},{"annotation":{"points":[[0,1e3,-2]]}}]"#,
        ]
        mutations(of: seeds.map { Array($0.utf8) }, count: 2_000) { bytes in
            if let reading = (try? JSONText(parsing: bytes)).flatMap({ SharedReading($0) }) {
                #expect(reading.value.isFinite && reading.sigma >= 0)
            }
            if let lines = try? RecordFile.lines(ByteBuffer(bytes: bytes)) {
                for line in String(buffer: lines).split(separator: "\n") {
                    #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any])
                }
            }
        }
    }

    @Test func `A form with a broken escape is refused; before, it ended the studio`() async throws {
        try await StudioFixture().run(.router) { client, _ in
            let good = "socket_id=12.34&channel_name=private-measure-0123456789"
            for form in ["%", "\(good)%", "channel_name=%zz&\(good)", "a=\"{&=&&%4", "\0=\u{FFFD}%F"] {
                let answer = try await client.execute(
                    uri: "/api/channels/auth",
                    method: .post,
                    headers: [.contentType: "application/x-www-form-urlencoded"],
                    body: ByteBuffer(string: form)
                )
                #expect(answer.status == .badRequest, "\(form)")
            }
            let escaped = "socket_id=12%2E34&channel_name=private%2Dmeasure-0123456789&note=a+b"
            let answer = try await client.execute(
                uri: "/api/channels/auth",
                method: .post,
                body: ByteBuffer(string: escaped)
            )
            #expect(answer.status == .ok)
        }
    }

    @Test func `Forms, multipart and JSON of every route are answered, never with a fault of the studio`() async throws
    {
        let seeds = [
            (
                "/api/channels/auth", "application/x-www-form-urlencoded",
                "socket_id=1.2&channel_name=presence-room-hall"
            ),
            ("/api/owner/session", "application/json", #"{"token":"a"}"#),
            ("/api/assist/rooms/hall/join", "application/json", #"{"role":"site","name":"Sam","pass":"a.b.c"}"#),
            ("/api/assist/rooms", "application/json", #"{"name":"hall","access":"open","retentionDays":3}"#),
            ("/api/billboards", "application/json", #"{"name":"a","items":[{"kind":"text","text":"b","until":1}]}"#),
            (
                "/api/billboards/uploads", "multipart/form-data; boundary=x",
                "--x\r\nContent-Type: image/png\r\n\r\n--x--"
            ),
            (
                "/api/beacons/regions", "application/json",
                #"{"name":"a","uuid":"00000000-0000-0000-0000-000000000000"}"#
            ),
            (
                "/api/beacons/notices", "application/json",
                #"{"title":"a","text":"b","image":"https://a.example/b","quietFrom":"22:00","quietUntil":"07:00"}"#
            ),
            (
                "/api/beacons/push", "application/json",
                #"{"endpoint":"https://web.push.apple.com/a","keys":{"p256dh":"BAA","auth":"AAAA"}}"#
            ),
            ("/pusher/app/none/17/abcd0123/xhr_send", "text/plain", #"["{\"event\":\"pusher:ping\"}"]"#),
        ]
        try await StudioFixture().run(.router) { client, studio in
            for (path, type, text) in seeds {
                var bodies: [[UInt8]] = []
                mutations(of: [Array(text.utf8)], count: 60) { bodies.append($0) }
                for (number, body) in bodies.enumerated() {
                    var headers: HTTPFields = [.contentType: type]
                    if number.isMultiple(of: 2) { headers[.authorization] = "Bearer \(studio.core.owner.token)" }
                    let buffer = ByteBuffer(bytes: body)
                    let method: HTTPRequest.Method = path == "/api/beacons/push" ? .put : .post
                    let answer = try await client.execute(uri: path, method: method, headers: headers, body: buffer)
                    #expect(answer.status.code < 500, "\(path) \(String(decoding: body, as: UTF8.self))")
                }
            }
        }
    }

    @Test func `The texts, addresses and hours of a notice are refused, or fit into a pushed message`() throws {
        let seeds = [
            "Welcome\nto the shop", "https://a.example/b.png", "http://a.example/", "/place/", "22:00", "07:59",
        ]
        var taken = 0
        mutations(of: seeds.map { Array($0.utf8) }, count: 500) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for notice in [
                NoticeSetting(title: text, text: text), NoticeSetting(title: "a", text: "", image: text),
                NoticeSetting(title: "a", text: "", link: text),
                NoticeSetting(title: "a", text: "", quietFrom: text, quietUntil: "07:00"),
            ] {
                guard let notice = try? notice.checked() else { continue }
                taken += 1
                #expect(notice.title.utf8.count <= 200 && notice.text.utf8.count <= 1_200)
                for address in [notice.image, notice.link].compactMap({ $0 }) {
                    let scheme = URL(string: address)?.scheme
                    #expect(scheme == nil || scheme == "https" || scheme == "http", "\(address)")
                    #expect(!address.hasPrefix("//") && address.utf8.count <= 400)
                }
                #expect(!(0..<1_440).allSatisfy { notice.isQuiet(atMinute: $0) })
            }
        }
        #expect(taken > 100, "some variants are still whole")
    }
}
