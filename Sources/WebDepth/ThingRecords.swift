import Geometry
import Reconstruction

extension ThingRecord {
    /// The number of bytes of an answer: the record and the outline.
    static func byteCount(of answer: Result<MeasuredThing, ThingFault>) -> Int {
        stride + 24 * ((try? answer.get())?.outline.count ?? 0)
    }

    /// Writes an answer: the record and the outline.
    static func write(_ answer: Result<MeasuredThing, ThingFault>, to memory: UnsafeMutableRawBufferPointer) {
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        memory.put(result, Double(code(of: answer).rawValue))
        guard case .success(let thing) = answer else { return }
        memory.put(volume, thing.volume, thing.volumeSigma)
        memory.put(height, thing.height, thing.heightSigma)
        memory.put(area, thing.area)
        memory.put(hiddenShare, thing.hiddenShare)
        memory.put(outlineCount, Double(thing.outline.count))
        for (index, point) in thing.outline.enumerated() { memory.put(count + 3 * index, point.x, point.y, point.z) }
    }

    private static func code(of answer: Result<MeasuredThing, ThingFault>) -> ThingResultCode {
        switch answer {
        case .success: .done
        case .failure(.unseen): .unseen
        case .failure(.noSurface): .noSurface
        case .failure(.hidden): .hidden
        }
    }
}
