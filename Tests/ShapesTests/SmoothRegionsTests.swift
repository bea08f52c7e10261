import Testing

@testable import Shapes

@Suite("Regions that no edge crosses")
struct SmoothRegionsTests {
    /// A disc about (160, 120) over a ground of another colour and the same brightness, in light of a strength.
    private static func map(light: Double) -> HandMap {
        let (width, height) = (320, 240)
        let bytes = (0..<width * height).flatMap { i -> [UInt8] in
            let color = isDisc(i) ? [200.0, 110, 100] : [120, 140, 180]
            // A slow change of the light is no edge.
            let shade = light * (1 + 0.3 * Double(i % width) / Double(width))
            return color.map { UInt8($0 * shade) } + [255]
        }
        let map = HandMap(imageWidth: width, imageHeight: height)
        bytes.withImage(width: width, height: height, channels: 4) { map.load($0) }
        return map
    }

    private static func isDisc(_ i: Int) -> Bool {
        let (x, y) = (i % 320 - 160, i / 320 - 120)
        return x * x + y * y < 50 * 50
    }

    @Test("a disc is found by its edge alone, in bright and in dim light", arguments: [(0.9, Float(6)), (0.15, 3)])
    func disc(_ light: Double, _ limit: Float) throws {
        let regions = SmoothRegions(Self.map(light: light))
        let masks = regions.masks(below: limit, near: [(x: 150, y: 120), (x: 170, y: 130)])
        #expect(masks.count == 1, "both pixels are of one region")
        let mask = try #require(masks.first)
        let common = mask.indices.filter { mask[$0] != 0 && Self.isDisc($0) }.count
        let all = mask.indices.filter { mask[$0] != 0 || Self.isDisc($0) }.count
        #expect(Double(common) > 0.93 * Double(all))
    }

    @Test("pixels outside of the image and on an edge are in no region")
    func none() {
        let regions = SmoothRegions(Self.map(light: 0.9))
        let strange = [(x: -1, y: 5), (x: 320, y: 5), (x: 5, y: 240), (x: 210, y: 120)]
        #expect(regions.masks(below: 6, near: strange).isEmpty)
    }
}
