// The floor plan in the sheet: its drawing, which a person corrects, its sides and its files, or why there is none.

import { numberText, translated, translatedCount } from "../studio/language/language.js";
import { passageName, roomName, shortest, sideName, sideReading } from "./plan-drawing.js";
import { PlanEditing } from "./plan-editing.js";
import { printPlan } from "./plan-print.js";
import { metresText, planAreaText, planText, saveMade } from "./results.js";

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
            drawing: (isDrawing) => this.#tellDrawing(isDrawing),
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
        byId("draw-wall").addEventListener("click", () => this.#editing.draw(!this.#editing.isDrawing));
        byId("remove").addEventListener("click", () => this.#remove());
        byId("opening-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#open();
        });
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
        return bytes && format === "svg" ? new TextEncoder().encode(planText(bytes, this.#plan.rooms.map(({ name }) => name))) : bytes;
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
        this.#showRooms(plan?.rooms ?? []);
        if (!plan) return byId("sides").replaceChildren();
        const sentences = [areaSentence(plan), ...scaleSentence(plan)];
        byId("plan-told").textContent = sentences.join(" ");
        byId("model-scale").textContent = scaleSentence(plan).join();
        byId("sides").replaceChildren(...itemsOf(plan));
        this.#describe(this.#editing.chosen);
        this.#tell(plan.corrections > 0 ? translatedCount(plan.corrections, "{count} correction by hand", "{count} corrections by hand") : "");
    }

    #choose(movable) {
        const isWall = movable?.kind === "moveWall";
        byId("chosen-block").hidden = !movable;
        byId("known-form").hidden = byId("opening-form").hidden = !isWall;
        if (isWall) byId("known").value = "";
        byId("remove").textContent = movable?.kind === "moveOpening" ? translated("Close this opening") : translated("Remove this wall");
        this.#describe(movable);
    }

    #tellDrawing(isDrawing) {
        byId("draw-wall").setAttribute("aria-pressed", String(isDrawing));
        byId("plan-hint").hidden = isDrawing;
        byId("pen-hint").hidden = !isDrawing;
    }

    /** A field for the name of each room; the fields stay while the rooms do. */
    #showRooms(rooms) {
        const place = byId("rooms");
        if (place.childElementCount !== rooms.length) {
            place.replaceChildren(...rooms.map((_, room) => {
                const field = Object.assign(document.createElement("label"), { className: "field" });
                const words = rooms.length > 1 ? translated("Name of room {number}", { number: numberText(room + 1) }) : translated("Name of the room");
                const input = Object.assign(document.createElement("input"), { className: "button", id: `room-${room}`, type: "text", maxLength: 40, autocomplete: "off" });
                input.addEventListener("change", () => this.#rename(room, input.value.trim()));
                field.append(Object.assign(document.createElement("span"), { className: "label", textContent: words }), input);
                return field;
            }));
        }
        rooms.forEach(({ name }, room) => { byId(`room-${room}`).value = name; });
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
        if (await this.#correct({ kind: "knownLength", number: wall.number, metres })) this.#onscale();
        else this.#tell(translated("That cannot be: the wall and the known length are more than twice apart."));
    }

    async #rename(room, name) {
        if (await this.#correct({ name, room }) === null) this.#tell(translated("That name is too long."));
    }

    /** Removes what is chosen: a wall, or an opening, which the wall closes. */
    async #remove() {
        const { kind, number } = this.#editing.chosen ?? {};
        if (!kind) return;
        this.#editing.choose(null);
        const correction = { moveWall: "removeWall", moveOpening: "removeOpening", partition: "removePartition" }[kind];
        if (await this.#correct({ kind: correction, number }) === null) this.#tell(translated("This wall cannot be removed."));
    }

    /** An opening in the middle of the chosen wall. */
    async #open() {
        const wall = this.#editing.chosen;
        const width = byId("opening-width").valueAsNumber;
        if (wall?.kind !== "moveWall" || !(width > 0)) return;
        const correction = { kind: "addOpening", number: wall.number, middle: wall.shape.length / 2, width };
        if (await this.#correct(correction) === null) this.#tell(translated("The wall is too short for it."));
    }

    /** Corrects and shows the plan; null if it cannot be. */
    async #correct(correction) {
        this.#editing.rest();
        const plan = await this.#session.correctFloorPlan(correction);
        if (plan) this.#change(plan);
        return plan;
    }

    async #undo() {
        this.#editing.rest();
        const plan = await this.#session.undoFloorPlan();
        if (!plan) return;
        this.#change(plan);
        this.#onscale();
    }
}

/** The area and the error, unless a person moved or drew a wall; the number of rooms if there are several. */
function areaSentence({ area, areaSigma, isAreaByHand, rooms }) {
    const text = planAreaText(area, isAreaByHand ? null : areaSigma);
    if (rooms.length > 1) return translatedCount(rooms.length, "{count} room, {area} in all", "{count} rooms, {area} in all", { area: text });
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

/** The lines of the list: the walls of the only room, or each room with its walls and then the openings. */
function itemsOf(plan) {
    const walls = (room) => plan.sides.map((side, number) => side.room === room && itemOf(side, number, plan)).filter(Boolean);
    if (plan.rooms.length === 1) return walls(0);
    const rooms = plan.rooms.flatMap((room, number) => [
        item("room-line", roomName(room, number), [planAreaText(room.area, room.isAreaByHand ? null : room.areaSigma), ...(room.ceilingHeight === null ? [] : [metresText(room.ceilingHeight)])].join(" · ")),
        ...walls(number),
    ]);
    return [...rooms, ...plan.passages.map((passage) => item("", passageName(passage, plan), metresText(plan.stretches[passage.stretch].length)))];
}

function item(className, name, value) {
    const line = Object.assign(document.createElement("li"), { className });
    line.append(Object.assign(document.createElement("span"), { className: "kind", textContent: name }), value);
    return line;
}

/** A side's line in the list; null for short ones. */
function itemOf(side, number, { knownSide }) {
    if (side.length <= shortest) return null;
    const reading = sideReading(side);
    return item("", sideName(side, number), number === knownSide ? translated("{length}, known", { length: reading }) : reading);
}
