// The floor plan in the sheet: its drawing, its sides, its files, or why there is none.

import { translated, translatedCount } from "../studio/language/language.js";
import { blobOf, lengthText, planAreaText, saveMade } from "./results.js";

const byId = (id) => document.getElementById(id);
/** Shorter sides are not listed, metres: as in the drawing. */
const shortest = 0.3;
const kindTexts = { wall: translated("wall"), opening: translated("opening"), unseen: translated("not seen") };

/** Makes and shows plans of one session. */
export class PlanPanel {
    #session;

    constructor(session, notify) {
        this.#session = session;
        for (const button of byId("plan-files").querySelectorAll("button")) {
            button.addEventListener("click", () => saveMade(button, "floor-plan", button.dataset.plan, (format) => session.floorPlanFile(format), notify));
        }
    }

    reset() {
        byId("drawing").hidden = byId("plan-files").hidden = true;
        byId("sides").replaceChildren();
        byId("plan-told").textContent = "";
        document.body.dataset.plan = "none";
    }

    /** Makes the plan of what is known now. */
    async make() {
        byId("plan").disabled = true;
        try {
            this.#show(await this.#session.floorPlan(), await this.#session.floorPlanFile("svg"));
        } catch {
            byId("plan-told").textContent = translated("The floor plan could not be made.");
        } finally {
            byId("plan").disabled = false;
        }
    }

    #show(plan, drawing) {
        this.reset();
        document.body.dataset.plan = plan.result;
        if (plan.result !== "done" || !drawing) return this.#explain(plan);
        URL.revokeObjectURL(byId("drawn").src);
        byId("drawn").src = URL.createObjectURL(blobOf(drawing, "svg"));
        byId("drawing").hidden = byId("plan-files").hidden = false;
        byId("plan-told").textContent = translated("Area within the walls: {area}", { area: planAreaText(plan.area, plan.areaSigma) });
        byId("sides").replaceChildren(...plan.sides.filter(({ length }) => length > shortest).map(itemOf));
    }

    #explain({ result, seenWalls }) {
        byId("plan-told").textContent = reasonOf(result, seenWalls);
    }
}

function reasonOf(result, seenWalls) {
    if (result === "noFloor") return translated("No floor plan yet: look lower, at the floor.");
    if (seenWalls === 0) return translated("No floor plan yet: look at the walls and walk along them.");
    return translatedCount(seenWalls, "No floor plan yet: {count} wall was seen, which does not enclose the walk.", "No floor plan yet: {count} walls were seen, which do not enclose the walk.");
}

function itemOf({ length, lengthSigma, kind }) {
    const item = document.createElement("li");
    const name = Object.assign(document.createElement("span"), { className: "kind", textContent: kindTexts[kind] });
    item.append(name, lengthText(length, lengthSigma));
    return item;
}
