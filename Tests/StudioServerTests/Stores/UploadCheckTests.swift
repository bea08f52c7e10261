import Foundation
import Imaging
import Recordings
import Testing

@testable import StudioServer

@Suite("Uploads")
struct UploadCheckTests {
    static let picture = ColorImage(width: 3, height: 2, bytes: (0..<24).map { UInt8($0 * 9) })
    static let png = (try? ImageCodec.encode(picture, as: .png)) ?? Data()

    static func refused(_ bytes: Data) -> String? {
        do {
            _ = try UploadCheck(bytes)
            return nil
        } catch let fault as StudioError {
            return fault.code
        } catch {
            return "another error"
        }
    }

    /// A PNG whose header claims a size.
    static func png(claiming width: UInt32, _ height: UInt32) -> Data {
        var bytes = png
        for (offset, value) in [(16, width), (20, height)] {
            for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        }
        return bytes
    }

    @Test("pictures are taken by their content, with their size")
    func taken() throws {
        let png = try UploadCheck(Self.png)
        #expect(png.kind == .png && png.size?.width == 3 && png.size?.height == 2)
        let jpeg = try UploadCheck(try ImageCodec.encode(Self.picture, as: .jpeg(quality: 80)))
        #expect(jpeg.kind == .jpeg && jpeg.size?.width == 3 && jpeg.size?.height == 2)
        let webm = Data([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8))
        #expect(try UploadCheck(webm).kind == .webm)
        let film = Data([0, 0, 0, 24] + Array("ftypisom".utf8))
        #expect(try UploadCheck(film).kind == .mp4)
    }

    /// A binary glTF file with a JSON chunk.
    static func model(_ json: String, claiming length: Int? = nil) -> Data {
        func word(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).littleEndian) { Data($0) } }
        let text = Data(json.utf8)
        return Data("glTF".utf8) + word(2) + word(length ?? 20 + text.count) + word(text.count) + Data("JSON".utf8)
            + text
    }

    @Test("a whole binary glTF file is taken; one that is cut, names other files or is none is refused")
    func models() throws {
        let whole = Self.model("{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":0}]}")
        let check = try UploadCheck(whole)
        #expect(check.kind == .glb && check.size == nil && check.kind.mediaType == "model/gltf-binary")
        for count in 4..<whole.count { #expect(Self.refused(whole.prefix(count)) == "broken_model") }
        for json in [
            "{}", "[]", "<script>alert(1)</script>", "{\"asset\":{\"version\":\"1.0\"}}",
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"https://example.org/track\"}]}",
            "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"../../owner-token\"}]}",
        ] { #expect(Self.refused(Self.model(json)) == "broken_model", "\(json)") }
        #expect(Self.refused(Self.model("{\"asset\":{\"version\":\"2.0\"}}", claiming: 1 << 30)) == "broken_model")
    }

    @Test("what is no picture, what carries scripts, and what grows when it is unpacked is refused")
    func refused() {
        #expect(Self.refused(Data("hello".utf8)) == "unsupported_type")
        #expect(Self.refused(Data()) == "unsupported_type")
        #expect(Self.refused(Data("<!doctype html><script>alert(1)</script>".utf8)) == "unsupported_type")
        let drawing = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
        #expect(Self.refused(Data(drawing.utf8)) == "vector_drawing")
        #expect(Self.refused(Self.png(claiming: 50_000, 50_000)) == "too_many_pixels")
        #expect(Self.refused(Self.png(claiming: 8_000, 8_000)) == "too_many_pixels")
        #expect(Self.refused(Self.png(claiming: 0, 5)) == "broken_picture")
        #expect(Self.refused(Self.png.prefix(40)) == "broken_picture")
        #expect(Self.refused(Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xDA, 0, 2])) == "broken_picture")
        #expect(Self.refused(Self.png + Data(count: 17 << 20)) == "too_large")
        for count in 0..<Self.png.count { #expect(Self.refused(Self.png.prefix(count)) != nil || count > 60) }
    }

    @Test("a range is a part of the file, or none")
    func ranges() {
        #expect(BillboardFiles.range("bytes=0-", size: 10) == 0...9)
        #expect(BillboardFiles.range("bytes=2-3", size: 10) == 2...3)
        #expect(BillboardFiles.range("bytes=-4", size: 10) == 6...9)
        #expect(BillboardFiles.range("bytes=5-99", size: 10) == 5...9)
        for text in ["bytes=10-", "bytes=4-2", "bytes=-0", "bytes=", "lines=1-2", "bytes=a-b", "bytes=1-2,4-5"] {
            #expect(BillboardFiles.range(text, size: 10) == nil)
        }
    }

    /// A PNG with one more chunk of a kind before its end.
    private static func png(adding bytes: Int, as kind: String) -> Data {
        var file = png.dropLast(12)
        file += withUnsafeBytes(of: UInt32(bytes).bigEndian) { Data($0) } + Data(kind.utf8)
        file += Data(repeating: 0, count: bytes) + Data(repeating: 0, count: 4) + png.suffix(12)
        return Data(file)
    }

    @Test(
        "a small picture that holds far more packed data than its pixels need is refused, by its image data and by its texts"
    )
    func bomb() throws {
        // 200 MB of zeros pack into 200 kB.
        #expect(Self.refused(Self.png(adding: 200_000, as: "IDAT")) == "broken_picture")
        #expect(Self.refused(Self.png(adding: 4_000, as: "IDAT")) == "broken_picture")
        for kind in ["zTXt", "iTXt"] { #expect(Self.refused(Self.png(adding: 200_000, as: kind)) == "broken_picture") }
        // What cannot be packed at all is taken.
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<64 * 48 * 4).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let picture = ColorImage(width: 64, height: 48, bytes: noise)
        #expect(try UploadCheck(ImageCodec.encode(picture, as: .png)).size?.width == 64)
    }
}
