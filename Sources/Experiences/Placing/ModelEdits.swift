import Geometry

/// The changes of the models in a room, by author, so that each author can take back their own.
///
/// A change is kept as a difference, so what others have changed since stays.
struct ModelEdits: Sendable {
    /// One gesture of one author.
    struct Edit: Sendable, Equatable {
        let author: Int32
        /// The author's number of the gesture.
        let number: Int32
        /// The model.
        let identifier: Int32
        /// In the world, metres.
        var movement = Vector3.zero
        /// About the vertical, radians, counterclockwise from above.
        var turn = 0.0
        /// The factor of its size.
        var factor = 1.0

        var isEmpty: Bool { movement == .zero && turn == 0 && factor == 1 }
    }

    /// How many are kept, all authors together.
    static let most = 100

    private var done: [Edit] = []
    private var author: Int32 = 0
    private var number: Int32 = 0

    /// What is changed from here on belongs to a gesture of an author; gestures of several may alternate.
    mutating func begin(by author: Int32, number: Int32) { (self.author, self.number) = (author, number) }

    /// Adds to the present gesture's change of a model.
    mutating func note(_ identifier: Int32, _ change: (inout Edit) -> Void) {
        let index = done.lastIndex {
            $0.author == author && $0.number == number && $0.identifier == identifier
        }
        if let index { return change(&done[index]) }
        done.append(Edit(author: author, number: number, identifier: identifier))
        change(&done[done.count - 1])
        if done.count > Self.most { done.removeFirst() }
    }

    /// An author's last change, which is no longer kept; nil if there is none.
    mutating func takeLast(by author: Int32) -> Edit? {
        done.removeAll { $0.isEmpty }
        guard let index = done.lastIndex(where: { $0.author == author }) else { return nil }
        return done.remove(at: index)
    }

    /// Forgets the changes of a model.
    mutating func forget(_ identifier: Int32) { done.removeAll { $0.identifier == identifier } }
}
