// What the mesh anchors of a session say of the room: where its floor is, how much of it is known, and what lies around a
// place. Each anchor is counted when it changes.

import { transformed } from "../sightline/sightline.js";

/** The side of a cell of the map, and the height of a bin of levels, metres. */
const [cell, bin] = [0.1, 0.03];
/** A triangle is level if its normal's upward part is above the first, and upright if it is below the second. */
const [level, upright] = [0.9, 0.3];
/** A floor has so much surface at least, m², and lies so far below the camera, metres: as `FloorPlanBuilder` has it. */
const [leastFloor, belowCamera] = [0.25, 0.3];
/** From this sigma on a surface counts as hardly known, metres. */
export const weakSigma = 0.03;
/** An anchor that moved farther than this, metres, is counted again: the world was corrected. */
const moved = 0.01;

/** The surface of one run. */
export class ScannedSurface {
    #parts = new Map();

    /** What is known of the floor and in all; set by `take`. */
    floorHeight = null;
    floorArea = 0;
    area = 0;
    uprightArea = 0;
    weakShare = 0;
    triangleCount = 0;

    reset() {
        this.#parts.clear();
        this.#sum(0);
    }

    /** Counts a frame's mesh anchors; `cameraHeight` is in the world. Returns whether something changed. */
    take(anchors, cameraHeight) {
        let isChanged = anchors.length !== this.#parts.size;
        const kept = new Map();
        for (const anchor of anchors) {
            const known = this.#parts.get(anchor.identifier);
            const isSame = known?.changed === anchor.changedNanoseconds && distance(known.place, anchor.worldFromAnchor.translation) < moved;
            kept.set(anchor.identifier, isSame ? known : count(anchor));
            isChanged ||= !isSame;
        }
        if (!isChanged) return false;
        this.#parts = kept;
        this.#sum(cameraHeight);
        return true;
    }

    /** The cells that are known from above: `{ x, z, kind }`, the corner in metres, and floor, thing or wall. */
    *cells() {
        for (const { cells } of this.#parts.values()) {
            for (const { x, z, lowest, upright: area } of cells.values()) {
                const isFloor = this.floorHeight !== null && Math.abs(lowest - this.floorHeight) < 3 * bin;
                yield { x: x * cell, z: z * cell, kind: area > cell * cell ? "wall" : isFloor ? "floor" : "thing" };
            }
        }
    }

    /** Which of `count` sectors around a place (x, z) show an upright surface, by the angle from −z to +x: the first begins at −π. */
    sectors([x, z], count) {
        const areas = new Float64Array(count);
        for (const { cells } of this.#parts.values()) {
            for (const each of cells.values()) {
                if (each.upright === 0) continue;
                const angle = Math.atan2((each.x + 0.5) * cell - x, z - (each.z + 0.5) * cell);
                areas[Math.min(count - 1, Math.floor(((angle + Math.PI) / (2 * Math.PI)) * count))] += each.upright;
            }
        }
        return Array.from(areas, (area) => area > 0.1);
    }

    #sum(cameraHeight) {
        [this.area, this.uprightArea, this.floorArea, this.triangleCount] = [0, 0, 0, 0];
        let weak = 0;
        const levels = new Map();
        for (const part of this.#parts.values()) {
            this.area += part.area;
            this.uprightArea += part.upright;
            this.triangleCount += part.triangles;
            weak += part.weak;
            for (const [height, area] of part.levels) levels.set(height, (levels.get(height) ?? 0) + area);
        }
        this.weakShare = this.area > 0 ? weak / this.area : 0;
        this.#findFloor(levels, cameraHeight);
    }

    /** The lowest of the large levels. */
    #findFloor(levels, cameraHeight) {
        const around = (height) => [-2, -1, 0, 1, 2].reduce((sum, step) => sum + (levels.get(height + step) ?? 0), 0);
        const candidates = [...levels.keys()].filter((height) => (height + 0.5) * bin < cameraHeight - belowCamera).map((height) => [height, around(height)]);
        const largest = Math.max(0, ...candidates.map(([, area]) => area));
        const large = candidates.filter(([, area]) => area > leastFloor && area > 0.25 * largest).map(([height]) => height);
        this.floorHeight = null;
        if (large.length === 0) return;
        const near = Array.from({ length: 9 }, (_, step) => Math.min(...large) + step - 2).filter((height) => levels.has(height));
        this.floorArea = near.reduce((sum, height) => sum + levels.get(height), 0);
        this.floorHeight = near.reduce((sum, height) => sum + levels.get(height) * (height + 0.5) * bin, 0) / this.floorArea;
    }
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Areas of an anchor's triangles by what they are. */
function count({ vertices, sigmas, indices, worldFromAnchor, changedNanoseconds }) {
    const part = { changed: changedNanoseconds, place: worldFromAnchor.translation, area: 0, upright: 0, weak: 0, triangles: indices.length / 3, levels: new Map(), cells: new Map() };
    const at = (index, axis) => vertices[3 * index + axis];
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [indices[i], indices[i + 1], indices[i + 2]];
        const [u, v] = [b, c].map((other) => [0, 1, 2].map((axis) => at(other, axis) - at(a, axis)));
        const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const length = Math.hypot(...normal);
        if (!(length > 0)) continue;
        const middle = transformed(worldFromAnchor, [0, 1, 2].map((axis) => (at(a, axis) + at(b, axis) + at(c, axis)) / 3));
        add(part, middle, length / 2, normal[1] / length, (sigmas[a] + sigmas[b] + sigmas[c]) / 3);
    }
    return part;
}

function add(part, [x, y, z], area, up, sigma) {
    part.area += area;
    if (sigma > weakSigma) part.weak += area;
    const [column, row] = [Math.floor(x / cell), Math.floor(z / cell)];
    const key = `${column} ${row}`;
    const into = part.cells.get(key) ?? { x: column, z: row, lowest: Infinity, upright: 0 };
    part.cells.set(key, into);
    if (up > level) {
        const height = Math.floor(y / bin);
        part.levels.set(height, (part.levels.get(height) ?? 0) + area);
        into.lowest = Math.min(into.lowest, y);
    } else if (Math.abs(up) < upright) {
        part.upright += area;
        into.upright += area;
    }
}
