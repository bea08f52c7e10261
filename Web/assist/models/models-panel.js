// The block of the side panel that shows a model in the room.

import { translated } from "../../studio/language/language.js";

export class ModelsPanel {
    #byId;
    #models = null;
    #pen = null;
    /** The tool that the pen had before a model is put. */
    #before = "stroke";

    constructor(byId) {
        this.#byId = byId;
        byId("model-place").onclick = () => this.#wait(this.#pen.tool !== "model");
        byId("model-remove").onclick = () => this.#models.remove();
        byId("models-leave").onchange = () => this.#models.allow(byId("models-leave").checked);
    }

    /** Shows the model of a call; `send(file)` sends a file to everyone, `onwait()` is called when a tap is waited for. */
    serve(models, { pen }, isSite, { send, onwait }) {
        const byId = this.#byId;
        this.#models = models;
        this.#pen = pen;
        this.onwait = onwait;
        byId("models-leave").checked = false;
        byId("models-leave-label").hidden = !isSite;
        byId("model-file").onchange = ({ target }) => {
            const [file] = target.files;
            target.value = "";
            if (file) models.choose(file, send);
        };
        pen.gestures.model = {
            down: (place, frame) => {
                this.#wait(false);
                models.place(place, frame);
            },
            move() {},
            up() {},
        };
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

    /** The next tap on the picture puts the model, or the pen draws again. */
    #wait(isWanted) {
        if (isWanted) this.#before = this.#pen.tool;
        this.#pen.tool = isWanted ? "model" : this.#before;
        this.#byId("model-place").setAttribute("aria-pressed", isWanted);
        if (isWanted) this.onwait();
    }
}
