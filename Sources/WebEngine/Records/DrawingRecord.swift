import Experiences
import Geometry
import WorldTracking

extension DrawingRecord {
    /// Writes all but whether the board has a pose, which depends on the world.
    static func write(_ tool: DrawingTool, to record: UnsafeMutablePointer<Double>) {
        let drawing = tool.drawing
        let pulled = drawing.strokes.first { ($0.author, $0.identifier) == tool.pulled ?? (0, 0) }
        record[mode] = Double(tool.mode.rawValue)
        record[isPressed] = tool.isPressed ? 1 : 0
        record[isFollowing] = tool.isFollowing ? 1 : 0
        record[followsFinger] = tool.followsFinger ? 1 : 0
        record[confidence] = tool.confidence
        record[isOnSurface] = drawing.tip == nil ? 0 : 1
        record[surface] = Double(drawing.tip?.type.rawValue ?? 0)
        record[distance] = drawing.tip?.distance ?? 0
        (record[tip], record[tip + 1]) = (tool.tipPixel?.x ?? -1, tool.tipPixel?.y ?? -1)
        record[strokeCount] = Double(drawing.strokes.count)
        record[waitingCount] = Double(drawing.waitingCount)
        record[pulledHeight] = pulled?.height ?? -1
    }
}

extension StrokeRecord {
    static func write(_ stroke: InkStroke, to record: UnsafeMutablePointer<Double>) {
        record[author] = Double(stroke.author)
        record[identifier] = Double(stroke.identifier)
        record[pointCount] = Double(stroke.points.count)
        record[revision] = Double(stroke.revision)
        record[finish] = Double(stroke.finish.rawValue)
        record[height] = stroke.height
        record[isClosed] = stroke.isClosed ? 1 : 0
        record[length] = stroke.length
    }
}
