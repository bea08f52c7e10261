// Billboards' programs in the worker: images and videos as textures that fit each rectangle.

const largestSide = 1024;

/**
 * The programs of the billboards that stand in a session, by their identifiers; the images of the page's sources are
 * shared.
 *
 * An item is `{ kind: "text", text, ground }` or `{ kind: "picture", source }`, with `from`, `until`, `duration`; a
 * source is a number of the page, whose images come through `show`.
 */
export class BillboardPrograms {
    #gl;
    #billboard;
    #programs = new Map();
    #bitmaps = new Map();
    /** The items of billboards that are found from now on. */
    #items = [];

    /** `gl` are the view's imports, `billboard` the engine's object. */
    constructor(gl, billboard) {
        this.#gl = gl;
        this.#billboard = billboard;
    }

    /** Replaces the program of a billboard, null for none, and of those that are found from now on. */
    set(items, identifier) {
        this.#items = items;
        this.#programs.get(identifier)?.set(items);
        this.#forgetUnused();
    }

    /** Sets a source's image, or a video's next one; it is used until the page sends another. */
    show(source, bitmap) {
        this.#bitmaps.get(source)?.close();
        this.#bitmaps.set(source, bitmap);
        for (const program of this.#programs.values()) program.renew(source);
    }

    /** The billboards that stand, `{ identifier, width, height }`: new ones receive a program, images are cropped to their shape. */
    fit(billboards) {
        const standing = new Set(billboards.map(({ identifier }) => identifier));
        for (const [identifier, program] of this.#programs) {
            if (standing.has(identifier)) continue;
            program.free();
            this.#programs.delete(identifier);
        }
        for (const { identifier, width, height } of billboards) {
            if (!this.#programs.has(identifier)) {
                this.#programs.set(identifier, new BillboardProgram(this.#gl, this.#billboard, identifier, this.#bitmaps));
                this.#programs.get(identifier).set(this.#items);
            }
            this.#programs.get(identifier).fit(width, height);
        }
    }

    free() {
        for (const program of this.#programs.values()) program.free();
        for (const bitmap of this.#bitmaps.values()) bitmap.close();
        this.#programs.clear();
        this.#bitmaps.clear();
    }

    #forgetUnused() {
        const wanted = new Set([this.#items, ...[...this.#programs.values()].map(({ items }) => items)].flat().map(({ source }) => source));
        for (const [source, bitmap] of this.#bitmaps) {
            if (wanted.has(source)) continue;
            bitmap.close();
            this.#bitmaps.delete(source);
        }
    }
}

/** The program of one billboard. */
class BillboardProgram {
    items = [];
    #gl;
    #billboard;
    #identifier;
    #bitmaps;
    #textures = new Map();
    #aspect = 0;
    #canvas = new OffscreenCanvas(1, 1);

    /** `bitmaps` are the images of the page's sources. */
    constructor(gl, billboard, identifier, bitmaps) {
        this.#gl = gl;
        this.#billboard = billboard;
        this.#identifier = identifier;
        this.#bitmaps = bitmaps;
    }

    /** Replaces the program. */
    set(items) {
        const [billboard, identifier] = [this.#billboard, this.#identifier];
        this.items = items;
        billboard.clear(identifier);
        for (const item of items) {
            const { from = -Infinity, until = Infinity, duration = 6 } = item;
            if (item.kind === "text") billboard.addText(identifier, item.text, item.ground, from, until, duration);
            else billboard.addImage(identifier, this.#texture(item.source).name, from, until, duration);
        }
        const wanted = new Set(items.map(({ source }) => source));
        for (const [source, texture] of this.#textures) if (!wanted.has(source)) this.#drop(source, texture);
    }

    /** A source has another image. */
    renew(source) {
        if (this.#textures.has(source)) this.#fill(source);
    }

    /** The rectangle's shape is known or has changed: the images are cropped to it. */
    fit(width, height) {
        const aspect = width / height;
        if (Math.abs(aspect / this.#aspect - 1) < 0.02) return;
        this.#aspect = aspect;
        for (const source of this.#textures.keys()) this.#fill(source);
    }

    free() {
        for (const [source, texture] of this.#textures) this.#drop(source, texture);
    }

    #texture(source) {
        if (!this.#textures.has(source)) {
            const gl = this.#gl;
            const texture = gl.context.createTexture();
            this.#textures.set(source, { texture, name: gl.addTexture(texture) });
            this.#send(texture, new ImageData(new Uint8ClampedArray([40, 44, 48, 255]), 1, 1));
            this.#fill(source);
        }
        return this.#textures.get(source);
    }

    /** The middle of the image in the rectangle's shape. */
    #fill(source) {
        const { texture } = this.#textures.get(source);
        const bitmap = this.#bitmaps.get(source);
        if (!bitmap) return;
        const { width, height } = bitmap;
        const aspect = this.#aspect || width / height;
        const [w, h] = width / height > aspect ? [height * aspect, height] : [width, width / aspect];
        const scale = Math.min(1, largestSide / Math.max(w, h));
        this.#canvas.width = Math.max(1, Math.round(w * scale));
        this.#canvas.height = Math.max(1, Math.round(h * scale));
        const context = this.#canvas.getContext("2d", { alpha: false });
        context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h, 0, 0, this.#canvas.width, this.#canvas.height);
        this.#send(texture, this.#canvas);
    }

    #send(texture, image) {
        const gl = this.#gl.context;
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
        for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    }

    #drop(source, { texture, name }) {
        this.#gl.removeTexture(name);
        this.#gl.context.deleteTexture(texture);
        this.#textures.delete(source);
    }
}
