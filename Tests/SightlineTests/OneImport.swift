import Sightline
import Testing

@Suite("One import")
struct OneImport {
    @Test("One import gives every module, and each module's name tells its types apart")
    func modules() throws {
        let session = WorldTracking.Session()
        #expect(session.world.anchors.isEmpty)
        #expect(SceneGraph.Scene().count == 0)
        #expect(Geometry.Vector3(3, 0, 4).length == 5)
        #expect(Imaging.GrayImage(width: 2, height: 2).width == 2)
        #expect(Experiences.Measuring().measurements.isEmpty)
        #expect(Odometry.OdometryConfiguration.self == OdometryConfiguration.self)
    }
}
