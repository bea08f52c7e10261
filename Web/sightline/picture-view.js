// Draws a session over its pictures into a canvas, with the engine's own renderer; lives where the engine lives.

import { codeOf, drawStrip, heightWithStrip } from "./frame-code.js";
import { viewParts } from "./records.js";

/** The view of one session on one canvas. */
export class PictureView {
    /** `stage` is `{ canvas, size, parts, isHanded, isCoded }`; where pictures are handed over the view has a canvas of its own. */
    constructor(session, { canvas = null, size, parts, isHanded = false, isCoded = false }) {
        this.canvas = canvas ?? new OffscreenCanvas(size.width, size.height);
        session.openView(this.canvas);
        Object.assign(this, { session, size, isHanded, isCoded, hasPicture: false, stamp: 0n });
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
        const whole = this.isCoded ? heightWithStrip(height) : height;
        if (this.canvas.width !== width || this.canvas.height !== whole) Object.assign(this.canvas, { width, height: whole });
        if (!this.session.drawView(this.name, width, height, { parts: this.parts })) throw new Error("The picture could not be drawn.");
        if (this.isCoded) drawStrip(this.gl, width, whole, codeOf(this.stamp));
    }

    /** What was drawn last, for the page to show and send; null where the canvas is the page's own. */
    handOver() {
        return this.isHanded && this.hasPicture ? this.canvas.transferToImageBitmap() : null;
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
