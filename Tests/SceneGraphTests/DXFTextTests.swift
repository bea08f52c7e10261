import Geometry
import Testing

@testable import SceneGraph

@Suite("Drawings for CAD programs")
struct DXFTextTests {
    /// The pairs of code and value of a drawing.
    static func groups(of drawing: DXFText) -> [(code: Int, value: String)] {
        let text = String(decoding: drawing.file, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return stride(from: 0, to: lines.count - 1, by: 2).map { (Int(lines[$0]) ?? -1, String(lines[$0 + 1])) }
    }

    @Test("A line has its layer and both ends, in metres with six decimals")
    func line() {
        var drawing = DXFText()
        drawing.addLine(from: Vector3(-0.5, 1.0000004, 0), to: Vector3(2, 3, 4), layer: "WALLS")
        let groups = Self.groups(of: drawing)
        let start = groups.firstIndex { $0.value == "LINE" } ?? 0
        #expect(groups[start + 1].code == 8 && groups[start + 1].value == "WALLS")
        let coordinates = groups[(start + 2)...(start + 7)]
        #expect(coordinates.map(\.code) == [10, 20, 30, 11, 21, 31])
        #expect(coordinates.map(\.value) == ["-0.500000", "1.000000", "0.000000", "2.000000", "3.000000", "4.000000"])
    }

    @Test("A line through points is closed if it says so, and ends")
    func polyline() {
        for isClosed in [false, true] {
            var drawing = DXFText()
            drawing.addPolyline(through: [.zero, Vector3(1, 0, 0), Vector3(1, 1, 0)], isClosed: isClosed, layer: "A")
            let groups = Self.groups(of: drawing)
            #expect(groups.filter { $0.value == "VERTEX" }.count == 3)
            #expect(groups.contains { $0.code == 70 && $0.value == (isClosed ? "9" : "8") })
            #expect(groups.filter { $0.code == 0 }.map(\.value).suffix(3) == ["SEQEND", "ENDSEC", "EOF"])
        }
    }

    @Test("A text cannot end its line, and letters beyond ASCII stand as their codes")
    func text() {
        var drawing = DXFText()
        drawing.addText("a\n0\nEOF\té€", at: .zero, height: 0.02, layer: "LABELS")
        let groups = Self.groups(of: drawing)
        #expect(groups.contains { $0.code == 1 && $0.value == "a 0 EOF \\U+00E9\\U+20AC" })
        #expect(groups.filter { $0.value == "EOF" }.count == 1)
    }

    @Test("A coordinate that is no number is written as 0, so that the drawing can be read")
    func notFinite() {
        var drawing = DXFText()
        drawing.addPoint(at: Vector3(.nan, .infinity, -1e300), layer: "POINTS")
        let values = Self.groups(of: drawing).filter { [10, 20, 30].contains($0.code) }.map(\.value)
        #expect(values == ["0.000000", "0.000000", "0.000000"])
    }
}
