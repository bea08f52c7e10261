// The toolbox: kinds of annotation, colour, thickness, quantities.

import { translated } from "../../studio/language/language.js";
import { MeasuringBar } from "./measuring-bar.js";
import { ToolWords } from "./tool-words.js";

const tools = [
    ["stroke", translated("Pen"), "1"], ["arrow", translated("Arrow"), "2"], ["circle", translated("Circle"), "3"], ["text", translated("Words"), "4"], ["marker", translated("Number"), "5"],
    ["laser", translated("Pointer"), "6"], ["length", translated("Measure"), "7"], ["eraser", translated("Eraser"), "8"], ["ink", translated("Ink"), "9", translated("Ink on things")], ["pull", translated("Pull up"), "0", translated("Pull ink up")],
];
/** Tools that need tracked video; the others work on a still. */
const trackedTools = ["laser", "length", "eraser"];
/** Tools of the site alone. */
const siteTools = ["ink", "pull"];
const colors = [
    ["#ff5a52", translated("Red")], ["#ffb224", translated("Yellow")], ["#22c58b", translated("Green")], ["#2f9bff", translated("Blue")], ["#8b6cff", translated("Violet")], ["#ffffff", translated("White")], ["#11151c", translated("Black")],
];
const widths = [[0.003, translated("Thin")], [0.006, translated("Medium")], [0.012, translated("Thick")]];

export class Toolbox {
    #byId;
    #pen = null;
    #hand = null;
    #site = null;
    #bar;
    #words;
    /** What the form for words holds when it opens next. */
    #offered = "";

