import Geometry
import Testing

@testable import Simulation

/// The scene of several rooms: partitions, doors, and a route through them.
@Suite struct FlatSceneTests {
    private static func distance(_ scene: SimulatedScene, from: Vector2, height: Double, towards: Vector2) -> Double? {
        let way = towards - from
        let ray = Ray(origin: Vector3(from.x, from.y, height), direction: Vector3(way.x, way.y, 0).normalized)
        return scene.distance(along: ray)
    }

    @Test func `Each door joins two rooms: a ray passes through it, but not through its lintel`() throws {
        let scene = try SimulatedScene.load("flat")
        let truth = SimulationTruth(SimulationPlan(scene: scene, duration: 1))
        #expect(truth.rooms.map { $0.name } == ["living", "hall", "bedroom", "kitchen"] && truth.doors.count == 4)
        for door in scene.doors {
            let rooms = try #require(truth.doors.first { $0.name == door.name }).rooms
            #expect(Set(rooms).count == 2)
            let (from, to) = (door.middle - door.across, door.middle + door.across)
            let (low, high) = (
                Self.distance(scene, from: from, height: 1.9, towards: to),
                Self.distance(scene, from: from, height: 2.2, towards: to)
            )
            #expect(try #require(low) > 2 * door.across.length && #require(high) < door.across.length)
        }
    }

    @Test func `A scene of one room has that room and no doors`() throws {
        let truth = SimulationTruth(SimulationPlan(scene: try SimulatedScene.load("room"), duration: 1))
        #expect(truth.rooms.map { $0.name } == ["room"] && truth.doors.isEmpty)
        #expect(abs(truth.rooms[0].area - 5.4 * 4.6) < 1e-9 && truth.rooms[0].height == 2.6)
    }

    @Test(arguments: [MotionKind.walk, .survey], 1...4 as ClosedRange<UInt64>)
    func `The walk and the survey stay within the rooms and their doors`(kind: MotionKind, seed: UInt64) throws {
        let scene = try SimulatedScene.load("flat")
        let duration = kind == .walk ? 70 : 102
        let motion = DeviceMotion(kind, start: .rest, scene: scene, duration: Double(duration), seed: seed)
        for step in 0..<10 * duration {
            let place = motion.worldFromOptical(Double(step) / 10).translation
            let isInRoom = scene.spaces.contains {
                place.x > $0.low.x && place.y > $0.low.y && place.x < $0.high.x && place.y < $0.high.y
            }
            let isInDoor = scene.doors.contains {
                (Vector2(place.x, place.y) - $0.middle).length < $0.width / 2
            }
            #expect(isInRoom || isInDoor, "\(place) after \(step) steps")
        }
    }

    @Test(arguments: [
        "partition p from=0,0 to=1,1", "partition p from=0,0 to=0,0", "partition p from=0,0 to=2,0 doors=1",
        "partition p from=0,0 to=2,0 doors=0.2,0.9", "space s from=1,0 to=0,1", "route points=1,1",
        "route points=1,1,1,1", "survey points=1,1,90", "survey points=1,1,0,1,1,90", "survey points=1,1,0,2,1",
    ])
    func `A line that describes no wall, room or way is refused by its number`(line: String) {
        let text = "room size=5,4,2.5\n" + line
        #expect {
            try SimulatedScene(text: text, file: "a.scene")
        } throws: { error in
            guard case .badScene(let file, let number, _) = error as? SimulationError else { return false }
            return file == "a.scene" && number == 2
        }
    }
}
