import Foundation
import Geometry

/// A way through points, walked at a constant pace, with a direction of view at each point that turns evenly in between.
struct SurveyPath {
    /// A place and the direction in which the camera looks there.
    struct Stop {
        let place: Vector2
        /// Radians, counterclockwise from +x.
        let heading: Double
    }

    private let stops: [Stop]
    /// The length of the way up to each stop, metres.
    private let lengths: [Double]

    /// A way through at least two stops whose places differ from one to the next; the view turns the shorter way.
    init(_ stops: [Stop]) {
        var (turned, lengths) = ([stops[0]], [0.0])
        for stop in stops.dropFirst() {
            let last = turned[turned.count - 1]
            let turns = ((last.heading - stop.heading) / (2 * .pi)).rounded()
            turned.append(Stop(place: stop.place, heading: stop.heading + 2 * .pi * turns))
            lengths.append(lengths[lengths.count - 1] + (stop.place - last.place).length)
        }
        (self.stops, self.lengths) = (turned, lengths)
    }

    /// One and a half times around a room, a metre from its walls, looking across it at the opposite ones.
    init(around roomSize: Vector3) {
        let half = Vector2(max(0.5, roomSize.x / 2 - 1), max(0.5, roomSize.y / 2 - 1))
        let (u, v) = (half.x - 0.4, half.y - 0.4)
        let sides: [(Vector2, Vector2, Double)] = [
            (Vector2(-u, -half.y), Vector2(u, -half.y), .pi / 2), (Vector2(half.x, -v), Vector2(half.x, v), .pi),
            (Vector2(u, half.y), Vector2(-u, half.y), 1.5 * .pi), (Vector2(-half.x, v), Vector2(-half.x, -v), 0),
        ]
        self.init(
            (sides + sides.prefix(2)).flatMap { from, to, heading in
                [Stop(place: from, heading: heading), Stop(place: to, heading: heading)]
            }
        )
    }

    /// The whole length, metres.
    var length: Double { lengths[lengths.count - 1] }

    /// The place and the heading after a length of the way; they stay at the ends.
    func stop(_ length: Double) -> Stop {
        let length = min(max(length, 0), self.length)
        let leg = max(0, (lengths.firstIndex { $0 >= length } ?? lengths.count - 1) - 1)
        let share = (length - lengths[leg]) / (lengths[leg + 1] - lengths[leg])
        let (from, to) = (stops[leg], stops[leg + 1])
        return Stop(
            place: from.place + (to.place - from.place) * share,
            heading: from.heading + (to.heading - from.heading) * share
        )
    }
}
