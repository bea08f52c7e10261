"""Reads a glTF file with two readers that know nothing of Sightline and prints "good" or what is wrong."""
import io
import struct
import sys

import numpy
import pygltflib
import trimesh
from PIL import Image


def component(gltf, blob, index):
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor.type]
    kind = {5125: "<u4", 5126: "<f4"}[accessor.componentType]
    data = blob[view.byteOffset : view.byteOffset + view.byteLength]
    values = numpy.frombuffer(data, kind).reshape(-1, width)
    assert len(values) == accessor.count and view.byteOffset % 4 == 0
    return values


def check_rules(path):
    """The container's and the accessors' rules of the specification that a validator looks at first."""
    raw = open(path, "rb").read()
    magic, version, length, json_length, json_type = struct.unpack("<4sIII4s", raw[:20])
    assert (magic, version, length, json_type) == (b"glTF", 2, len(raw), b"JSON") and json_length % 4 == 0
    gltf = pygltflib.GLTF2().load(path)
    blob = gltf.binary_blob()
    for mesh in gltf.meshes:
        for primitive in mesh.primitives:
            positions = component(gltf, blob, primitive.attributes.POSITION)
            normals = component(gltf, blob, primitive.attributes.NORMAL)
            indices = component(gltf, blob, primitive.indices)
            accessor = gltf.accessors[primitive.attributes.POSITION]
            assert numpy.array_equal(numpy.float32(accessor.min), positions.min(axis=0)), "min is exact"
            assert numpy.array_equal(numpy.float32(accessor.max), positions.max(axis=0)), "max is exact"
            assert numpy.allclose(numpy.linalg.norm(normals, axis=1), 1, atol=1e-3), "unit normals"
            assert indices.max() < len(positions) and len(indices) % 3 == 0
    for image in gltf.images:
        view = gltf.bufferViews[image.bufferView]
        picture = Image.open(io.BytesIO(blob[view.byteOffset : view.byteOffset + view.byteLength]))
        assert picture.size == (16, 16) and picture.convert("RGB").getpixel((0, 0)) == (255, 90, 82)
    return gltf


def check_scene(path, gltf):
    names = [node.name for node in gltf.nodes]
    assert 'table "A"' in names and "label" in names
    drawn = [node.name for node in gltf.nodes if node.mesh is not None]
    assert drawn == ['table "A"', "ball", "pipe"], drawn
    assert {"KHR_lights_punctual", "KHR_materials_unlit", "KHR_texture_transform"} == set(gltf.extensionsUsed)
    metal = gltf.materials[1].pbrMetallicRoughness
    assert metal.metallicFactor == 1 and abs(metal.roughnessFactor - 0.28) < 1e-9
    assert gltf.materials[2].alphaMode == "BLEND"
    scene = trimesh.load(path)
    low, high = scene.bounds
    assert numpy.allclose(low, [-0.5, -0.025, -0.3], atol=1e-6), low
    assert numpy.allclose(high[[0, 2]], [0.5, 0.3], atol=1e-6), high
    for mesh in scene.geometry.values():
        mesh.merge_vertices(merge_tex=True, merge_norm=True)
        assert mesh.is_watertight and mesh.volume > 0


gltf = check_rules(sys.argv[1])
if "--empty" in sys.argv:
    assert not gltf.nodes and not gltf.meshes
else:
    check_scene(sys.argv[1], gltf)
print("good")
