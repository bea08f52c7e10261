// One label: its card in the view, and its row in the sheet.

import { ageText, valueText } from "../../studio/live-values/live-value.js";

const size = { width: 96, height: 24 };

/** The label over the view. */
export class LabelCard {
    element = part("article", "label-card glass");
    #title = part("h3");
    #value = part("p", "figure");
    #line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    #age = part("p", "age");

    constructor(title) {
        this.#title.textContent = title;
        this.#line.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
        this.#line.setAttribute("aria-hidden", "true");
        this.#line.append(document.createElementNS("http://www.w3.org/2000/svg", "polyline"));
        this.element.hidden = true;
        this.element.append(this.#title, this.#value, this.#line, this.#age);
    }

    /** Its name may change with that of what it shows. */
    name(title) {
        if (this.#title.textContent !== title) this.#title.textContent = title;
    }

    /** Its place in the view, (0, 0) top left, (1, 1) bottom right; null while it is not in view. */
    stand(place) {
        const isSeen = place !== null && place.every((each) => each > -0.1 && each < 1.1);
        this.element.hidden = !isSeen;
        if (!isSeen) return;
        this.element.style.left = `${100 * place[0]}%`;
        this.element.style.top = `${100 * place[1]}%`;
    }

    /** The values, and what is wrong with the channel; empty if nothing is. */
    show(values, trouble, now) {
        const { last, line } = values;
        this.#value.textContent = last ? valueText(last) : "–";
        this.#line.toggleAttribute("hidden", line.length === 0);
        this.#line.firstChild.setAttribute("points", line.map(([x, y]) => `${(x * size.width).toFixed(1)},${((1 - y) * (size.height - 4) + 2).toFixed(1)}`).join(" "));
        this.element.dataset.trouble = String(trouble !== "");
        this.#age.textContent = [last && ageText(now - last.time, last.time), trouble].filter(Boolean).join(" · ");
    }
}

/** The label in the sheet, with buttons that place and remove it. */
export class LabelRow {
    element = part("li", "label-row");
    #title = part("strong");
    #buttons;
    #state = part("p", "label");

    /** `acts`: `[id, text, act]` of the buttons. */
    constructor(title, acts) {
        const buttons = acts.map(([name, textContent, act]) => {
            const button = Object.assign(part("button", "button"), { type: "button", textContent, name });
            button.addEventListener("click", act);
            return button;
        });
        this.#buttons = buttons;
        const row = part("div", "row");
        row.append(...buttons);
        this.element.append(this.#title, this.#state, row);
        this.name(title);
    }

    name(title) {
        if (this.#title.textContent === title) return;
        this.#title.textContent = title;
        for (const button of this.#buttons) button.setAttribute("aria-label", `${button.textContent}: ${title}`);
    }

    show(values, trouble, placing) {
        const text = [values.last && valueText(values.last), trouble, placing].filter(Boolean).join(" · ");
        if (this.#state.textContent !== text) this.#state.textContent = text;
    }

    /** Makes a button of it unavailable. */
    disable(name, isDisabled) {
        this.element.querySelector(`[name="${name}"]`).disabled = isDisabled;
    }
}

function part(name, className = "") {
    return Object.assign(document.createElement(name), { className });
}
