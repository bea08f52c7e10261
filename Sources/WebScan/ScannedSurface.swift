import Geometry
import Reconstruction
import WebDepth

extension WorldMesh {
    /// The surface as a file, in the maps' world or in a plan's scale; nil if none is known.
    ///
    /// With `closesGaps` it has what the plan adds to it, too.
    func file(as format: MeshFormat, plan: FloorPlan? = nil, closesGaps: Bool = false) -> [UInt8]? {
        let surface = tracker.surface()
        let mesh = tracker.simplified(surface).scaled(by: plan?.scale ?? 1)
        guard mesh.triangleCount > 0 else { return nil }
        let assumed = closesGaps ? plan?.surfaces(missingIn: surface, seenFrom: viewpoints.positions) : nil
        return ScannedModel(mesh, assumed: assumed ?? SurfaceMesh()).file(as: format)
    }

    /// A floor plan of the surface and of where it was seen from.
    func plan(scaleSigma: Double) -> Result<FloorPlan, FloorPlanError> {
        let builder = FloorPlanBuilder(
            mesh: tracker.surface(),
            viewpoints: viewpoints.positions,
            scaleSigma: scaleSigma.isFinite ? scaleSigma : 0
        )
        return Result { () throws(FloorPlanError) in try builder.plan() }
    }
}
