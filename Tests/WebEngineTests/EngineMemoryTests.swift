import Testing

@testable import WebEngine

/// The memory between engine and host.
@Suite struct EngineMemoryTests {
    @Test(arguments: [0, 1, 7, 16, 1000] as [Int32])
    func `Allocated memory is aligned for any field and can be written to its end`(count: Int32) {
        let memory = sightlineAllocate(count)
        defer { sightlineFree(memory) }
        #expect(Int(bitPattern: memory) % 16 == 0)
        for offset in 0..<Int(count) {
            memory.storeBytes(of: UInt8(offset & 255), toByteOffset: offset, as: UInt8.self)
        }
        for offset in 0..<Int(count) { #expect(memory.load(fromByteOffset: offset, as: UInt8.self) == offset & 255) }
    }

    @Test func `Record memory grows, stays where it is for less, and is zero when new`() {
        var memory = RecordMemory()
        memory.reserve(100)
        #expect(memory.capacity == 100 && (0..<100).allSatisfy { memory.bytes[$0] == 0 })
        memory.bytes[99] = 5
        let start = memory.bytes
        memory.reserve(40)
        memory.reserve(-3)
        #expect(memory.bytes == start && memory.capacity == 100 && memory.bytes[99] == 5)
        memory.reserve(5000)
        #expect(memory.capacity == 5000 && Int(bitPattern: memory.bytes) % 16 == 0 && memory.bytes[4999] == 0)
    }

    @Test func `A list of numbers keeps what is in it while it grows, and starts records with zeros`() {
        var list = NumberMemory()
        for value in 0..<500 { list.append(Double(value)) }
        let record = list.appendRecord(300)
        #expect(list.count == 800 && (0..<300).allSatisfy { record[$0] == 0 })
        #expect((0..<500).allSatisfy { list.numbers[$0] == Double($0) })
        record[0] = 9
        list.removeAll()
        #expect(list.count == 0)
        #expect(list.appendRecord(300)[0] == 0, "an old number is left in a new record")
    }

    @Test func `Answers say how long they are`() {
        var answer = EngineAnswer()
        let numbers = UnsafeRawPointer(answer.numbers([1, -2.5, .infinity])).assumingMemoryBound(to: Double.self)
        #expect(answer.count == 24 && numbers[1] == -2.5 && numbers[2] == .infinity)
        let text = answer.text("1 m²")
        #expect(answer.count == 5 && text[3] == 0xC2)
        let record = UnsafeRawPointer(answer.record(of: 2) { $0[1] = 3 }).assumingMemoryBound(to: Double.self)
        #expect(answer.count == 16 && record[0] == 0 && record[1] == 3)
        _ = answer.bytes([])
        #expect(answer.count == 0)
    }

    @Test func `A colour image waits for its frame, is given once, and old ones are dropped`() {
        var colors = ColorImages()
        func add(_ stamp: Int64) {
            colors.add([UInt8](repeating: UInt8(stamp), count: 16), width: 2, height: 2, timestampNanoseconds: stamp)
        }
        for stamp in 1...3 { add(Int64(stamp)) }
        colors.show(2)
        #expect(colors.shown != nil)
        #expect(colors.takeFresh() != nil && colors.takeFresh() == nil)
        colors.show(1)
        #expect(colors.shown == nil, "the image of an earlier frame is kept")
        colors.show(3)
        #expect(colors.takeFresh() != nil)
        for stamp in 10..<100 { add(Int64(stamp)) }
        colors.show(10)
        #expect(colors.shown == nil, "there is no limit to the images that wait")
        colors.show(99)
        #expect(colors.shown != nil)
        colors.removeAll()
        #expect(colors.shown == nil && colors.takeFresh() == nil)
    }
}
