// Runs the detector as WebAssembly over gray images (PGM): node rectangles.mjs MODULE.wasm REPEATS FILE... Prints a
// line of JSON per image.
import fs from "node:fs";

const [modulePath, repeats, ...files] = process.argv.slice(2);
const module = await WebAssembly.compile(fs.readFileSync(modulePath));
const imports = {};
for (const { module: name, name: field } of WebAssembly.Module.imports(module)) (imports[name] ??= {})[field] = () => 0;
const { exports } = await WebAssembly.instantiate(module, imports);
exports._initialize();
const most = 8192 * 4096;
const picture = exports.picture(most);
const corners = exports.picture(64);

for (const file of files) {
    const bytes = fs.readFileSync(file);
    const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(bytes.subarray(0, 64).toString("latin1"));
    const pixels = bytes.subarray(head.length);
    let milliseconds = Infinity;
    let count = 0;
    for (let run = 0; run < Number(repeats); run++) {
        new Uint8Array(exports.memory.buffer, picture, pixels.length).set(pixels);
        const start = performance.now();
        count = exports.detect(picture, Number(width), Number(height), corners);
        milliseconds = Math.min(milliseconds, performance.now() - start);
    }
    const places = Array.from(new Float64Array(exports.memory.buffer, corners, 8));
    const found = [0, 2, 4, 6].map((index) => places.slice(index, index + 2));
    console.log(JSON.stringify({ milliseconds, quadrilaterals: count > 0 ? [{ corners: found, confidence: 1 }] : [] }));
}
