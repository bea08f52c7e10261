import Features
import Geometry
import Imaging
import Shapes

/// Recognises posters from reference images: matched corners that agree with one plane.
///
/// M. Fischler, R. Bolles, "Random sample consensus", 1981, over descriptors like those of the session's keyframes.
public struct PosterRecognizer {
    /// A poster that was recognised.
    public struct Sight: Equatable, Sendable {
        /// The number of its reference image.
        public var reference: Int
        /// Its corners in the image, the first is the reference's top left.
        public var quadrilateral: Quadrilateral
        /// The number of matched corners that agree; 0 if the poster was recognised by its rectangle alone.
        public var agreeing: Int

        fileprivate init(reference: Int, quadrilateral: Quadrilateral, agreeing: Int) {
            self.reference = reference
            self.quadrilateral = quadrilateral
            self.agreeing = agreeing
        }

        fileprivate init(_ reference: Int, _ seen: Quadrilateral, _ turn: Int, _ similarity: Double) {
            let turned = Quadrilateral(
                topLeft: seen[turn],
                topRight: seen[(turn + 1) % 4],
                bottomRight: seen[(turn + 2) % 4],
                bottomLeft: seen[(turn + 3) % 4],
                confidence: similarity
            )
            self.init(reference: reference, quadrilateral: turned, agreeing: 0)
        }
    }

    private struct Reference {
        var number: Int
        var size: Vector2
        /// Its thumbnail; nil for an image without contrast.
        var glance: PosterGlance?
        /// The descriptors of its corners, for eight rotations of the image.
        var looks: [[DescribedCorner]]
    }

    private static let largestDistance = 60
    private static let rounds = 200
    private static let fewestAgreeing = 14
    private static let tolerancePixels = 4.0
    private static let turns = 8
    /// The similarity above which a rectangle is the poster; rectangles with other images stay below 0.75.
    private static let leastSimilarity = 0.8
    /// The minimum lead of the best orientation over the second best.
    private static let leastLead = 0.1

    private let describer = ImageDescriber()
    private var references: [Reference] = []
    private var generator = SeededGenerator(seed: 11)

    /// A recogniser without posters.
    public init() {}

    /// Whether there are no posters to recognise.
    public var isEmpty: Bool { references.isEmpty }

    /// Learns a poster from an image that shows only it, best some 320 pixels wide; returns false if it has too few
    /// features.
    public mutating func learn(_ image: GrayImage, as number: Int) -> Bool {
        references.removeAll { $0.number == number }
        let looks = (0..<Self.turns).map { turn in
            describer.describeCorners(of: image, roll: Double(turn) * 2 * .pi / Double(Self.turns), count: 160)
        }
        guard looks[0].count >= 2 * Self.fewestAgreeing else { return false }
        let size = Vector2(Double(image.width), Double(image.height))
        let corners = [Vector2(0, 0), Vector2(size.x, 0), size, Vector2(0, size.y)]
        let glance = PosterGlance(image, corners: corners)
        references.append(Reference(number: number, size: size, glance: glance, looks: looks))
        return true
    }

    /// Removes all posters.
    public mutating func forget() { references.removeAll() }

    /// The poster with the most agreement in an image; nil if there is none.
    ///
    /// Posters with the numbers `known` are not searched.
    public mutating func recognise(in image: GrayImage, except known: [Int] = []) -> Sight? {
        guard !isEmpty else { return nil }
        let corners = describer.describeCorners(of: image, roll: 0, count: 350)
        var best: Sight?
        for reference in references where !known.contains(reference.number) {
            for look in reference.looks {
                let pairs = Self.pairs(of: look, with: corners)
                guard pairs.count >= Self.fewestAgreeing, let sight = sight(of: reference, pairs) else { continue }
                if sight.agreeing > best?.agreeing ?? 0 { best = sight }
            }
        }
        return best
    }

    /// The poster that fills one of the detected rectangles; nil if there is none.
    ///
    /// A poster that is small in the image has too few corners to match, but its rectangle can be found and compared.
    /// Posters with the numbers `known` are not searched.
    public func recognise(
        among quadrilaterals: [Quadrilateral],
        in image: GrayImage,
        except known: [Int] = []
    ) -> Sight? {
        var best: (sight: Sight, similarity: Double)?
        for quadrilateral in quadrilaterals {
            let ways = (0..<4).map { turn in
                PosterGlance(image, corners: (0..<4).map { quadrilateral[($0 + turn) % 4] })
            }
            for reference in references where !known.contains(reference.number) {
                guard let (turn, similarity) = Self.bestWay(ways, reference.glance), similarity > best?.similarity ?? 0
                else { continue }
                best = (Sight(reference.number, quadrilateral, turn, similarity), similarity)
            }
        }
        return best?.sight
    }

