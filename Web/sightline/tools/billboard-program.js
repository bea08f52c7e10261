// A billboard's program in the worker: images and videos as textures that fit the rectangle.

const largestSide = 1024;

/** The program of one session's billboard. */
export class BillboardProgram {
    #gl;
    #billboard;
    #textures = new Map();
    #items = [];
    #aspect = 0;
    #canvas = new OffscreenCanvas(1, 1);

    /** `gl` are the view's imports, `billboard` the engine's object. */
    constructor(gl, billboard) {
        this.#gl = gl;
        this.#billboard = billboard;
    }

    /**
     * Replaces the program. An item is `{ kind: "text", text, ground }` or `{ kind: "picture", source }`, with
     * `from`, `until`, `duration`; a source is a number of the page, whose images come through `show`.
     */
    set(items) {
        const billboard = this.#billboard;
        this.#items = items;
        billboard.clear();
        for (const item of items) {
            const { from = -Infinity, until = Infinity, duration = 6 } = item;
            if (item.kind === "text") billboard.addText(item.text, item.ground, from, until, duration);
            else billboard.addImage(this.#texture(item.source).name, from, until, duration);
        }
        const wanted = new Set(items.map(({ source }) => source));
        for (const [source, texture] of this.#textures) if (!wanted.has(source)) this.#drop(source, texture);
    }

    /** Sets a source's image, or a video's next one; it is used until the page sends another. */
    show(source, bitmap) {
        const texture = this.#texture(source);
        texture.bitmap?.close();
        texture.bitmap = bitmap;
        this.#fill(texture);
    }

    /** The rectangle's shape is known or has changed: the images are cropped to it. */
    fit(width, height) {
        const aspect = width / height;
        if (Math.abs(aspect / this.#aspect - 1) < 0.02) return;
        this.#aspect = aspect;
        for (const texture of this.#textures.values()) this.#fill(texture);
    }

    /** Whether items change with time, so that the view must be redrawn without new frames. */
    get isMoving() {
        return this.#items.length > 0;
    }

    free() {
        for (const [source, texture] of this.#textures) this.#drop(source, texture);
    }

    #texture(source) {
        if (!this.#textures.has(source)) {
            const gl = this.#gl;
            const texture = gl.context.createTexture();
            this.#textures.set(source, { texture, name: gl.addTexture(texture), bitmap: null });
            this.#send(texture, new ImageData(new Uint8ClampedArray([40, 44, 48, 255]), 1, 1));
        }
        return this.#textures.get(source);
    }

    /** The middle of the image in the rectangle's shape. */
    #fill({ texture, bitmap }) {
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

    #drop(source, { texture, name, bitmap }) {
        bitmap?.close();
        this.#gl.removeTexture(name);
        this.#gl.context.deleteTexture(texture);
        this.#textures.delete(source);
    }
}
