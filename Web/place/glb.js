// Writes a binary glTF 2.0 file of shapes. Khronos Group, "glTF 2.0 Specification", 2021, section 4.4.

/**
 * A file's bytes. `nodes`: `{ name, shape, color: [red, green, blue] linear 0…1, roughness, metalness, translation, turns }`; a node with `turns` turns
 * once about its z axis in that many seconds.
 */
export function glb(nodes) {
    const parts = [];
    let length = 0;
    const bufferViews = [];
    const accessors = [];
    const add = (array, description) => {
        bufferViews.push({ buffer: 0, byteOffset: length, byteLength: array.byteLength });
        accessors.push({ bufferView: bufferViews.length - 1, componentType: array instanceof Uint32Array ? 5125 : 5126, ...description });
        parts.push(new Uint8Array(array.buffer));
        length += array.byteLength;
        return accessors.length - 1;
    };
    const floats = (values, type, width, bounds = {}) => add(Float32Array.from(values), { type, count: values.length / width, ...bounds });
    const json = { asset: { version: "2.0", generator: "Sightline" }, scene: 0, scenes: [{ nodes: nodes.map((_, i) => i) }], meshes: [], materials: [], nodes: [] };
    const channels = [];
    const samplers = [];
    for (const [i, { name, shape, color, roughness = 0.6, metalness = 0, translation = [0, 0, 0], turns }] of nodes.entries()) {
        const axis = (pick, offset) => pick(...shape.positions.filter((_, k) => k % 3 === offset));
        const bounds = { min: [0, 1, 2].map((k) => Math.fround(axis(Math.min, k))), max: [0, 1, 2].map((k) => Math.fround(axis(Math.max, k))) };
        const attributes = { POSITION: floats(shape.positions, "VEC3", 3, bounds), NORMAL: floats(shape.normals, "VEC3", 3) };
        const indices = add(Uint32Array.from(shape.indices), { type: "SCALAR", count: shape.indices.length });
        json.materials.push({ pbrMetallicRoughness: { baseColorFactor: [...color, 1], roughnessFactor: roughness, metallicFactor: metalness } });
        json.meshes.push({ primitives: [{ attributes, indices, material: i }] });
        json.nodes.push({ name, mesh: i, translation });
        if (!turns) continue;
        const steps = [0, 1, 2, 3, 4];
        const input = floats(steps.map((step) => (step * turns) / 4), "SCALAR", 1, { min: [0], max: [turns] });
        const output = floats(steps.flatMap((step) => [0, 0, Math.sin((step * Math.PI) / 4), Math.cos((step * Math.PI) / 4)]), "VEC4", 4);
        samplers.push({ input, output, interpolation: "LINEAR" });
        channels.push({ sampler: samplers.length - 1, target: { node: i, path: "rotation" } });
    }
    Object.assign(json, { accessors, bufferViews, buffers: [{ byteLength: length }] });
    if (channels.length > 0) json.animations = [{ channels, samplers }];
    return container(json, parts, length);
}

/** The header, the JSON chunk and the binary chunk, each a multiple of four bytes. */
function container(json, parts, length) {
    const text = new TextEncoder().encode(JSON.stringify(json));
    const textLength = (text.length + 3) & ~3;
    const bytes = new Uint8Array(28 + textLength + length);
    const view = new DataView(bytes.buffer);
    const header = [0x46546c67, 2, bytes.length, textLength, 0x4e4f534a];
    for (const [i, value] of header.entries()) view.setUint32(4 * i, value, true);
    bytes.fill(0x20, 20, 20 + textLength).set(text, 20);
    view.setUint32(20 + textLength, length, true);
    view.setUint32(24 + textLength, 0x004e4942, true);
    let at = 28 + textLength;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}
