/// One import for an AR app: the session, its frames and anchors, the tools, and their scene.
///
/// The product `SightlineRendering` draws natively, and the product `Recordings` reads recordings.
@_exported import Experiences
@_exported import Geometry
@_exported import Imaging
@_exported import Odometry
@_exported import Reconstruction
@_exported import SceneGraph
@_exported import WorldTracking
