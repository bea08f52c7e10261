import Geometry
import Imaging
import Shapes

extension PosterRecognizer {
    /// Above this a rectangle is taken for a poster; rectangles with other pictures stay below 0.75.
    private static let leastLikeness = 0.8
    /// By how much the poster must look more like itself one way up than any other.
    private static let leastLead = 0.1

    /// The poster that fills one of the rectangles that were found; nil where none does.
    ///
    /// A poster that is small in the picture has too few corners to be told by, but its rectangle is found and its picture is alike.
    public func recognise(among quadrilaterals: [Quadrilateral], in picture: GrayImage) -> Sight? {
        var best: (sight: Sight, likeness: Double)?
        for quadrilateral in quadrilaterals {
            let ways = (0..<4).map { turn in
                PosterGlance(picture, corners: (0..<4).map { quadrilateral[($0 + turn) % 4] })
            }
            for reference in references {
                guard let (turn, likeness) = Self.bestWay(ways, reference.glance), likeness > best?.likeness ?? 0
                else { continue }
                best = (Sight(reference.number, quadrilateral, turn, likeness), likeness)
            }
        }
        return best?.sight
    }

    /// Which way up the poster lies in a rectangle; nil where it is another picture.
    private static func bestWay(_ ways: [PosterGlance?], _ glance: PosterGlance?) -> (turn: Int, likeness: Double)? {
        guard let glance else { return nil }
        let likenesses = ways.map { $0?.likeness(glance) ?? -1 }
        guard let turn = likenesses.indices.max(by: { likenesses[$0] < likenesses[$1] }),
            likenesses[turn] > leastLikeness,
            likenesses.indices.allSatisfy({ $0 == turn || likenesses[$0] < likenesses[turn] - leastLead })
        else { return nil }
        return (turn, likenesses[turn])
    }
}

extension PosterRecognizer.Sight {
    fileprivate init(_ reference: Int, _ seen: Quadrilateral, _ turn: Int, _ likeness: Double) {
        let turned = Quadrilateral(
            topLeft: seen[turn],
            topRight: seen[(turn + 1) % 4],
            bottomRight: seen[(turn + 2) % 4],
            bottomLeft: seen[(turn + 3) % 4],
            confidence: likeness
        )
        self.init(reference: reference, quadrilateral: turned, agreeing: 0)
    }
}
