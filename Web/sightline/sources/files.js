// The source of a recording's files: a folder on a web server, or files dropped into the page.

import { unzipped } from "./zip.js";

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

    get isVideoAlone() {
        return this.files.size > 0 && [...this.files.keys()].every((path) => /\.(mp4|mov|mkv|webm|avi|m4v)$/i.test(path));
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

/** Collects dropped data (`DataTransfer`): files, whole folders, or a capture's archive. */
export async function droppedFiles(transfer) {
    const items = Array.from(transfer.items).filter(({ kind }) => kind === "file");
    const dropped = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
    const found = new Map();
    for (const each of dropped) {
        if (each instanceof File) found.set(each.name, each);
        else if (each) await gather(each, "", found);
    }
    return recordingFiles(found);
}

/** The files of `<input type="file">`, with `webkitdirectory` or without. */
export function pickedFiles(list) {
    return recordingFiles(new Map(Array.from(list, (file) => [file.webkitRelativePath || file.name, file])));
}

/**
 * A recording's files under their usual names: extracted from an archive, from outer folders, with `NAME.jsonl` renamed
 * to `data.jsonl`.
 */
async function recordingFiles(files) {
    const [only] = files.values();
    const inside = files.size === 1 && /\.zip$/i.test(only.name) ? await unzipped(only) : files;
    const found = withoutOuterFolder(inside);
    const [stem] = [...found.keys()].filter((path) => /^[^/]+\.jsonl$/.test(path)).map((path) => path.slice(0, -6));
    if (stem === undefined || stem === "data") return found;
    return new Map([...found].map(([path, file]) => [path.startsWith(`${stem}.`) ? `data.${path.slice(stem.length + 1)}` : path, file]));
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

/** Removes leading folders until a layout's mark is at the top. */
function withoutOuterFolder(files) {
    const paths = [...files.keys()].filter((path) => /(^|\/)(mav0\/)?cam0\/data\.csv$|\.jsonl$/.test(path));
    if (paths.length === 0) return files;
    const mark = paths.sort((a, b) => a.length - b.length)[0];
    const outer = mark.replace(/(mav0\/)?cam0\/data\.csv$/, "").replace(/[^/]*\.jsonl$/, "");
    return new Map([...files].filter(([path]) => path.startsWith(outer)).map(([path, file]) => [path.slice(outer.length), file]));
}
