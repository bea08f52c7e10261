import Imaging
import Rendering
import RenderingScenes
import Testing

@Suite("Reference images", .serialized)
struct ReferenceImageTests {
    @Test("every reference scene is drawn", arguments: ReferenceScene.allCases)
    func drawn(_ reference: ReferenceScene) throws {
        let context = try DrawingContext()
        let renderer = try Renderer()
        renderer.setImage(reference.image)
        let size = reference == .maps ? (720, 960) : (1280, 720)
        try renderer.draw(reference.scene, from: reference.viewpoint(width: size.0, height: size.1))
        let image = try #require(renderer.readPixels())
        try ImageFile.write(image, named: "\(reference)")
        #expect(Set(image.bytes).count > 100)
        _ = context
    }
}
