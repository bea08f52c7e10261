import Depth
import Geometry
import Imaging
import Recordings
import Rendering
import SceneGraph
import WorldTracking

/// A virtual wall among real things, drawn with the session's depth maps as a page draws it, against the simulator's truth.
///
/// Five times per second a map is made, and some images later the wall is drawn at several depths. The silhouettes that
/// count are those of things clearly nearer than the wall before things clearly beyond it.
struct OcclusionRun {
    /// What was counted in all drawn views.
    struct Counts {
        /// Pixels of true silhouettes, and those with a drawn edge within four pixels.
        var edges = 0
        var closeEdges = 0
        /// Pixels that real things hide, and those that are drawn hidden.
        var covered = 0
        var hidden = 0
        /// Pixels before which nothing stands, and those that are drawn hidden all the same.
        var open = 0
        var wronglyHidden = 0
        var views = 0

        static func + (a: Counts, b: Counts) -> Counts {
            Counts(
                edges: a.edges + b.edges,
                closeEdges: a.closeEdges + b.closeEdges,
                covered: a.covered + b.covered,
                hidden: a.hidden + b.hidden,
                open: a.open + b.open,
                wronglyHidden: a.wronglyHidden + b.wronglyHidden,
                views: a.views + b.views
            )
        }

        var summary: String {
            func share(_ part: Int, _ whole: Int) -> String { text(100 * Double(part) / Double(max(whole, 1))) + " %" }
            return "\(views) views, silhouettes within 4 pixels \(share(closeEdges, edges)) of \(edges), "
                + "hidden of what is covered \(share(hidden, covered)), of what is open \(share(wronglyHidden, open))"
        }
    }

    private static let size = SIMD2(640, 480)
    /// The wall's depths, metres.
    private static let depths = [0.8, 1.1, 1.5, 2.0, 2.7]
    /// Images from one map to the next; from one drawn view to the next; and the first drawn one, whose map is by then four
    /// images old, as in a page.
    private static let mapEvery = 6
    private static let viewEvery = 30
    private static let firstView = 10
    /// Within which distance an edge is close, pixels.
    private static let closeness = 4

    private(set) var counts = Counts()
    private let truth: Truth
    private let context: DrawingContext
    private let renderer: Renderer
    private let pictures: String?
    private let name: String

    init(folder: String, name: String, pictures: String?) throws {
        (self.name, self.pictures) = (name, pictures)
        context = try DrawingContext()
        renderer = try Renderer(samples: 1)
        var reader = try RecordingReader(path: folder)
        truth = try Truth(folder: folder, states: try reader.truth())
        let session = Session()
        session.run(odometry: reader.calibration.odometryConfiguration)
        session.startDepth()
        var index = 0
        while let event = try reader.next() {
            switch event {
            case .inertial(let sample): session.add(sample)
            case .image(let image): session.add(image.gray, timestampNanoseconds: image.timestampNanoseconds)
            }
            while let frame = session.nextFrame() {
                guard frame.trackingState == .normal else { continue }
                if index % Self.mapEvery == 0 { session.updateDepth(isForOcclusion: true) }
                if index % Self.viewEvery == Self.firstView { try look(frame, session.world) }
                index += 1
            }
        }
    }

    private mutating func look(_ frame: Frame, _ world: World) throws {
        guard let camera = frame.camera, let map = world.depthMap, let image = frame.image,
            let pose = truth.worldFromOptical(stamp: frame.timestampNanoseconds)
        else { return }
        let viewpoint = Viewpoint(worldFromCamera: camera.worldFromCamera, lens: camera.lens, viewSize: Self.size)
        let distances = trueDepths(viewpoint, pose)
        renderer.surroundings = map
        renderer.setImage(image)
        for depth in Self.depths {
            try renderer.draw(Self.wall(depth, camera), from: viewpoint, background: .transparent)
            guard let drawn = renderer.readPixels() else { return }
            let isHidden = (0..<drawn.width * drawn.height).map { drawn.bytes[4 * $0 + 3] < 128 }
            count(isHidden, distances, depth)
        }
        if let pictures { try writePicture(viewpoint, camera, distances, to: "\(pictures)/\(name)-\(counts.views)") }
    }

