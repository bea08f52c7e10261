// Where a recording's files come from: a folder on a web server, or files dropped into the page.

/** The files below an address that ends with a slash. */
export class HttpFiles {
    constructor(url) {
        this.url = new URL(url.endsWith("/") ? url : `${url}/`, globalThis.location?.href);
    }

    async has(path) {
        return (await fetch(this.#address(path), { method: "HEAD" })).ok;
    }

    async blob(path) {
        const response = await fetch(this.#address(path));
        if (!response.ok) throw new Error(`${path} could not be fetched: ${response.status}`);
        return response.blob();
    }

    async text(path) {
        return (await this.blob(path)).text();
    }

    #address(path) {
        return new URL(path.split("/").map(encodeURIComponent).join("/"), this.url);
    }
}

/** Files that a person dropped or picked: a map of path (without the outer folder) to file. */
export class LocalFiles {
    constructor(files) {
        this.files = files;
    }

    async has(path) {
        return this.files.has(path);
    }

    async blob(path) {
        const file = this.files.get(path);
        if (!file) throw new Error(`${path} is missing in what was dropped.`);
        return file;
    }

    async text(path) {
        return (await this.blob(path)).text();
    }
}

/** Gathers what was dropped (`DataTransfer`): files and whole folders. */
export async function droppedFiles(transfer) {
    const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const found = new Map();
    for (const entry of entries) await gather(entry, "", found);
    return withoutOuterFolder(found);
}

/** The files of `<input type="file" webkitdirectory>`. */
export function pickedFiles(list) {
    return withoutOuterFolder(new Map(Array.from(list, (file) => [file.webkitRelativePath || file.name, file])));
}

async function gather(entry, prefix, found) {
    if (entry.isFile) {
        found.set(prefix + entry.name, await new Promise((done, fail) => entry.file(done, fail)));
        return;
    }
    const reader = entry.createReader();
    for (;;) {
        const batch = await new Promise((done, fail) => reader.readEntries(done, fail));
        if (batch.length === 0) return;
        for (const inner of batch) await gather(inner, `${prefix}${entry.name}/`, found);
    }
}

/** Drops leading folders until a layout's mark lies at the top. */
function withoutOuterFolder(files) {
    const paths = [...files.keys()].filter((path) => /(^|\/)(mav0\/)?cam0\/data\.csv$|\.jsonl$/.test(path));
    if (paths.length === 0) return files;
    const mark = paths.sort((a, b) => a.length - b.length)[0];
    const outer = mark.replace(/(mav0\/)?cam0\/data\.csv$/, "").replace(/[^/]*\.jsonl$/, "");
    return new Map([...files].filter(([path]) => path.startsWith(outer)).map(([path, file]) => [path.slice(outer.length), file]));
}
