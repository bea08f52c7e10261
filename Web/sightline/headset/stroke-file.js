// Reads what `drawing.strokeFile` gives: binary glTF 2.0 with a mesh in the world's axes, as the engine writes it.

const [textChunk, binaryChunk] = [0x4e4f534a, 0x004e4942];

/**
 * The meshes of a stroke: `{ positions, normals, coordinates, indices, color, isLit }`, the colour as red, green, blue and
 * opacity of a display, 0…1. Pictures of materials are left out.
 * @param {Uint8Array} bytes
 */
export function meshesOf(bytes) {
    const { json, binary } = chunks(bytes);
    const numbers = (index, Numbers) => {
        const { bufferView, count, type } = json.accessors[index];
        const { byteOffset = 0 } = json.bufferViews[bufferView];
        const width = { SCALAR: 1, VEC2: 2, VEC3: 3 }[type];
        return new Numbers(binary.slice(byteOffset, byteOffset + 4 * width * count).buffer);
    };
    return json.meshes.flatMap(({ primitives }) => primitives.map(({ attributes, indices, material }) => {
        const { pbrMetallicRoughness: { baseColorFactor: [red, green, blue, opacity] }, extensions } = json.materials[material];
        return {
            positions: numbers(attributes.POSITION, Float32Array), normals: numbers(attributes.NORMAL, Float32Array),
            coordinates: numbers(attributes.TEXCOORD_0, Float32Array), indices: numbers(indices, Uint32Array),
            color: [...[red, green, blue].map(displayed), opacity], isLit: !extensions?.KHR_materials_unlit,
        };
    }));
}

function chunks(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) throw new Error("A stroke's file is no binary glTF.");
    const found = { json: null, binary: new Uint8Array(0) };
    for (let at = 12; at + 8 <= bytes.length;) {
        const [length, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
        const chunk = bytes.subarray(at + 8, at + 8 + length);
        if (kind === textChunk) found.json = JSON.parse(new TextDecoder().decode(chunk));
        if (kind === binaryChunk) found.binary = chunk;
        at += 8 + length;
    }
    if (!found.json) throw new Error("A stroke's file has no description.");
    return found;
}

/** A linear share of light as a display's value (sRGB). */
const displayed = (value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
