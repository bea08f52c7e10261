import Geometry
import Testing

@testable import Simulation

/// What holds for any scene's text: how it may be written, and where its furniture stands.
@Suite("Laws of scenes as text")
struct SceneTextLawTests {
    private static func scene(_ lines: [String]) throws -> SimulatedScene {
        try SimulatedScene(text: (["room size=6,6,2.5"] + lines).joined(separator: "\n"), file: "f")
    }

    /// All numbers of a scene's solids and all of their names and materials.
    private static func description(_ scene: SimulatedScene) -> [String] {
        scene.bodies.map { "\($0)" } + scene.rectangles.map { "\($0)" } + scene.lamps.map { "\($0)" }
    }

    private static let furniture = [
        "table t at=X,Y size=1.2,0.7,0.75", "chair c at=X,Y", "shelf s at=X,Y size=0.9,0.3,1.6", "sofa so at=X,Y",
        "plant p at=X,Y height=1.2",
    ]

    private static func placed(_ line: String, _ x: Double, _ y: Double, turn: Double? = nil) throws -> [SceneBody] {
        let at = line.replacing("X", with: "\(x)").replacing("Y", with: "\(y)")
        return Array(try scene([at + (turn.map { " turn=\($0)" } ?? "")]).bodies.dropFirst())
    }

    @Test("spaces, tabs, comments, the order of the parts and Windows' ends of lines change nothing")
    func writing() throws {
        let plain = """
            room size=6,6,2.5 wall=plaster
            box b at=1,0,0 size=0.5,0.4,0.3 material=wood
            poster p wall=east at=0,1.4 size=0.6,0.8 art=3
            lamp l at=0,0,2.4 power=5
            """
        let expected = Self.description(try SimulatedScene(text: plain, file: "f"))
        let others = [
            plain.replacing("\n", with: "\r\n"),
            plain.replacing("\n", with: "   # a comment with key=value\n") + "\n",
            plain.replacing(" ", with: " \t "),
            plain.replacing("at=1,0,0 size=0.5,0.4,0.3", with: "size=0.5,0.4,0.3 at=1.0,0,0e0"),
        ]
        for text in others { #expect(Self.description(try SimulatedScene(text: text, file: "f")) == expected) }
    }

    @Test("a bad line is named in a text with Windows' ends of lines too")
    func windowsLines() {
        #expect(throws: SimulationError.badScene(file: "f", line: 3, reason: "“castle” is not known")) {
            try SimulatedScene(text: "# a comment\r\nroom size=4,4,2.5\r\ncastle\r\n", file: "f")
        }
    }

    @Test(
        "a number that cannot be one of a poster's, or a material's, is refused",
        arguments: [
            ("poster p wall=east at=0,1 size=1,1 art=2.5", "`art` must be a whole number"),
            ("poster p wall=east at=0,1 size=1,1 art=1e300", "`art` must be a whole number"),
            ("box b at=0,0,0 size=1,1,1 material=print:first", "the material “print:first” is not known"),
            ("box b at=0,0,0 size=1,1,1 material=page:", "the material “page:” is not known"),
            ("box b at=0,0,0 size=1,1,1 top=page:1:2", "the material “page:1:2” is not known"),
            ("box b at=0,0,0 size=1,1,1 material=wood:3", "the material “wood:3” is not known"),
        ]
    )
    func numbers(_ line: String, _ reason: String) {
        #expect(throws: SimulationError.badScene(file: "f", line: 2, reason: reason)) { try Self.scene([line]) }
    }

    @Test("any whole number of a poster or a page is painted, and posters come round after seven")
    func posterNumbers() throws {
        #expect(PrintPainter.page(Int.max).width == 512)
        for art in [-1, 6, 999_999_999] { _ = try Self.scene(["poster p wall=east at=0,1 size=1,1 art=\(art)"]) }
        let designs = (0..<7).map { PrintPainter.poster($0).texels }
        for number in [-7, -1, 7, 13] { #expect(PrintPainter.poster(number).texels == designs[((number % 7) + 7) % 7]) }
        for (index, design) in designs.enumerated() { #expect(!designs[..<index].contains(design)) }
        let pages = [0, 1, 2, -1].map { PrintPainter.page($0).texels }
        for (index, page) in pages.enumerated() { #expect(!pages[..<index].contains(page)) }
    }

    @Test("a piece of furniture that is moved and turned is the same piece elsewhere", arguments: furniture)
    func rigid(_ line: String) throws {
        let origin = try Self.placed(line, 0, 0)
        // A plant has no front: what it is given as a turn is left out.
        for turn in line.hasPrefix("plant") ? [0] : [0, 30, -90, 180] as [Double] {
            let rotation = Rotation(exp: Vector3(0, 0, turn * .pi / 180))
            let moved = try Self.placed(line, 1.5, -0.7, turn: turn)
            #expect(moved.count == origin.count)
            for (there, here) in zip(moved, origin) {
                let expected = Vector3(1.5, -0.7, 0) + rotation * here.centre
                #expect((there.centre - expected).length < 1e-9)
                #expect(((there.rotation.inverse * rotation * here.rotation).log).length < 1e-9)
                #expect(there.halfSize == here.halfSize && there.materials == here.materials)
                #expect(there.name == here.name && there.group == here.group)
            }
        }
    }

    @Test("furniture stands on the floor, is one group, and lies within the room", arguments: furniture)
    func standing(_ line: String) throws {
        let scene = try Self.scene([line.replacing("X", with: "0.4").replacing("Y", with: "-0.3")])
        let parts = scene.bodies.dropFirst()
        #expect(Set(parts.map(\.group)).count == 1)
        let lowest = parts.map { $0.centre.z - $0.halfSize.z }.min() ?? 1
        #expect(abs(lowest) < 0.03)
        #expect(parts.allSatisfy { $0.halfSize.min() > 0 && $0.centre.z + $0.halfSize.z < scene.roomSize.z })
    }

    @Test("a sheet's and a poster's corners are those of the face that is printed", arguments: [0.0, 35, 90, -140])
    func rectangles(_ turn: Double) throws {
        let scene = try Self.scene([
            "table t at=0,0 size=2,2,0.7", "sheet s at=0.3,-0.2,0.7 size=0.3,0.2 turn=\(turn) material=page:2",
            "poster p wall=west at=-0.5,1.5 size=0.7,0.5",
        ])
        for rectangle in scene.rectangles {
            let body = try #require(scene.bodies.first { $0.name == rectangle.name })
            let corners = rectangle.corners
            let normal = cross(corners[3] - corners[0], corners[1] - corners[0]).normalized
            for corner in corners {
                let local = body.rotation.inverse * (corner - body.centre)
                let on = (0..<3).filter { abs(abs(local[$0]) - body.halfSize[$0]) < 1e-9 }
                #expect(on.count == 3, "a corner of the solid")
                // A ray against the normal meets the face there, and nothing before it.
                let inset = corner + ((corners[0] + corners[2]) / 2 - corner) * 0.05
                let found = scene.distance(along: Ray(origin: inset + normal * 0.5, direction: -normal))
                #expect(abs((found ?? 0) - 0.5) < 1e-4)
            }
        }
    }
}
