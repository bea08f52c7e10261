// The block of the side panel that shows a model in the room.

import { translated } from "../../studio/language/language.js";
import { scaleText } from "../../place/size-text.js";
import { NextTap } from "../drawing/next-tap.js";
import { ModelHand } from "./model-hand.js";

export class ModelsPanel {
    #byId;
    #models = null;
    #tap;
    #hand;

    constructor(byId) {
        this.#byId = byId;
        this.#tap = new NextTap(byId("model-place"), "model");
        this.#hand = new ModelHand(byId);
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
        this.#hand.serve(models, pen, onwait);
        models.onchange = () => this.#show(isSite);
        this.#show(isSite);
    }

    #show(isSite) {
        const byId = this.#byId;
        const { shown } = this.#models;
        byId("models-block").hidden = !shown;
        if (!shown) return;
        const { isAllowed, name, isPlaced, scale } = shown;
        const mayPlace = name !== "" && (isSite || isAllowed);
        const isScaled = isPlaced && Math.abs(scale - 1) > 0.005;
        const label = isScaled ? translated("{file} at {scale} of its size", { file: name, scale: scaleText(scale) }) : name;
        byId("models-told").textContent = label || (isSite || isAllowed ? "" : translated("The one on site decides whether models are shown."));
        byId("model-place").disabled = !mayPlace;
        byId("model-remove").disabled = !mayPlace || !isPlaced;
        this.#hand.show(mayPlace && isPlaced);
    }
}