    /// The true depth of every pixel of the view, metres.
    private func trueDepths(_ viewpoint: Viewpoint, _ pose: RigidTransform<OdometrySpace, OpticalSpace>) -> [Double] {
        var view = viewpoint
        view.worldFromCamera = .identity
        let flip = RigidTransform<OpticalSpace, CameraSpace>.flip
        return (0..<Self.size.x * Self.size.y).map { pixel in
            let place = Vector2(Double(pixel % Self.size.x) + 0.5, Double(pixel / Self.size.x) + 0.5)
            let seen = view.ray(throughView: place / Vector2(Double(Self.size.x), Double(Self.size.y))).direction
            let direction = flip.rotation * seen
            let ray = Ray(origin: pose.translation, direction: pose.rotation * direction)
            return (truth.scene.distance(along: ray) ?? 100) * direction.z
        }
    }

    /// A wall that fills the view at a depth.
    private static func wall(_ depth: Double, _ camera: Camera) -> Scene {
        var scene = Scene()
        let facing = Rotation(from: Vector3(0, 1, 0), to: Vector3(0, 0, 1))
        let transform = Transform(
            translation: camera.worldFromCamera * Vector3(0, 0, -depth),
            rotation: camera.worldFromCamera.rotation * facing
        )
        let side = 4 * depth
        let geometry = NodeGeometry.plane(width: side, depth: side)
        scene.add(Node(geometry: geometry, material: .constant(.sky), transform: transform))
        return scene
    }

    private mutating func count(_ isHidden: [Bool], _ distances: [Double], _ depth: Double) {
        counts.views += 1
        let (width, height) = (Self.size.x, Self.size.y)
        for pixel in isHidden.indices {
            if distances[pixel] < 0.9 * depth {
                counts.covered += 1
                if isHidden[pixel] { counts.hidden += 1 }
            } else if distances[pixel] > 1.05 * depth {
                counts.open += 1
                if isHidden[pixel] { counts.wronglyHidden += 1 }
            }
        }
        let drawn = Self.edges(width, height) { isHidden[$0] != isHidden[$1] }
        let real = Self.edges(width, height) { Self.isSilhouette(distances[$0], distances[$1], depth) }
        for pixel in real.indices where real[pixel] {
            counts.edges += 1
            if Self.isNear(drawn, pixel, width, height) { counts.closeEdges += 1 }
        }
    }

    /// Whether the step between two pixels is one from a thing before the wall to one beyond it.
    private static func isSilhouette(_ a: Double, _ b: Double, _ depth: Double) -> Bool {
        min(a, b) < 0.93 * depth && max(a, b) > 1.07 * depth
    }

    /// The pixels that differ from the one to the right or below.
    private static func edges(_ width: Int, _ height: Int, _ differ: (Int, Int) -> Bool) -> [Bool] {
        (0..<width * height).map { pixel in
            (pixel % width < width - 1 && differ(pixel, pixel + 1))
                || (pixel < width * (height - 1) && differ(pixel, pixel + width))
        }
    }

    private static func isNear(_ edges: [Bool], _ pixel: Int, _ width: Int, _ height: Int) -> Bool {
        let (x, y) = (pixel % width, pixel / width)
        for dy in -closeness...closeness {
            for dx in -closeness...closeness where dx * dx + dy * dy <= closeness * closeness {
                let (column, row) = (x + dx, y + dy)
                guard column >= 0, row >= 0, column < width, row < height else { continue }
                if edges[row * width + column] { return true }
            }
        }
        return false
    }

    /// Writes the wall at the middle depth over the image, true silhouettes in red.
    private func writePicture(
        _ viewpoint: Viewpoint,
        _ camera: Camera,
        _ distances: [Double],
        to path: String
    ) throws {
        let depth = Self.depths[Self.depths.count / 2]
        try renderer.draw(Self.wall(depth, camera), from: viewpoint)
        guard var picture = renderer.readPixels() else { return }
        let real = Self.edges(Self.size.x, Self.size.y) { Self.isSilhouette(distances[$0], distances[$1], depth) }
        for pixel in real.indices where real[pixel] {
            picture.bytes.replaceSubrange(4 * pixel..<4 * pixel + 4, with: [255, 40, 40, 255])
        }
        try ImageCodec.write(picture, as: .png, to: path + ".png")
    }
}
