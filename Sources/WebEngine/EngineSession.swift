import Experiences
import Features
import Geometry
import Imaging
import Odometry
import Rendering
import SceneGraph
import WorldTracking

/// One session of the engine for the host: memory to write into, records to read from.
package final class EngineSession {
    package let session = Session()
    let odometryConfiguration: OdometryConfiguration
    /// Whether the host supplies poses with the images.
    var hasOutsidePoses = false
    package var incoming = RecordMemory()
    let frame: UnsafeMutablePointer<Double>
    var features = RecordMemory()
    var landmarks = RecordMemory()
    var anchors = NumberMemory()
    var boundaries = NumberMemory()
    var events = NumberMemory()
    var hits = NumberMemory()
    var lastHits: [HitTestResult] = []
    var rays = NumberMemory()
    /// The measuring tool over the session.
    var measuring = Measuring()
    /// The view along the ray that the tools aim with; nil while they aim through the image.
    var pointer: Camera?
    /// The annotations of a call in the session's world.
    var assisting = Assisting()
    /// The pen of the session; nil until the host opens it.
    var drawing: DrawingTool? { didSet { if drawing == nil { colors.removeAll() } } }
    /// The billboard of the session; nil until the host opens it.
    var billboard: BillboardTool?
    /// The tool that another module adds to the session.
    package var addedTool: AddedTool?
    /// The time of the billboard's view, seconds since 1970.
    var billboardTime = 0.0
    /// The events since the billboard was last updated.
    var lastEvents: [SessionEvent] = []
    /// Images in colour, kept for object tracking.
    var colors = ColorImages()
    /// The view of the session; nil until the host opens it.
    var view: EngineView?
    /// Numbers or text for the host, valid until the next call that fills it.
    package var answer = EngineAnswer()

    init(configuration: OdometryConfiguration) {
        odometryConfiguration = configuration
        frame = .allocate(capacity: FrameRecord.count)
        frame.initialize(repeating: 0, count: FrameRecord.count)
        session.run(odometry: configuration)
    }

    /// Changes the configuration, or restarts the session.
    func run(_ configuration: SessionConfiguration, options: RunOptions = []) {
        if hasOutsidePoses {
            session.run(withKnownPoses: configuration, options: options)
        } else {
            session.run(configuration, odometry: odometryConfiguration, options: options)
        }
    }

    deinit { frame.deallocate() }

    /// Adds inertial samples, one record each.
    func addInertial(_ records: UnsafeRawPointer, count: Int) {
        for index in 0..<max(0, count) {
            let record = records + index * InertialRecord.stride
            let values = record.assumingMemoryBound(to: Double.self)
            let (turn, force) = (InertialRecord.angularVelocity, InertialRecord.specificForce)
            session.add(
                InertialSample(
                    timestampNanoseconds: record.load(as: Int64.self),
                    angularVelocity: Vector3(values[turn], values[turn + 1], values[turn + 2]),
                    specificForce: Vector3(values[force], values[force + 1], values[force + 2])
                )
            )
        }
    }

    /// Adds the image in `incoming`; false if its size is not valid.
    func addImage(timestampNanoseconds: Int64, width: Int, height: Int, bytesPerPixel: Int) -> Bool {
        guard let image = image(width: width, height: height, bytesPerPixel: bytesPerPixel) else { return false }
        if bytesPerPixel == 4 { keepColors(timestampNanoseconds: timestampNanoseconds, width: width, height: height) }
        session.add(image, timestampNanoseconds: timestampNanoseconds)
        return true
    }

    /// Keeps the image in `incoming`, red, green, blue, alpha, for a pen that tracks an object in it.
    func keepColors(timestampNanoseconds: Int64, width: Int, height: Int) {
        guard drawing != nil else { return }
        colors.add(incoming.bytes, width: width, height: height, timestampNanoseconds: timestampNanoseconds)
    }

    /// The image in `incoming`: gray if it has one byte per pixel; red, green, blue, alpha if it has four.
    func image(width: Int, height: Int, bytesPerPixel: Int) -> GrayImage? {
        guard bytesPerPixel == 1 || bytesPerPixel == 4, width > 0, height > 0, width <= 8192, height <= 8192,
            width * height * bytesPerPixel <= incoming.capacity
        else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { gray, count in
            count = width * height
            guard let start = gray.baseAddress else { return }
            if bytesPerPixel == 4 {
                GrayConversion.convert(color: incoming.bytes, count: count, gray: start)
            } else {
                start.copyBytes(from: incoming.bytes, count: count)
            }
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// The picture in `incoming`, red, green, blue, alpha; nil if its size is not valid.
    package func colorImage(width: Int32, height: Int32) -> ColorImage? {
        let count = Int(width) * Int(height) * 4
        guard width > 0, height > 0, width <= 4096, height <= 4096, count <= incoming.capacity else { return nil }
        return ColorImage(
            width: Int(width),
            height: Int(height),
            bytes: Array(UnsafeBufferPointer(start: incoming.bytes, count: count))
        )
    }

    /// Adds the camera's luma in `incoming`.
    ///
    /// `factor` × `factor` pixels become one of the image. False if a size is not valid.
    func addLuma(timestampNanoseconds: Int64, width: Int, height: Int, factor: Int, isFullRange: Bool) -> Bool {
        guard (1...8).contains(factor), width >= factor, height >= factor, width <= 8192, height <= 8192,
            width * height <= incoming.capacity
        else { return false }
        let (columns, rows) = (width / factor, height / factor)
        let pixels = [UInt8](unsafeUninitializedCapacity: columns * rows) { gray, count in
            count = columns * rows
            guard let start = gray.baseAddress else { return }
            LumaConversion.convert(
                luma: incoming.bytes,
                width: width,
                height: height,
                factor: factor,
                isFullRange: isFullRange,
                gray: start
            )
        }
        session.add(
            GrayImage(width: columns, height: rows, pixels: pixels),
            timestampNanoseconds: timestampNanoseconds
        )
        return true
    }

    /// The view, created if there is none.
    func openedView() -> EngineView {
        let opened = view ?? EngineView()
        view = opened
        return opened
    }

    /// A frame as the tools' pointer sees it; the same frame while they aim through the image.
    func seenByPointer(_ frame: Frame) -> Frame {
        guard let pointer else { return frame }
        var seen = frame
        seen.camera = pointer
        return seen
    }

    /// The position in the camera's image of a position in the view, both (0, 0) top left, (1, 1) bottom right; the
    /// same without a view.
    func imagePosition(_ position: Vector2) -> Vector2 {
        guard let viewpoint = view?.viewpoint else { return position }
        return viewpoint.imagePixel(ofView: position) / viewpoint.lens.sizePixels
    }

    /// The camera of a frame of the last seconds and the pixel of a position of the view in it; nil if it is not known.
    package func pastPixel(_ position: Vector2, frameNanoseconds: Int64) -> (camera: Camera, pixel: Vector2)? {
        guard let camera = assisting.history.camera(at: frameNanoseconds) else { return nil }
        return (camera, imagePosition(position) * camera.lens.sizePixels)
    }

    /// Processes the oldest waiting image that samples cover and writes its records; false if none waits.
    func nextFrame() -> Bool {
        guard let result = session.nextFrame() else { return false }
        if drawing != nil { colors.show(result.timestampNanoseconds) }
        writePoints(result)
        writeWorld(result)
        if let odometry = result.odometry {
            FrameRecord.write(odometry, to: frame)
        } else if let camera = result.camera {
            FrameRecord.write(camera.lens, to: frame)
        }
        FrameRecord.write(
            result,
            featureCount: result.features.count,
            eventCount: events.count / EventRecord.count,
            to: frame
        )
        return true
    }

    private func writePoints(_ result: Frame) {
        let followed = result.features
        features.reserve(followed.count * FeatureRecord.stride)
        for (index, feature) in followed.enumerated() {
            FeatureRecord.write(feature, to: UnsafeMutableRawPointer(features.bytes) + index * FeatureRecord.stride)
        }
        landmarks.reserve(result.points.count * LandmarkRecord.stride)
        for (index, point) in result.points.enumerated() {
            LandmarkRecord.write(point, to: UnsafeMutableRawPointer(landmarks.bytes) + index * LandmarkRecord.stride)
        }
    }

    private func writeWorld(_ result: Frame) {
        anchors.removeAll()
        boundaries.removeAll()
        for anchor in result.anchors { AnchorRecord.write(anchor, to: &anchors, boundaries: &boundaries) }
        events.removeAll()
        for event in session.takeEvents() {
            EventRecord.write(event, to: &events)
            if billboard != nil { lastEvents.append(event) }
        }
    }

    /// Casts a ray through a pixel of the last frame and returns the number of hits, nearest first.
    func hitTest(_ pixel: Vector2, types: HitTestTypes) -> Int {
        lastHits = session.world.hitTest(pixel, types: types)
        hits.removeAll()
        for hit in lastHits { HitRecord.write(hit, to: hits.appendRecord(HitRecord.count)) }
        return lastHits.count
    }
}

/// A tool that another module adds to a session, so that pages without it do not load its code.
open class AddedTool {
    /// A tool that draws nothing.
    public init() {}

    /// Updates the scene to the tool's state at a frame; hides the tool's nodes if `isShown` is false.
    open func draw(_ frame: Frame, in world: World, isShown: Bool, _ scene: inout Scene) {}
}
