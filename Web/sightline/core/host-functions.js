// What the modules in WebAssembly import from their host.

/** The host functions of the engine's C library: randomness for hash tables, and a report when it aborts. */
export function hostFunctions(memory) {
    const text = new TextDecoder();
    let line = "";
    return {
        random_get(address, count) {
            crypto.getRandomValues(new Uint8Array(memory().buffer, address, count));
            return 0;
        },
        fd_write(file, vectors, count, written) {
            const view = new DataView(memory().buffer);
            let total = 0;
            for (let i = 0; i < count; i++) {
                const length = view.getUint32(vectors + 8 * i + 4, true);
                line += text.decode(new Uint8Array(memory().buffer, view.getUint32(vectors + 8 * i, true), length));
                total += length;
            }
            if (line.endsWith("\n")) {
                console.error(line.trimEnd());
                line = "";
            }
            view.setUint32(written, total, true);
            return 0;
        },
        fd_close: () => 0,
        fd_seek: () => 70,
        proc_exit(code) { throw new Error(`The engine stopped with code ${code}.`); },
    };
}
