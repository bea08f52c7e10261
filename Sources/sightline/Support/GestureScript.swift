import Experiences
import Foundation
import Geometry
import Recordings
import SceneGraph

/// Drawing gestures over a recording, from a JSON file (docs/tools/draw.md).
struct GestureScript {
    /// One gesture with its time.
    struct Gesture {
        /// Seconds after the first image.
        var seconds: Double
        let act: Act
    }

    /// The kind of a gesture.
    enum Act: Equatable {
        case follow(Vector2)
        case stopFollowing
        case aim(Vector2?)
        case press
        case release
        case choose(DrawingTool.Mode)
        case finish(SolidFinish)
        case pen(color: Color?, thickness: Double?)
        case undo
        case redo
        case clear
    }

    /// The gestures in the order of their times.
    let gestures: [Gesture]

    /// The script in a file.
    init(path: String) throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw InputFailure(message: "\(path): cannot be read")
        }
        do {
            let lines = try JSONDecoder().decode(File.self, from: data).gestures
            gestures = try lines.enumerated().map { try $1.gesture(file: path, number: $0 + 1) }.sorted {
                $0.seconds < $1.seconds
            }
        } catch let error as DecodingError {
            throw InputFailure(message: "\(path): \(Self.sentence(error))")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context)) lacks “\(key.stringValue)”"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context)) is not what belongs there"
        default: "not a JSON object with “gestures”"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        guard let index = context.codingPath.compactMap(\.intValue).first else { return "the file" }
        return "gesture \(index + 1)"
    }

    private struct File: Decodable {
        let gestures: [Line]
    }

    private struct Line: Decodable {
        let time: Double
        let `do`: String
        let at: [Double]?
        let mode: String?
        let finish: String?
        let color: String?
        let thickness: Double?

        func gesture(file: String, number: Int) throws -> Gesture {
            guard time.isFinite, time >= 0 else {
                throw InputFailure(message: "\(file): gesture \(number): “time” must not be negative")
            }
            guard let act = try act(file: file, number: number) else {
                throw InputFailure(message: "\(file): gesture \(number): there is no “\(self.do)”")
            }
            return Gesture(seconds: time, act: act)
        }

        private func act(file: String, number: Int) throws -> Act? {
            func bad(_ field: String) -> InputFailure {
                InputFailure(message: "\(file): gesture \(number): “\(field)” is not what belongs there")
            }
            switch self.do {
            case "follow":
                guard let at, at.count == 2 else { throw bad("at") }
                return .follow(Vector2(at[0], at[1]))
            case "aim":
                guard at == nil || at?.count == 2 else { throw bad("at") }
                return .aim(at.map { Vector2($0[0], $0[1]) })
            case "stopFollowing", "letGo": return .stopFollowing
            case "press": return .press
            case "release": return .release
            case "undo": return .undo
            case "redo": return .redo
            case "clear": return .clear
            case "choose":
                let modes: [String: DrawingTool.Mode] = ["ink": .ink, "erase": .erase, "pull": .pull]
                guard let mode = mode.flatMap({ modes[$0] }) else { throw bad("mode") }
                return .choose(mode)
            case "finish":
                let finishes: [String: SolidFinish] = [
                    "plain": .plain, "wood": .wood, "metal": .metal, "glazed": .glazed,
                ]
                guard let finish = finish.flatMap({ finishes[$0] }) else { throw bad("finish") }
                return .finish(finish)
            case "pen":
                let hex = color.map { $0.hasPrefix("#") ? UInt32($0.dropFirst(), radix: 16) : nil }
                if let hex, hex == nil { throw bad("color") }
                if let thickness, !(0.0005...0.1).contains(thickness) { throw bad("thickness") }
                return .pen(color: hex?.map { Color(hex: $0) }, thickness: thickness)
            default: return nil
            }
        }
    }
}
