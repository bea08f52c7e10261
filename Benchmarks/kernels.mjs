// Runs the front end as WebAssembly over a clip that kernels.py wrote: node kernels.mjs MODULE.wasm FOLDER. Prints milliseconds as JSON.
import fs from "node:fs";

const [modulePath, folder] = process.argv.slice(2);
const module = await WebAssembly.compile(fs.readFileSync(modulePath));
const imports = {};
for (const { module: name, name: field } of WebAssembly.Module.imports(module)) (imports[name] ??= {})[field] = () => 0;
const { exports } = await WebAssembly.instantiate(module, imports);
exports._initialize();

const [head, ...rotations] = fs.readFileSync(`${folder}/clip.txt`, "utf8").trim().split("\n").map((line) => line.split(" ").map(Number));
const [width, height, ...lens] = head;
const file = fs.openSync(`${folder}/clip.gray`, "r");
const size = width * height;
const picture = exports.picture(size);
const numbers = exports.picture(96);
const times = [];
const processor = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
};
for (const [index, rotation] of rotations.entries()) {
    fs.readSync(file, new Uint8Array(exports.memory.buffer, picture, size), 0, size, index * size);
    new Float64Array(exports.memory.buffer, numbers, 12).set([...lens, ...rotation]);
    const start = processor();
    exports.track(picture, width, height, numbers);
    times.push(processor() - start);
}
const sorted = times.slice(3).sort((a, b) => a - b);
console.log(JSON.stringify({ frame: sorted[sorted.length >> 1], frame95: sorted[Math.floor(sorted.length * 0.95)] }));
