"""Files of models that tests give to pages."""
import json
import struct


def glb(size=(1.2, 0.5, 0.8), **changes):
    """A box as a binary glTF file."""
    w, h, d = size
    corners = [(x * w / 2, y * h, z * d / 2) for x in (-1, 1) for y in (0, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    indices = [i for a, b, c, e in faces for i in (a, b, c, a, c, e)]
    data = b"".join(struct.pack("<3f", *corner) for corner in corners) + struct.pack(f"<{len(indices)}I", *indices)
    scene = {
        "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0, "nodes": [{"mesh": 0}], "buffers": [{"byteLength": len(data)}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": len(data) - 96}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5125, "count": len(indices), "type": "SCALAR"}], **changes,
    }
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<3I", 0x46546C67, 2, 28 + len(text) + len(data)) + struct.pack("<2I", len(text), 0x4E4F534A) + text + struct.pack(
        "<2I", len(data), 0x004E4942) + data
