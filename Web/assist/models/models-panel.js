// The block of the side panel that shows a model in the room.

import { translated } from "../../studio/language/language.js";
import { NextTap } from "../drawing/next-tap.js";

export class ModelsPanel {
    #byId;
    #models = null;
    #tap;

    constructor(byId) {
        this.#byId = byId;
        this.#tap = new NextTap(byId("model-place"), "model");
        byId("model-remove").onclick = () => this.#models.remove();
        byId("models-leave").onchange = () => this.#models.allow(byId("models-leave").checked);
    }

    /** Shows the model of a call; `send(file)` sends a file to everyone, `onwait()` is called when a tap is waited for. */
    serve(models, { pen }, isSite, { send, onwait }) {
        const byId = this.#byId;
        this.#models = models;
        byId("models-leave").checked = false;
        byId("models-leave-label").hidden = !isSite;
        byId("model-file").onchange = ({ target }) => {
            const [file] = target.files;
            target.value = "";
            if (file) models.choose(file, send);
        };
        this.#tap.serve(pen, (place, frame) => models.place(place, frame), onwait);
        models.onchange = () => this.#show(isSite);
        this.#show(isSite);
    }

    #show(isSite) {
        const byId = this.#byId;
        const { shown } = this.#models;
        byId("models-block").hidden = !shown;
        if (!shown) return;
        const { isAllowed, name, isPlaced } = shown;
        const mayPlace = name !== "" && (isSite || isAllowed);
        byId("models-told").textContent = name || (isSite || isAllowed ? "" : translated("The one on site decides whether models are shown."));
        byId("model-place").disabled = !mayPlace;
        byId("model-remove").disabled = !mayPlace || !isPlaced;
    }
}
