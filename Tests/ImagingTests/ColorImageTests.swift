import Imaging
import Testing

@Suite("Colour pictures")
struct ColorImageTests {
    @Test("gray keeps white white, black black, and weighs green most")
    func gray() {
        let bytes: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255]
        let gray = ColorImage(width: 2, height: 2, bytes: bytes).gray
        #expect(gray.pixels == [255, 0, 149, 77])
    }
}
