// Draws a session over its pictures into a canvas, with the engine's own renderer; lives where the engine lives.

import { viewParts } from "./records.js";

/** The view of one session on one canvas. */
export class PictureView {
    constructor(session, canvas, size, parts) {
        session.openView(canvas);
        Object.assign(this, { session, canvas, size, hasPicture: false });
        this.parts = parts.reduce((sum, name) => sum + viewParts[name], 0);
        this.gl = session.gl.context;
        this.texture = this.gl.createTexture();
        this.name = session.gl.addTexture(this.texture);
    }

    /** Takes the picture of the frame that is drawn next. */
    setPicture(bitmap) {
        const { gl } = this;
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
        for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.LINEAR);
        for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
        this.hasPicture = true;
    }

    draw() {
        if (!this.hasPicture) return;
        const { width, height } = this.size;
        if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
        if (!this.session.drawView(this.name, width, height, { parts: this.parts })) throw new Error("The picture could not be drawn.");
    }

    /** What is shown now, as a picture file. */
    snapshot() {
        this.draw();
        return this.canvas.convertToBlob({ type: "image/png" });
    }

    free() {
        this.session.gl.removeTexture(this.name);
        this.gl.deleteTexture(this.texture);
    }
}
