/// One import for an AR app: the session, its frames and anchors, the tools over them, and the scene they make.
///
/// Drawing natively is the product `SightlineRendering`, reading recordings the product `Recordings`.
@_exported import Experiences
@_exported import Geometry
@_exported import Imaging
@_exported import Odometry
@_exported import SceneGraph
@_exported import WorldTracking
