import Geometry
import Imaging
import RealModule
import SceneGraph

extension Scene {
    private mutating func addFloor(size: Double = 3) {
        var floor = Node("floor", geometry: .plane(width: size, depth: size), material: .shadowCatcher())
        floor.castsShadow = false
        add(floor)
    }

    static func desk() -> Scene {
        var scene = Scene()
        scene.addDefaultLights()
        scene.addFloor()
        let box = Transform(translation: Vector3(-0.18, 0.06, 0), rotation: Rotation(exp: Vector3(0, 0.5, 0)))
        scene.add(Node("box", geometry: .box(size: Vector3(0.16, 0.12, 0.12), chamfer: 0.012), transform: box))
        scene.add(
            Node(
                "metal ball",
                geometry: .sphere(radius: 0.065),
                material: .metal(),
                transform: Transform(translation: Vector3(0.03, 0.065, 0.1))
            )
        )
        scene.add(
            Node(
                "red ball",
                geometry: .sphere(radius: 0.045),
                material: Material(.coral, lighting: .physicallyBased(roughness: 0.3, metalness: 0)),
                transform: Transform(translation: Vector3(-0.1, 0.045, 0.2))
            )
        )
        scene.add(
            Node(
                "can",
                geometry: .cylinder(radius: 0.05, height: 0.15),
                material: Material(.sky, lighting: .blinn(shininess: 40, specular: 0.4)),
                transform: Transform(translation: Vector3(0.2, 0.075, -0.02))
            )
        )
        var spiral: [Vector3] = []
        for i in 0...60 {
            let angle = Double(i) * 0.25
            let radius = 0.03 + Double(i) * 0.0008
            spiral.append(Vector3(0.02 + radius * .cos(angle), 0.012 + Double(i) * 0.003, -0.16 + radius * .sin(angle)))
        }
        scene.add(
            Node("spiral", geometry: .tube(Tube(along: spiral, radius: 0.009)), material: .metal(Color(hex: 0xE0A458)))
        )
        return scene
    }

    static func measuring() -> Scene {
        var scene = Scene()
        scene.addDefaultLights()
        scene.addFloor()
        scene.add(
            Node(
                "plane",
                geometry: .plane(width: 1.2, depth: 0.9),
                material: Material(
                    .sky,
                    lighting: .constant,
                    opacity: 0.55,
                    pattern: .grid(spacing: 0.05, lineWidth: 0.0012)
                )
            )
        )
        let size = Vector3(0.3, 0.12, 0.18)
        scene.add(
            Node(
                "volume",
                geometry: .box(size: size, chamfer: 0.004),
                material: Material(.sky, lighting: .blinn(shininess: 60, specular: 0.3), opacity: 0.28),
                transform: Transform(translation: Vector3(0, size.y / 2, 0))
            )
        )
        scene.addEdges(of: size, at: Vector3(0, size.y / 2, 0))
        let ends = [Vector3(-0.15, 0, 0.09), Vector3(0.15, 0, 0.09)]
        for end in ends {
            scene.add(
                Node(
                    geometry: .sphere(radius: 0.008),
                    material: .constant(.white),
                    transform: Transform(translation: end)
                )
            )
        }
        scene.add(Node("length", geometry: .polyline(Polyline(ends, thickness: 0.004)), material: .constant(.white)))
        var label = Node(
            "label",
            geometry: .text(TextLabel("30.0 ± 0.2 cm", capHeight: 0.014, anchor: .bottom)),
            material: .constant(.white),
            transform: Transform(translation: Vector3(0, 0.012, 0.09)),
            constraints: .facesCamera
        )
        label.material.isHiddenBehindObjects = false
        scene.add(label)
        scene.add(
            Node(
                "reticle",
                geometry: .plane(width: 0.07, depth: 0.07),
                material: Material(.amber, lighting: .constant, pattern: .ring(width: 0.14)),
                transform: Transform(translation: Vector3(0.28, 0.001, 0.2))
            )
        )
        return scene
    }

