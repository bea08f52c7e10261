import Foundation
import NIOCore
import Testing

@testable import ChannelServer

/// Messages that are compressed because a client asked for that, and what someone tries with them.
@Suite(.timeLimit(.minutes(5))) struct CompressionTests {
    @Test(
        arguments: [
            ("permessage-deflate", true), ("permessage-deflate; client_max_window_bits", true),
            ("x-webkit-deflate-frame, permessage-deflate", true),
            ("Permessage-Deflate ; server_no_context_takeover", true),
            ("permessage-deflate; server_max_window_bits=10, permessage-deflate", true),
            ("permessage-deflate; client_max_window_bits=\"9\"", true), ("", false), ("deflate", false),
            ("permessage-deflate; server_max_window_bits=10", false),
            ("permessage-deflate; client_max_window_bits=7", false),
            ("permessage-deflate; client_max_window_bits; client_max_window_bits", false),
            ("permessage-deflate; server_no_context_takeover=1", false), ("permessage-deflate; unknown", false),
        ]
    )
    func `an offer is taken only if all of it can be kept`(_ field: String, _ isTaken: Bool) {
        #expect(CompressionOffer.isAcceptable(field) == isTaken)
    }

    @Test func `a frame is packed and unpacked to the same, and short ones go as they are`() throws {
        let compressor = MessageCompressor()
        for count in [160, 300, 70_000] {
            let json = Array((0..<count).map { UInt8(ascii: "a") + UInt8($0 % 7) })
            let frame = Frame.text(json)
            let packed = compressor.packed(frame, milliseconds: 0)
            #expect(packed.readableBytes < frame.readableBytes)
            #expect(packed.getInteger(at: 0, as: UInt8.self) == 0xC1)
            let payload = Array(Frame.payload(of: packed))
            #expect(try compressor.unpacked(payload, limit: count) == json)
            #expect(throws: MessageCompressor.Failure.tooLong) { try compressor.unpacked(payload, limit: count - 1) }
        }
        let short = Frame.text(Array("{}".utf8))
        #expect(compressor.packed(short, milliseconds: 0) == short)
        var generator = FrameFuzzTests.Generator(state: 3)
        let noise = Frame.text((0..<1_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        #expect(compressor.packed(noise, milliseconds: 0) == noise)
    }

    @Test func `what compressing costs is limited, and what goes plain is not lost`() {
        let compressor = MessageCompressor()
        let frame = Frame.text(.init(repeating: 0x20, count: 1 << 20))
        let packed = (0..<20).map { _ in compressor.packed(frame, milliseconds: 1_000) != frame }
        #expect(packed.count { $0 } == MessageCompressor.bytesPerSecond >> 20)
        #expect(compressor.packed(frame, milliseconds: 2_000) != frame)
    }

    @Test func `noise is refused, or unpacked within its limit`() {
        let compressor = MessageCompressor()
        var generator = FrameFuzzTests.Generator(state: 5)
        var broken = 0
        for _ in 0..<20_000 {
            let noise = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            do {
                #expect(try compressor.unpacked(noise, limit: 1_000).count <= 1_000)
            } catch { broken += 1 }
        }
        #expect(broken > 10_000)
    }

    /// Eight million spaces in some eight thousand bytes.
    private static func bomb() -> [UInt8] {
        let compressor = MessageCompressor()
        let packed = compressor.packed(Frame.text(.init(repeating: 0x20, count: 8 << 20)), milliseconds: 0)
        return Array(Frame.payload(of: packed))
    }

    private static let offer = "Sec-WebSocket-Extensions: permessage-deflate\r\n"

    private func code(_ port: Int, fields: String = offer, _ frame: [UInt8]) async -> Int? {
        await HostileTests().blocking {
            guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target, fields: fields) else {
                return nil
            }
            socket.send(frame)
            return socket.closeCode()
        }
    }

    @Test func `a bomb, noise, and compression that was not agreed or stands in the wrong place are refused`()
        async throws
    {
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let bomb = Self.bomb()
            #expect(bomb.count < 65_536)
            #expect(await code(port, RawSocket.frame(bomb, opcode: 0x41)) == 1009)
            #expect(await code(port, RawSocket.frame([0xFF, 0xFF, 0xFF], opcode: 0x41)) == 1007)
            #expect(await code(port, fields: "", RawSocket.frame([0xAA], opcode: 0x41)) == 1002)
            #expect(await code(port, RawSocket.frame([], opcode: 0x49)) == 1002)
            let second = RawSocket.frame([0xAA], opcode: 0x41, isFinal: false) + RawSocket.frame([0], opcode: 0x40)
            #expect(await code(port, second) == 1002)
            #expect(await code(port, RawSocket.frame([0xAA], opcode: 0x21)) == 1002)
        }
    }

    @Test(.enabled(if: python != nil, "the Python package websockets is not installed"))
    func `a client that nobody here wrote speaks compressed, beside one that does not`() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/compressed.py").path
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let plain = try await server.client(on: "news")
            let events = plain.events(on: "news")
            let (status, output) = await HostileTests().blocking {
                PeersTests.run(
                    Self.python ?? "",
                    [script, "\(port)", TestServer.credentials.key, TestServer.credentials.secret]
                )
            }
            #expect(status == 0, "\(output)")
            #expect(await first(events)?.data.utf8.count == 9_000)
        }
    }

    private static let python = PeersTests.python.flatMap {
        PeersTests.run($0, ["-c", "import websockets.sync.client"]).status == 0 ? $0 : nil
    }
}
