// A depth map as another camera sees it, on the processor: for pages that show depth and for WebXR.

/**
 * Depths of a map's points in a picture of `width` × `height` pixels, row by row; 0 where no point falls. The nearest
 * point of a pixel counts. `place(x, y, z)` has the point in the map's camera (+Y up, −Z forward, metres), and
 * returns `[column, row, depth]`, pixels and metres, or null for a point that is not seen. A point fills the four
 * pixels about its place, so that no cracks open where the camera came nearer.
 */
export function projectedDepths({ width: columns, depth, focalLength: [fx, fy], principalPoint: [cx, cy] }, width, height, place) {
    const nearest = new Float32Array(width * height);
    for (let index = 0; index < depth.length; index++) {
        const d = depth[index];
        if (d === 0) continue;
        const seen = place((((index % columns) + 0.5 - cx) / fx) * d, -((Math.floor(index / columns) + 0.5 - cy) / fy) * d, -d);
        if (!seen) continue;
        const [left, top] = [Math.floor(seen[0] - 0.5), Math.floor(seen[1] - 0.5)];
        for (let row = Math.max(top, 0); row <= Math.min(top + 1, height - 1); row++) {
            for (let column = Math.max(left, 0); column <= Math.min(left + 1, width - 1); column++) {
                const at = row * width + column;
                if (nearest[at] === 0 || seen[2] < nearest[at]) nearest[at] = seen[2];
            }
        }
    }
    return nearest;
}
