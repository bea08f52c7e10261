import Depth
import Geometry
import Testing

@testable import Reconstruction

@Suite("Volumes of things")
struct ThingMeasurerTests {
    /// A box of 60 × 45 × 40 cm, turned by nothing, in the middle of the floor.
    private static let box = BoxRoom(boxes: [(Vector3(-0.3, 0, -0.225), Vector3(0.3, 0.4, 0.225))])
    /// A cap of a ball: 40 cm high over a foot of 60 cm radius.
    private static let heap = BoxRoom(balls: [(Vector3(0, -0.25, 0), 0.65)])
    private static let heapVolume = Double.pi * 0.4 * 0.4 * (0.65 - 0.4 / 3)

    private static func views(_ room: BoxRoom, part: Double = 1, seed: UInt64 = 3) -> [DepthMap] {
        room.circle(views: 16, radius: 1.2, height: 1.2, target: 0.15, part: part, seed: seed)
    }

    @Test(
        "A box that was walked around is measured to 4 % with a sigma that covers, and its height to 1 cm",
        arguments: [3, 4, 5] as [UInt64]
    )
    func boxes(_ seed: UInt64) throws {
        let views = Self.views(Self.box, seed: seed)
        let thing = try ThingMeasurer().measure(views, at: Vector3(0.05, 0.4, 0), scaleSigma: 0.005)
        let truth = 0.6 * 0.45 * 0.4
        #expect(abs(thing.volume - truth) < 0.04 * truth, "\(thing.volume)")
        #expect(abs(thing.volume - truth) < 2 * thing.volumeSigma && thing.volumeSigma < 0.06 * truth)
        #expect(abs(thing.height - 0.4) < 0.01 && thing.heightSigma > 0 && thing.heightSigma < 0.03)
        #expect(abs(thing.area - 0.27) < 0.04 && thing.hiddenShare < 0.02)
        #expect(thing.outline.count == 32 && thing.outline.allSatisfy { abs($0.y) < 0.02 })
        let reach = thing.outline.map { ($0.x * $0.x + $0.z * $0.z).squareRoot() }
        #expect((reach.min() ?? 0) > 0.2 && (reach.max() ?? 1) < 0.42)
    }

    @Test("A heap that was walked around is measured to 4 %")
    func heap() throws {
        let thing = try ThingMeasurer().measure(Self.views(Self.heap), at: Vector3(0.1, 0.38, 0.1), scaleSigma: 0)
        #expect(abs(thing.volume - Self.heapVolume) < 0.04 * Self.heapVolume, "\(thing.volume) for \(Self.heapVolume)")
        #expect(abs(thing.volume - Self.heapVolume) < 2.5 * thing.volumeSigma)
        #expect(abs(thing.height - 0.4) < 0.02)
    }

    @Test("The rounded top of a flat heap is not taken for a thing that stands on the heap")
    func flatHeap() throws {
        let room = BoxRoom(balls: [(Vector3(0, -0.6, 0), 0.85)])
        let truth = Double.pi * 0.25 * 0.25 * (0.85 - 0.25 / 3)
        let thing = try ThingMeasurer().measure(Self.views(room), at: Vector3(0.02, 0.25, 0.02), scaleSigma: 0)
        #expect(abs(thing.volume - truth) < 0.06 * truth, "\(thing.volume) for \(truth)")
    }

    @Test("A scale that is not sure makes the volume three times as unsure")
    func scale() throws {
        let views = Self.views(Self.heap)
        func sigma(_ scale: Double) throws -> Double {
            try ThingMeasurer().measure(views, at: Vector3(0, 0.4, 0), scaleSigma: scale).volumeSigma / Self.heapVolume
        }
        let (sure, unsure) = (try sigma(0), try sigma(0.05))
        #expect(abs((unsure * unsure - sure * sure).squareRoot() - 0.15) < 0.01)
    }

    @Test("What cannot be measured is refused: the floor, an unseen place, a thing at the wall, nothing at all")
    func refused() {
        let views = Self.views(Self.box)
        func fault(_ maps: [DepthMap], _ point: Vector3) -> ThingFault? {
            do throws(ThingFault) {
                _ = try ThingMeasurer().measure(maps, at: point, scaleSigma: 0)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(views, Vector3(0.6, 0, 0.4)) == .noSurface)
        #expect(fault([], .zero) == .unseen && fault(views, Vector3(0, 0, 40)) == .unseen)
        #expect(fault(views, Vector3(.nan, 0, 0)) == .unseen)
        let wall = BoxRoom(boxes: [(Vector3(-2, 0, -1.5), Vector3(-0.2, 0.4, 1.5))])
        #expect(fault(Self.views(wall), Vector3(-0.4, 0.4, 0)) != nil)
    }

    @Test("What was seen from one side alone is refused, or its sigma covers what may be behind")
    func oneSide() {
        let tall = BoxRoom(boxes: [(Vector3(-0.2, 0, -0.2), Vector3(0.2, 0.7, 0.2))])
        let views = tall.circle(views: 8, radius: 1.4, height: 1.0, target: 0.3, part: 0.15, seed: 2)
        do throws(ThingFault) {
            let thing = try ThingMeasurer().measure(views, at: Vector3(0, 0.69, 0.1), scaleSigma: 0)
            let truth = 0.4 * 0.4 * 0.7
            #expect(abs(thing.volume - truth) < 2 * thing.volumeSigma, "\(thing)")
        } catch {
            #expect(error == .hidden || error == .noSurface)
        }
    }

    @Test("Maps from nearly one place are kept once, the fullest; the oldest are forgotten")
    func viewpoints() {
        let views = Self.views(Self.box)
        var maps = ViewpointMaps()
        for map in [views[0], views[0], views[1]] { maps.add(map) }
        #expect(maps.maps == [views[0], views[1]])
        for _ in 0..<3 { for map in views { maps.add(map) } }
        #expect(maps.maps.count == ViewpointMaps.Tuning().capacity && maps.maps.last == views[15])
    }
}
