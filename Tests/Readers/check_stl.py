"""Reads an STL file with trimesh and prints "good" or what is wrong."""
import sys

import numpy
import trimesh

mesh = trimesh.load(sys.argv[1])
assert mesh.is_watertight and mesh.is_winding_consistent
assert mesh.body_count == 3
assert numpy.allclose(mesh.bounds[0], [-500, -25, -300], atol=1e-3), mesh.bounds
ball = 4 / 3 * numpy.pi * 100**3
assert 0.97 * (1000 * 50 * 600 + ball) < mesh.volume < 1.01 * (1000 * 50 * 600 + ball), mesh.volume
print("good")
