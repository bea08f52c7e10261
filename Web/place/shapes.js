// Triangle meshes for sample models: boxes with rounded edges, and solids of revolution. y is up; metres.

/** A mesh: flat arrays of positions and normals, and indices of vertices counterclockwise from outside. */
export class Shape {
    positions = [];
    normals = [];
    indices = [];

    /** Adds a vertex and returns its index. */
    corner(position, normal) {
        this.positions.push(...position);
        this.normals.push(...normal);
        return this.positions.length / 3 - 1;
    }

    quad(a, b, c, d) {
        this.indices.push(a, b, c, a, c, d);
    }

    /** Adds another shape, turned about its own x axis and moved. */
    add(shape, [x, y, z] = [0, 0, 0], tilt = 0) {
        const start = this.positions.length / 3;
        const [cosine, sine] = [Math.cos(tilt), Math.sin(tilt)];
        const tilted = (values, i) => [values[i], cosine * values[i + 1] - sine * values[i + 2], sine * values[i + 1] + cosine * values[i + 2]];
        for (let i = 0; i < shape.positions.length; i += 3) {
            const [px, py, pz] = tilted(shape.positions, i);
            this.positions.push(px + x, py + y, pz + z);
            this.normals.push(...tilted(shape.normals, i));
        }
        for (const index of shape.indices) this.indices.push(start + index);
        return this;
    }
}

/** A box around the origin with rounded edges: a sphere of the radius whose eight parts are moved apart. */
export function roundedBox(width, height, depth, radius = Math.min(width, height, depth) * 0.2) {
    const half = [width, height, depth].map((side) => side / 2 - radius);
    const shape = new Shape();
    const steps = 4;
    // Each side of a cube is a grid whose middle column and row are doubled, so that flat parts stay flat.
    const ticks = [];
    for (let i = 0; i <= steps; i++) ticks.push([-1 + i / steps, -1]);
    for (let i = 0; i <= steps; i++) ticks.push([i / steps, 1]);
    for (let axis = 0; axis < 3; axis++) {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        for (const sign of [1, -1]) {
            const rows = ticks.map(([b, bSide]) => ticks.map(([a, aSide]) => {
                const on = [0, 0, 0];
                [on[axis], on[u], on[v]] = [sign, sign * a, b];
                const length = Math.hypot(...on);
                const normal = on.map((value) => value / length);
                const sides = [0, 0, 0];
                [sides[axis], sides[u], sides[v]] = [sign, sign * aSide, bSide];
                return shape.corner(normal.map((value, i) => sides[i] * half[i] + radius * value), normal);
            }));
            for (let i = 0; i + 1 < rows.length; i++) {
                for (let k = 0; k + 1 < ticks.length; k++) shape.quad(rows[i][k], rows[i][k + 1], rows[i + 1][k + 1], rows[i + 1][k]);
            }
        }
    }
    return shape;
}

/** A profile turned about the vertical: points `[radius, y]` from the bottom up, with a sharp bend at a repeated point. */
export function turned(profile, sides = 48) {
    const shape = new Shape();
    for (let i = 0; i + 1 < profile.length; i++) {
        const [[r0, y0], [r1, y1]] = [profile[i], profile[i + 1]];
        const length = Math.hypot(r1 - r0, y1 - y0);
        if (length === 0) continue;
        const flat = [(y1 - y0) / length, (r0 - r1) / length];
        const ring = (radius, y, slope) => Array.from({ length: sides + 1 }, (_, k) => {
            const angle = (2 * Math.PI * k) / sides;
            const [x, z] = [Math.sin(angle), Math.cos(angle)];
            return shape.corner([radius * x, y, radius * z], [slope[0] * x, slope[1], slope[0] * z]);
        });
        const [low, high] = [ring(r0, y0, smooth(profile, i, flat)), ring(r1, y1, smooth(profile, i + 1, flat))];
        for (let k = 0; k < sides; k++) shape.quad(low[k], low[k + 1], high[k + 1], high[k]);
    }
    return shape;
}

/** The normal at a point of a profile: the mean of its two segments if they bend by less than 40°, else the segment's own. */
function smooth(profile, i, flat) {
    if (i === 0 || i + 1 === profile.length) return flat;
    const pieces = [[i - 1, i], [i, i + 1]].map(([from, to]) => {
        const [[r0, y0], [r1, y1]] = [profile[from], profile[to]];
        const length = Math.hypot(r1 - r0, y1 - y0);
        return length === 0 ? null : [(y1 - y0) / length, (r0 - r1) / length];
    });
    const [a, b] = pieces;
    if (!a || !b || a[0] * b[0] + a[1] * b[1] < 0.76) return flat;
    const sum = [a[0] + b[0], a[1] + b[1]];
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
}
