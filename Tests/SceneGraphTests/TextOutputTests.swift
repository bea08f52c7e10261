import Foundation
import Imaging
import Testing

@testable import SceneGraph

@Suite("Text and images inside exported files")
struct TextOutputTests {
    @Test("what is written as JSON is read back the same, whatever it says")
    func json() throws {
        var text = JSONText()
        text.open("{")
        text.value("a \"quoted\" \\ path\nand ± €", key: "text")
        text.value(-42, key: "whole")
        text.value(true, key: "flag")
        text.array([0, -0.1, 1.0 / 3, 6.02214076e23, -1.6e-19, 999_999_999_999.9, .nan], key: "numbers")
        text.open("[", key: "empty")
        text.close("]")
        text.open("{", key: "inner")
        text.value(1, key: "a")
        text.value(2, key: "b")
        text.close("}")
        text.close("}")
        let read = try #require(try JSONSerialization.jsonObject(with: Data(text.bytes)) as? [String: Any])
        #expect(read["text"] as? String == "a \"quoted\" \\ path and ± €")
        #expect(read["whole"] as? Int == -42 && read["flag"] as? Bool == true)
        let numbers = try #require(read["numbers"] as? [Double])
        let expected = [0, -0.1, 1.0 / 3, 6.02214076e23, -1.6e-19, 999_999_999_999.9, 0]
        for (number, wanted) in zip(numbers, expected) { #expect(abs(number - wanted) <= 1e-11 * abs(wanted)) }
        #expect(numbers.count == expected.count)
        #expect((read["empty"] as? [Any])?.isEmpty == true)
        #expect((read["inner"] as? [String: Int]) == ["a": 1, "b": 2])
    }

    @Test("an image in a file keeps its pixels: chunks, lengths and both checksums are right")
    func png() throws {
        let pixels = (0..<72_000).map { (index: Int) -> UInt8 in UInt8(index * 7 % 251) }
        let image = ColorImage(width: 150, height: 120, bytes: pixels)
        let bytes = StoredPNG.bytes(of: image)
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        var offset = 8
        var chunks: [String: [UInt8]] = [:]
        while offset < bytes.count {
            let length = number(offset)
            let body = Array(bytes[offset + 4..<offset + 8 + length])
            #expect(number(offset + 8 + length) == Int(Self.crc(body)))
            chunks[String(decoding: body.prefix(4), as: UTF8.self)] = Array(body.dropFirst(4))
            offset += 12 + length
        }
        #expect(Array(try #require(chunks["IHDR"]).prefix(8)) == [0, 0, 0, 150, 0, 0, 0, 120])
        let rows = try Self.unstored(try #require(chunks["IDAT"]))
        #expect(rows.count == 120 * 601)
        for y in [0, 60, 119] {
            #expect(rows[y * 601] == 0, "no filter")
            #expect(Array(rows[y * 601 + 1..<(y + 1) * 601]) == Array(image.bytes[y * 600..<(y + 1) * 600]))
        }
    }

    /// The check of a chunk, bit by bit.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// The data of stored blocks, more than one for more than 65,535 bytes.
    private static func unstored(_ data: [UInt8]) throws -> [UInt8] {
        var out: [UInt8] = []
        var offset = 2
        var isLast = false
        while !isLast {
            isLast = data[offset] == 1
            let length = Int(data[offset + 1]) | Int(data[offset + 2]) << 8
            let inverse = Int(data[offset + 3]) | Int(data[offset + 4]) << 8
            #expect(length ^ inverse == 0xFFFF)
            out += data[offset + 5..<offset + 5 + length]
            offset += 5 + length
        }
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in out {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        #expect(data[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } == high << 16 | low)
        return out
    }
}