    constructor(byId) {
        this.#byId = byId;
        this.#words = new ToolWords(byId("drawing"));
        this.#offer("tools", tools, (tool) => this.#choose({ tool }), (label, [id, name, , title = name]) => {
            label.title = title;
            label.dataset.tool = id;
            label.append(icon(id));
        });
        this.#offer("colors", colors, (color) => this.#choose({ color }), (label, [color]) => label.style.setProperty("--ink", color));
        this.#offer("widths", widths.map(([width, name]) => [String(width), name]), (width) => this.#choose({ width: Number(width) }), (label, [width]) => {
            const line = label.appendChild(document.createElement("i"));
            line.style.height = `${Math.max(2, 1000 * Number(width))}px`;
        });
        const acts = { ink: () => this.#unfold(byId("palette").hidden), undo: () => this.undo(), clear: () => this.clear() };
        for (const [id, act] of Object.entries(acts)) {
            byId(id).onclick = () => {
                this.#words.use(byId(id).dataset.tool);
                act();
            };
        }
        this.#bar = new MeasuringBar(byId);
        addEventListener("keydown", (event) => this.#key(event));
    }

    /** Connects the toolbox to a side's pen; `hand` undoes and clears, `tools` are those of the site. */
    serve({ pen, hand, tools: site = null }) {
        this.#pen = pen;
        this.#hand = hand;
        this.#site = site;
        this.#serveBar();
        pen.askText = () => this.#askText();
        pen.onuse = (tool) => this.#words.use(tool);
        const chosen = (name) => this.#byId(name).querySelector(":checked").value;
        this.#choose({ color: chosen("colors"), width: Number(chosen("widths")) });
        this.setTracked(true);
    }

    /**
     * Whether the video is tracked, so that strokes stand in the world: if not, the site has no tools, and an expert
     * those of a still.
     */
    setTracked(isTracked) {
        this.#byId("drawing").hidden = this.#site !== null && !isTracked;
        const missing = [...(this.#site ? [] : siteTools), ...(isTracked ? [] : trackedTools)];
        for (const [tool] of tools) this.#byId("tools").querySelector(`label:has([value=${tool}])`).hidden = missing.includes(tool);
        if (missing.includes(this.#tool)) this.#byId("tools").querySelector("input").checked = true;
        this.#byId("drawing").style.setProperty("--columns", Math.ceil((tools.length - missing.length + 3) / 2));
        this.#choose({ tool: this.#tool });
        if (this.#byId("drawing").hidden) this.#putAway();
    }

    get #tool() {
        return this.#byId("tools").querySelector(":checked").value;
    }

    /** Closes the open part above the tools. */
    #putAway() {
        this.#unfold(false);
        this.#bar.show(false, false);
    }

    /** On site points are set at the image's middle, or by a tap; experts tap. */
    #serveBar() {
        const [bar, pen, site] = [this.#bar, this.#pen, this.#site];
        bar.onkind = (kind) => {
            if (site) site.measure(kind);
            else pen.measure(kind);
            bar.showCount({ count: 0 });
        };
        bar.onset = () => site?.set();
        bar.ondone = () => (site ? site.finish() : pen.finishMeasuring());
        if (site) site.onstate = (state) => bar.showCount(state);
        else pen.onmark = (count) => bar.showCount({ count });
        bar.onkind(bar.kind);
    }

    /** Chooses the tool for words; its form will hold these. */
    offerWords(words) {
        this.#offered = words;
        this.#byId("tools").querySelector("[value=text]").checked = true;
        this.#choose({ tool: "text" });
    }

    undo() {
        if (this.#pen?.undoPlace()) return;
        const last = [...(this.#pen?.strokes.keys() ?? [])].at(-1);
        this.#hand?.undo();
        if (last !== undefined) this.#pen.forget(last);
    }

    clear() {
        this.#hand?.clear("all");
        this.#pen?.forgetAll();
    }

    #choose(choice) {
        if (choice.color) {
            this.#byId("ink").style.setProperty("--ink", choice.color);
            this.#unfold(false);
        }
        if (choice.width) this.#byId("ink").style.setProperty("--size", `${6 + 1000 * choice.width}px`);
        if (!this.#pen) return;
        if (choice.tool) this.#words.show();
        if (choice.tool && this.#pen.tool === "length" && choice.tool !== "length") this.#pen.measure(this.#pen.kind);
        Object.assign(this.#pen, choice);
        this.#bar.show(this.#pen.tool === "length", this.#site !== null);
        this.#site?.choose(this.#pen.tool, this.#pen);
    }

    #unfold(isOpen) {
        this.#byId("palette").hidden = !isOpen;
        this.#byId("ink").setAttribute("aria-expanded", isOpen);
    }

    #offer(group, choices, choose, dress) {
        choices.forEach((choice, index) => {
            const label = document.createElement("label");
            const input = Object.assign(document.createElement("input"), { type: "radio", name: group, value: choice[0] });
            input.checked = group === "widths" ? index === 1 : index === 0;
            input.onchange = () => choose(choice[0]);
            const className = group === "tools" ? "word" : "sr-only";
            const name = Object.assign(document.createElement("span"), { className, textContent: choice[1] });
            label.append(input);
            dress(label, choice);
            label.append(name);
            this.#byId(group).append(label);
        });
    }

    #key({ key, target, ctrlKey, metaKey, altKey }) {
        if (!this.#pen || altKey || target.matches("input:not([type=radio]), textarea, select") || document.querySelector("dialog:modal")) return;
        if (key.toLowerCase() === "z") return this.undo();
        if (ctrlKey || metaKey) return;
        const tool = tools.find(([, , number]) => number === key);
        const label = tool && this.#byId("tools").querySelector(`label:has([value=${tool[0]}])`);
        if (label?.offsetParent) label.click();
    }

    #askText() {
        const form = this.#byId("words");
        const field = this.#byId("words-text");
        form.hidden = false;
        field.value = this.#offered;
        this.#offered = "";
        field.focus();
        return new Promise((done) => {
            const end = (text) => {
                form.hidden = true;
                form.onsubmit = field.onkeydown = null;
                done(text);
            };
            form.onsubmit = (event) => {
                event.preventDefault();
                end(field.value);
            };
            field.onkeydown = ({ key }) => {
                if (key === "Escape") end("");
            };
        });
    }
}

/** One of the page's icons. */
export function icon(id) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use")).setAttribute("href", `icons.svg#${id}`);
    return svg;
}