    /// The orientation of the poster in a rectangle; nil if it is another image.
    private static func bestWay(_ ways: [PosterGlance?], _ glance: PosterGlance?) -> (turn: Int, similarity: Double)? {
        guard let glance else { return nil }
        let similarities = ways.map { $0?.similarity(glance) ?? -1 }
        guard let turn = similarities.indices.max(by: { similarities[$0] < similarities[$1] }),
            similarities[turn] > leastSimilarity,
            similarities.indices.allSatisfy({ $0 == turn || similarities[$0] < similarities[turn] - leastLead })
        else { return nil }
        return (turn, similarities[turn])
    }

    /// For each corner of the reference the one corner with a similar descriptor, if it is unambiguous.
    private static func pairs(
        of look: [DescribedCorner],
        with corners: [DescribedCorner]
    ) -> [(from: Vector2, to: Vector2)] {
        var pairs: [(from: Vector2, to: Vector2)] = []
        for wanted in look {
            var first = (distance: 257, index: -1)
            var second = 257
            for (index, corner) in corners.enumerated() {
                let distance = wanted.descriptor.distance(to: corner.descriptor)
                guard distance < second else { continue }
                let isSame = first.index >= 0 && isNear(corners[first.index], corner)
                if distance < first.distance {
                    if !isSame { second = first.distance }
                    first = (distance, index)
                } else if !isSame {
                    second = distance
                }
            }
            guard first.distance < largestDistance, 10 * first.distance < 9 * second else { continue }
            let seen = corners[first.index].pixel
            pairs.append((Vector2(wanted.pixel), Vector2(seen)))
        }
        return pairs
    }

    /// A corner is often found at several scales.
    private static func isNear(_ a: DescribedCorner, _ b: DescribedCorner) -> Bool {
        let offset = a.pixel - b.pixel
        return (offset * offset).sum() < 36
    }

    private mutating func sight(of reference: Reference, _ pairs: [(from: Vector2, to: Vector2)]) -> Sight? {
        var best: (homography: Homography, count: Int)?
        for _ in 0..<Self.rounds {
            let four = (0..<4).map { _ in pairs[generator.nextIndex(below: pairs.count)] }
            guard let guess = Homography(from: four.map { $0.from }, to: four.map { $0.to }),
                Self.outline(reference.size, guess) != nil
            else { continue }
            let count = pairs.count { Self.agrees($0, guess) }
            if count > best?.count ?? 0 { best = (guess, count) }
        }
        guard let best, best.count >= Self.fewestAgreeing else { return nil }
        let inliers = pairs.filter { Self.agrees($0, best.homography) }
        guard let refined = Homography(fitting: inliers, start: best.homography),
            let corners = Self.outline(reference.size, refined)
        else { return nil }
        let agreeing = pairs.count { Self.agrees($0, refined) }
        guard agreeing >= Self.fewestAgreeing, 3 * agreeing > pairs.count else { return nil }
        let quadrilateral = Quadrilateral(
            topLeft: corners[0],
            topRight: corners[1],
            bottomRight: corners[2],
            bottomLeft: corners[3],
            confidence: min(1, Double(agreeing) / 40)
        )
        return Sight(reference: reference.number, quadrilateral: quadrilateral, agreeing: agreeing)
    }

    private static func agrees(_ pair: (from: Vector2, to: Vector2), _ homography: Homography) -> Bool {
        guard let seen = homography(pair.from) else { return false }
        return (seen - pair.to).length < tolerancePixels
    }

    /// The reference's corners in the image; nil unless they form a convex shape, seen from the front, of sufficient
    /// size.
    private static func outline(_ size: Vector2, _ homography: Homography) -> [Vector2]? {
        let points = [Vector2(0, 0), Vector2(size.x, 0), size, Vector2(0, size.y)]
        let corners = points.compactMap { homography($0) }
        guard corners.count == 4 else { return nil }
        for index in 0..<4 {
            let side = corners[(index + 1) % 4] - corners[index]
            let next = corners[(index + 2) % 4] - corners[(index + 1) % 4]
            guard cross(side, next) > 0.05 * side.length * next.length, side.length > 20 else { return nil }
        }
        return corners
    }
}
