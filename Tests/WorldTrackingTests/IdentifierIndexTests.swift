import Testing

@testable import WorldTracking

@Suite("Numbers by identifier")
struct IdentifierIndexTests {
    @Test("an identifier has its number until it is removed, in whatever order they came")
    func finds() {
        var index = IdentifierIndex()
        for identifier in [Int32(5), 2, 9, 7] { index.insert(10 * identifier, for: identifier) }
        for identifier in [Int32(2), 5, 7, 9] { #expect(index[identifier] == 10 * identifier) }
        for identifier in [Int32(-1), 1, 6, 10] { #expect(index[identifier] == nil) }
        index.remove(7)
        #expect(index[7] == nil && index[9] == 90)
        index.removeAll()
        #expect(index == IdentifierIndex())
    }

    @Test("of a list, negative identifiers have no number")
    func list() {
        let index = IdentifierIndex([8, -1, 3])
        #expect(index[8] == 0 && index[3] == 2 && index[-1] == nil)
    }
}
