// The shapes that a view in stereo shows besides ink: `{ positions, normals, coordinates, indices }`.

/** A box of side 1 from z = 0 to z = −1, for rods. */
export function box() {
    const positions = [];
    const normals = [];
    const indices = [];
    for (const [axis, sign] of [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]]) {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const first = positions.length / 3;
        for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
            const corner = [0, 0, 0];
            corner[axis] = sign / 2;
            corner[u] = (sign * a) / 2;
            corner[v] = b / 2;
            positions.push(corner[0], corner[1], corner[2] - 0.5);
            normals.push(...[0, 1, 2].map((each) => (each === axis ? sign : 0)));
        }
        indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
    return shape(positions, normals, indices);
}

/** A flat ring of radius 1 around +Y; its inner radius may be 0. */
export function ring(inner = 0.7, count = 40) {
    const positions = [];
    const indices = [];
    for (let k = 0; k < count; k++) {
        const [x, z] = [Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count)];
        positions.push(x, 0, z, inner * x, 0, inner * z);
        const [a, b] = [2 * k, (2 * k + 2) % (2 * count)];
        indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
    return shape(positions, positions.map((_, index) => (index % 3 === 1 ? 1 : 0)), indices);
}

/** A square of side 1 in X and Y around the origin, with the whole of a picture. */
export function square() {
    const made = shape([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0], [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1], [0, 1, 2, 0, 2, 3]);
    made.coordinates.set([0, 0, 1, 0, 1, 1, 0, 1]);
    return made;
}

function shape(positions, normals, indices) {
    return {
        positions: Float32Array.from(positions), normals: Float32Array.from(normals),
        coordinates: new Float32Array((positions.length / 3) * 2), indices: Uint32Array.from(indices),
    };
}