    private mutating func addEdges(of size: Vector3, at center: Vector3) {
        let half = size / 2
        for y in [-half.y, half.y] {
            let ring = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
                Vector3(half.x * $0.0, y, half.z * $0.1) + center
            }
            add(
                Node(
                    geometry: .polyline(Polyline(ring, thickness: 0.0025, isClosed: true)),
                    material: .constant(.white)
                )
            )
        }
        for x in [-half.x, half.x] {
            for z in [-half.z, half.z] {
                let post = [Vector3(x, -half.y, z) + center, Vector3(x, half.y, z) + center]
                add(
                    Node(
                        geometry: .polyline(Polyline(post, thickness: 0.0025, dashLength: 0.008)),
                        material: .constant(.white)
                    )
                )
            }
        }
    }

    static func strokes() -> Scene {
        var scene = Scene()
        scene.addDefaultLights()
        for (row, color) in Color.strokes.enumerated() {
            let z = -0.22 + Double(row) * 0.07
            let points = (0...60).map { i -> Vector3 in
                let x = Double(i) / 60
                return Vector3(-0.32 + x * 0.4, 0.001, z + 0.02 * .sin(x * 12 + Double(row)))
            }
            let material =
                row % 2 == 0
                ? Material(color, lighting: .blinn(shininess: 20, specular: 0)) : .constant(color, opacity: 0.5)
            scene.add(
                Node(geometry: .polyline(Polyline(points, thickness: 0.008 + Double(row) * 0.002)), material: material)
            )
        }
        let zigzag = (0..<8).map { Vector3(0.14 + Double($0) * 0.03, 0.02, $0 % 2 == 0 ? -0.1 : 0.0) }
        scene.add(
            Node(geometry: .polyline(Polyline(zigzag, thickness: 0.012)), material: .constant(.iris, opacity: 0.6))
        )
        let circle = (0..<48).map { i -> Vector3 in
            let angle = Double(i) / 48 * 2 * .pi
            return Vector3(0.24 + 0.07 * .cos(angle), 0.001, 0.12 + 0.07 * .sin(angle))
        }
        scene.add(
            Node(geometry: .polyline(Polyline(circle, thickness: 0.006, isClosed: true)), material: .constant(.coral))
        )
        let dashed = Polyline(
            [Vector3(0.1, 0.001, 0.26), Vector3(0.38, 0.001, 0.22)],
            thickness: 0.006,
            dashLength: 0.02
        )
        scene.add(Node(geometry: .polyline(dashed), material: .constant(.white)))
        let dots = (0..<40).map { Vector3(0.12 + 0.006 * Double($0), 0.1 + 0.03 * .sin(Double($0) * 0.4), -0.2) }
        scene.add(Node(geometry: .points(PointCloud(dots, diameterPixels: 7)), material: .constant(.mint)))
        scene.add(
            Node(
                geometry: .text(TextLabel("Tighten this first\n½ turn → 12 N·m", capHeight: 0.016, anchor: .bottom)),
                material: .constant(.white),
                transform: Transform(translation: Vector3(0.24, 0.03, 0.12)),
                constraints: .facesCamera
            )
        )
        return scene
    }

    static func maps() -> Scene {
        var scene = Scene()
        scene.addDefaultLights()
        scene.addFloor()
        let poster = scene.add(Texture(.image(.poster(width: 256, height: 192))))
        let weave = scene.add(Texture(.image(.weave(width: 256, height: 256)), isRepeating: true))
        let stripes = scene.add(Texture(.image(.stripes(width: 64, height: 64)), isRepeating: true))
        var print = Material.constant(.white)
        print.diffuseMap = poster
        print.isDoubleSided = true
        let upright = Transform(
            translation: Vector3(0, 0.24, -0.12),
            rotation: Rotation(angle: .pi / 2, axis: Vector3(1, 0, 0))
        )
        scene.add(Node("poster", geometry: .plane(width: 0.32, depth: 0.24), material: print, transform: upright))
        var cloth = Material(.iris, lighting: .physicallyBased(roughness: 0.5, metalness: 0))
        cloth.normalMap = weave
        scene.add(
            Node(
                "cushion",
                geometry: .box(size: Vector3(0.16, 0.1, 0.16), chamfer: 0.03),
                material: cloth,
                transform: Transform(translation: Vector3(-0.1, 0.05, 0.1), rotation: Rotation(exp: Vector3(0, 0.4, 0)))
            )
        )
        var striped = Material.metal(Color(hex: 0xF0C060), roughness: 0.6)
        striped.specularMap = stripes
        scene.add(
            Node(
                "vase",
                geometry: .cylinder(radius: 0.05, height: 0.16),
                material: striped,
                transform: Transform(translation: Vector3(0.12, 0.08, 0.06))
            )
        )
        scene.add(
            Node(
                "real box",
                geometry: .box(size: Vector3(0.08, 0.08, 0.08)),
                material: .occluder,
                transform: Transform(translation: Vector3(0.09, 0.04, 0.2))
            )
        )
        return scene
    }

    /// Many objects of all kinds, turned and scaled; the same every time.
    public static func crowd(count: Int) -> Scene {
        var scene = Scene()
        scene.addDefaultLights()
        scene.addFloor(size: 4)
        var generator = SeededGenerator(seed: 11)
        for i in 0..<count {
            let position = Vector3(
                Double.random(in: -1.1...1.1, using: &generator),
                0.05 + 0.0002 * Double(i),
                Double.random(in: -1.1...0.9, using: &generator)
            )
            let color = Color.strokes[i % 6]
            var transform = Transform(translation: position, rotation: Rotation(exp: Vector3(0, Double(i), 0)))
            switch i % 8 {
            case 0, 4:
                scene.add(
                    Node(
                        geometry: .box(size: Vector3(0.1, 0.1, 0.07), chamfer: 0.008),
                        material: Material(color),
                        transform: transform
                    )
                )
            case 1, 5: scene.add(Node(geometry: .sphere(radius: 0.05), material: Material(color), transform: transform))
            case 2:
                scene.add(
                    Node(geometry: .cylinder(radius: 0.04, height: 0.1), material: .metal(color), transform: transform)
                )
            case 3:
                let line = (0..<20).map { Vector3(Double($0) * 0.008 - 0.08, 0.02 * .sin(Double($0)), 0) }
                scene.add(
                    Node(
                        geometry: .polyline(Polyline(line, thickness: 0.008)),
                        material: .constant(color),
                        transform: transform
                    )
                )
            case 6:
                scene.add(
                    Node(
                        geometry: .box(size: Vector3(0.08, 0.1, 0.08)),
                        material: Material(color, opacity: 0.6),
                        transform: transform
                    )
                )
            default:
                transform.translation.y = 0.14
                let label = TextLabel("12.5 cm", capHeight: 0.016)
                scene.add(
                    Node(
                        geometry: .text(label),
                        material: .constant(.white),
                        transform: transform,
                        constraints: .facesCamera
                    )
                )
            }
        }
        return scene
    }
}
