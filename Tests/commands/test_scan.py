"""`sightline scan`: a mesh and a floor plan of a recording."""
import json
import struct
import zipfile


def test_a_table_becomes_a_coloured_mesh(sightline, table, tmp_path):
    output = tmp_path / "table.glb"
    report = sightline("scan", table, "--output", output, "--json").json
    # Six seconds round a table; keyframes are as far apart as the depth allows, from the first one on.
    assert report["depthMaps"] > 10 and report["knownShare"] > 0.2 and report["surfaceArea"] > 0.3
    data = output.read_bytes()
    magic, version, length, size, kind = struct.unpack("<IIIII", data[:20])
    assert (magic, version, length, kind) == (0x46546C67, 2, len(data), 0x4E4F534A)
    gltf = json.loads(data[20:20 + size])
    assert gltf["accessors"][3]["count"] == 3 * report["triangles"]
    attributes = gltf["meshes"][0]["primitives"][0]["attributes"]
    assert set(attributes) == {"POSITION", "NORMAL", "COLOR_0"}


def test_a_plan_needs_walls_and_the_mesh_is_written_anyway(sightline, table, tmp_path):
    output, plan = tmp_path / "table.usdz", tmp_path / "plan.svg"
    for more in (["--plan", plan], ["--close-gaps"]):
        failed = sightline("scan", table, "--output", output, *more, status=1)
        assert "no floor plan" in failed.stderr and not plan.exists()
        with zipfile.ZipFile(output) as archive:
            assert archive.testzip() is None and archive.namelist() == ["scan.usda"]
            assert b"assumed" not in archive.read("scan.usda")
        output.unlink()


def test_unknown_formats_are_refused_before_anything_is_read(sightline, tmp_path):
    assert "--output must end in" in sightline("scan", "nowhere", "--output", tmp_path / "a.stl", status=64).stderr
    refused = sightline("scan", "nowhere", "--output", tmp_path / "a.glb", "--plan", tmp_path / "a.png", status=64)
    assert "--plan must end in" in refused.stderr


def test_a_known_length_that_is_none_is_refused_before_anything_is_read(sightline, tmp_path):
    for value in ("3.6", "2=", "0=3", "2=-1", "a=3", "2=inf", "1=2=3"):
        refused = sightline("scan", "nowhere", "--output", tmp_path / "a.glb", "--known-length", value, status=64)
        assert "--known-length" in refused.stderr and value in refused.stderr, value
