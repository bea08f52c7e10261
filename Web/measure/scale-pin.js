// Pins the scale by the last measured length, where a person knows how long it is.

export class ScalePin {
    #byId;
    #measuring;
    #number = null;

    constructor(byId, measuring, onchange) {
        this.#byId = byId;
        this.#measuring = measuring;
        byId("known").addEventListener("change", () => {
            byId("custom-label").hidden = byId("known").value !== "custom";
            if (!byId("custom-label").hidden) byId("custom").focus();
        });
        byId("pin").addEventListener("click", async () => {
            await this.#pin();
            onchange();
        });
        byId("unpin").addEventListener("click", async () => {
            await measuring.unpin();
            byId("unpin").hidden = true;
            byId("pinned").textContent = "The scale comes from the motion sensors again.";
            byId("pin").focus();
            onchange();
        });
    }

    /** A new session knows no length. */
    reset() {
        this.#byId("unpin").hidden = true;
        this.#byId("pinned").textContent = "";
    }

    /** Offers the last measured length. */
    update(items) {
        const last = items.findLast(({ unit }) => unit === "m");
        this.#number = last?.number ?? null;
        this.#byId("pin-block").hidden = !last;
        if (last) this.#byId("pin-hint").textContent = `Is the last length, ${last.text}, one that you know? Then every reading takes its scale from it.`;
    }

    async #pin() {
        const { value } = this.#byId("known");
        const metres = value === "custom" ? this.#byId("custom").valueAsNumber / 1000 : Number(value);
        const told = this.#byId("pinned");
        if (!(metres > 0)) {
            told.textContent = "Give the length in millimetres.";
        } else if (await this.#measuring.pin(this.#number, metres)) {
            this.#byId("unpin").hidden = false;
            told.textContent = `Pinned: that is ${(metres * 1000).toLocaleString("en")} mm.`;
        } else {
            told.textContent = "That cannot be: the reading and the known length are more than twice apart.";
        }
    }
}
