import SceneGraph

/// The file formats of a mesh.
package enum MeshFormat: String, CaseIterable, Sendable {
    /// Binary glTF 2.0 with colours.
    case glb
    /// Polygon File Format, binary, with colours: MeshLab, CloudCompare, Open3D.
    case ply
    /// Wavefront OBJ with colours behind the positions.
    case obj
    /// Universal Scene Description in an archive: Quick Look on iOS.
    case usdz
}

/// What is saved of a scan: the surface that was seen, and what a plan adds to it.
package struct ScannedModel {
    /// A mesh and its name in files.
    struct Part {
        let name: StaticString
        let mesh: SurfaceMesh
    }

    /// The parts that have triangles, what was seen first.
    let parts: [Part]

    /// A model of a surface that was seen, and of `assumed` ones, which are a part of their own.
    package init(_ seen: SurfaceMesh, assumed: SurfaceMesh = SurfaceMesh()) {
        let all = [Part(name: "scan", mesh: seen), Part(name: "assumed", mesh: assumed)]
        parts = all.filter { $0.mesh.triangleCount > 0 }
    }

    /// The model as a file; metres, +Y up.
    package func file(as format: MeshFormat) -> [UInt8] {
        switch format {
        case .glb: MeshGLB(parts).file()
        case .ply: MeshText(parts).ply()
        case .obj: MeshText(parts).obj()
        case .usdz: MeshUSDZ(parts).file()
        }
    }
}
