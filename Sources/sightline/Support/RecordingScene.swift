import ArgumentParser
import Experiences
import Geometry
import SceneGraph
import Surfaces
import WorldTracking

/// The scene over a recording, which shows the quality of the world's estimate.
struct RecordingScene {
    /// What to show.
    enum Experience: String, ExpressibleByArgument, CaseIterable {
        /// Some objects on the first detected table or floor, with their shadows.
        case objects
        /// The planes as grids with their sizes, and the landmarks.
        case planes
        /// The landmarks, coloured by their uncertainty.
        case points
        /// The world's axes, a metre before the first camera.
        case axes
        /// What a script's gestures draw.
        case draw
        /// A measurement between two picked pixels.
        case measure
        /// A glTF model on a level surface.
        case model
    }

    private(set) var planeCount = 0
    var scene = Scene()

    private let experience: Experience
    private let cloud: NodeHandle
    private let planes: NodeHandle
    private let labels: NodeHandle
    private var stage: (plane: Int32, node: NodeHandle)?

    init(_ experience: Experience) {
        self.experience = experience
        scene.addDefaultLights()
        cloud = scene.add(Node("Landmarks", material: .constant(.mint)))
        planes = scene.add(Node("Planes"))
        labels = scene.add(Node("Sizes"))
        if experience == .axes { scene.addAxes(at: Vector3(0, -0.25, -1)) }
    }

    /// Updates the scene to a frame.
    mutating func update(with frame: Frame) {
        let found = frame.anchors.filter { $0.plane != nil }
        planeCount = found.count
        switch experience {
        case .points: showPoints(frame)
        case .planes:
            showPoints(frame)
            PlaneOverlay.draw(found, in: &scene, under: planes)
            for label in scene.children(of: labels) { scene.remove(label) }
            for anchor in found { scene.addSize(of: anchor, under: labels) }
        case .objects: showObjects(found)
        case .axes, .draw, .measure, .model: break
        }
    }

    /// One dot per landmark: green if it is known to a centimetre, red to a decimetre or worse.
    private mutating func showPoints(_ frame: Frame) {
        let colors = frame.points.map { point in
            let sigma = (point.covariance.trace / 3).squareRoot()
            let doubt = max(0, min(1, (sigma - 0.005) / 0.1))
            return doubt < 0.5
                ? Color.mint.mixed(with: .amber, fraction: doubt * 2)
                : Color.amber.mixed(with: .coral, fraction: doubt * 2 - 1)
        }
        scene[cloud].geometry = .points(PointCloud(frame.points.map(\.pointInWorld), colors: colors, diameterPixels: 7))
    }

    /// Places the objects on the first horizontal plane that is large enough, and keeps them there.
    private mutating func showObjects(_ found: [Anchor]) {
        if let stage, let anchor = found.first(where: { $0.identifier == stage.plane }), let plane = anchor.plane {
            let height = scene[stage.node].transform.translation
            let level = anchor.worldFromAnchor * plane.center
            scene[stage.node].transform.translation = Vector3(height.x, level.y, height.z)
            return
        }
        guard stage == nil else { return }
        let level = found.filter {
            $0.plane?.alignment == .horizontal && min($0.plane?.extent.x ?? 0, $0.plane?.extent.y ?? 0) > 0.25
        }
        guard let anchor = level.first, let plane = anchor.plane else { return }
        let node = scene.addStage(at: anchor.worldFromAnchor * plane.center, width: min(plane.extent.x, plane.extent.y))
        stage = (anchor.identifier, node)
    }
}
