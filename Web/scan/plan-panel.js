// The floor plan in the sheet: its drawing, which a person corrects, its sides and its files, or why there is none.

import { numberText, translated, translatedCount } from "../studio/language/language.js";
import { shortest, sideName, sideReading } from "./plan-drawing.js";
import { PlanEditing } from "./plan-editing.js";
import { printPlan } from "./plan-print.js";
import { planAreaText, planText, saveMade } from "./results.js";

const byId = (id) => document.getElementById(id);

/** Makes, corrects and shows plans of one session. */
export class PlanPanel {
    #session;
    #editing;
    #onscale;
    #plan = null;

    /** `onscale()` is called when a known length may have changed the scale. */
    constructor(session, notify, onscale) {
        [this.#session, this.#onscale] = [session, onscale];
        this.#editing = new PlanEditing(byId("plan-edit"), (correction) => session.correctFloorPlan(correction), {
            changed: (plan) => this.#change(plan),
            chosen: (movable) => this.#choose(movable),
            refused: () => this.#tell(translated("It cannot go there.")),
        });
        for (const button of byId("plan-files").querySelectorAll("[data-plan]")) {
            button.addEventListener("click", () => saveMade(button, "floor-plan", button.dataset.plan, (format) => this.#file(format), notify));
        }
        byId("print").addEventListener("click", () => printPlan(this.#plan));
        byId("undo").addEventListener("click", () => this.#undo());
        byId("known-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#setLength();
        });
        byId("room").addEventListener("change", () => this.#rename());
    }

    reset() {
        this.#show(null);
        byId("plan-told").textContent = "";
        document.body.dataset.plan = "none";
    }

    /** Whether a person has corrected the plan. */
    get isCorrected() {
        return (this.#plan?.corrections ?? 0) > 0;
    }

    /** Makes the plan of what is known now; corrections of the last one are gone then. */
    async make() {
        byId("plan").disabled = true;
        try {
            const plan = await this.#session.floorPlan();
            this.reset();
            document.body.dataset.plan = plan.result;
            if (plan.result === "done") this.#show(plan);
            else byId("plan-told").textContent = reasonOf(plan);
        } catch {
            byId("plan-told").textContent = translated("The floor plan could not be made.");
        } finally {
            byId("plan").disabled = false;
        }
    }

    /** A file of the plan in the page's language. */
    async #file(format) {
        const bytes = await this.#session.floorPlanFile(format);
        return bytes && format === "svg" ? new TextEncoder().encode(planText(bytes, this.#plan.name)) : bytes;
    }

    /** Shows another plan, or none. */
    #show(plan) {
        this.#editing.rest();
        this.#editing.choose(null);
        this.#change(plan);
        this.#choose(null);
    }

    /** Shows the plan after a correction. */
    #change(plan) {
        this.#plan = plan;
        this.#editing.show(plan);
        for (const id of ["drawing", "correcting", "plan-files"]) byId(id).hidden = !plan;
        byId("plan").textContent = this.isCorrected ? translated("Make the floor plan anew, without corrections") : translated("Make the floor plan");
        byId("undo").disabled = !this.isCorrected;
        byId("model-scale").hidden = (plan?.knownSide ?? null) === null;
        byId("room").value = plan?.name ?? "";
        if (!plan) return byId("sides").replaceChildren();
        const sentences = [areaSentence(plan), ...scaleSentence(plan)];
        byId("plan-told").textContent = sentences.join(" ");
        byId("model-scale").textContent = scaleSentence(plan).join();
        byId("sides").replaceChildren(...plan.sides.map((side, number) => itemOf(side, number, plan)).filter(Boolean));
        this.#describe(this.#editing.chosen);
        this.#tell(plan.corrections > 0 ? translatedCount(plan.corrections, "{count} correction by hand", "{count} corrections by hand") : "");
    }

    #choose(movable) {
        byId("known-form").hidden = movable?.kind !== "moveWall";
        if (movable?.kind === "moveWall") byId("known").value = "";
        this.#describe(movable);
    }

    #describe(movable) {
        if (movable) byId("chosen").textContent = `${movable.name}: ${sideReading(movable.shape)}`;
    }

    #tell(text) {
        byId("corrected").textContent = text;
    }

    /** The length of the chosen wall is known. */
    async #setLength() {
        const wall = this.#editing.chosen;
        const metres = byId("known").valueAsNumber;
        if (!wall || !(metres > 0)) return;
        this.#editing.rest();
        const plan = await this.#session.correctFloorPlan({ kind: "knownLength", number: wall.number, metres });
        if (plan) {
            this.#change(plan);
            this.#onscale();
        } else this.#tell(translated("That cannot be: the wall and the known length are more than twice apart."));
    }

    async #rename() {
        this.#editing.rest();
        const plan = await this.#session.correctFloorPlan({ name: byId("room").value.trim() });
        if (!plan) return this.#tell(translated("That name is too long."));
        this.#change(plan);
    }

    async #undo() {
        this.#editing.rest();
        const plan = await this.#session.undoFloorPlan();
        if (!plan) return;
        this.#change(plan);
        this.#onscale();
    }
}

/** The area and the error, unless a person moved a wall. */
function areaSentence({ area, areaSigma, isAreaByHand }) {
    const text = planAreaText(area, isAreaByHand ? null : areaSigma);
    return isAreaByHand ? translated("Area within the walls, partly by hand: {area}", { area: text }) : translated("Area within the walls: {area}", { area: text });
}

/** What a known length changed, if there is one. */
function scaleSentence({ knownSide, scale }) {
    return knownSide === null ? [] : [translated("Scaled by a known length: × {factor}", { factor: numberText(scale, 3) })];
}

function reasonOf({ result, seenWalls }) {
    if (result === "noFloor") return translated("No floor plan yet: look lower, at the floor.");
    if (seenWalls === 0) return translated("No floor plan yet: look at the walls and walk along them.");
    return translatedCount(seenWalls, "No floor plan yet: {count} wall was seen, which does not enclose the walk.", "No floor plan yet: {count} walls were seen, which do not enclose the walk.");
}

/** A side's line in the list; null for short ones. */
function itemOf(side, number, { knownSide }) {
    if (side.length <= shortest) return null;
    const item = document.createElement("li");
    const name = Object.assign(document.createElement("span"), { className: "kind", textContent: sideName(side, number) });
    item.append(name, number === knownSide ? translated("{length}, known", { length: sideReading(side) }) : sideReading(side));
    return item;
}
