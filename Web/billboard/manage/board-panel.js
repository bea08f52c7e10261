// One billboard in its owner's list: a panel that opens to a form.

import { translated, translatedCount, translatedMessage } from "../../studio/language/language.js";
import { itemOf, itemRow } from "./item-row.js";
import { studio } from "./studio-api.js";

export class BoardPanel {
    #board;
    #element;
    #itemTemplate;
    #notify;
    #onchange;

    /** `notify(text, isBad)` receives results; `onchange()` is called when the list must be fetched again. */
    constructor(board, templates, notify, onchange) {
        this.#board = board;
        this.#itemTemplate = templates.item;
        this.#notify = notify;
        this.#onchange = onchange;
        this.#element = templates.board.content.firstElementChild.cloneNode(true);
        this.#fill();
        this.#listen();
    }

    get element() {
        return this.#element;
    }

    open() {
        this.#element.querySelector("details").open = true;
    }

    #field(name) {
        return this.#element.querySelector(`.editor > * [name="${name}"], .editor > [name="${name}"]`);
    }

    #fill() {
        const { name, isOn, region, event, items } = this.#board;
        this.#element.querySelector(".title").textContent = name;
        const views = items.reduce((sum, item) => sum + (item.views ?? 0), 0);
        const parts = [translatedCount(items.length, "{count} item", "{count} items"), translatedCount(views, "{count} view", "{count} views"), isOn === false ? translated("hidden") : translated("visible")];
        this.#element.querySelector(".summary").textContent = parts.join(" · ");
        this.#field("name").value = name;
        this.#field("isOn").checked = isOn !== false;
        this.#field("region").value = region ?? "";
        this.#field("event").value = event ?? "";
        this.#element.querySelector(".items").replaceChildren(...items.map((item) => itemRow(this.#itemTemplate, item)));
        this.#showReference();
    }

    #showReference() {
        const picture = this.#element.querySelector(".reference img");
        const { reference } = this.#board;
        picture.hidden = this.#field("no-reference").hidden = !reference;
        if (reference) picture.src = reference;
    }

    #listen() {
        const on = (name, kind, act) => this.#field(name).addEventListener(kind, (event) => this.#try(() => act(event)));
        on("upload", "change", ({ target }) => this.#upload(target, (upload) => this.#add({ kind: upload.kind, file: upload.file, address: upload.address })));
        on("reference", "change", ({ target }) => this.#upload(target, ({ kind, file, address }) => {
            if (kind !== "picture") throw new Error(translated("A poster is recognised by a picture, by nothing else."));
            Object.assign(this.#board, { referenceFile: file, reference: address });
            this.#showReference();
        }));
        on("no-reference", "click", () => {
            Object.assign(this.#board, { referenceFile: null, reference: null });
            this.#showReference();
        });
        on("words", "click", () => this.#add({ kind: "text", text: translated("New offer") }));
        on("live", "click", () => this.#add({ kind: "live", ground: 0x15191d }));
        on("show", "click", async () => {
            await studio.show(this.#board.identifier);
            this.#notify(translated("“{name}” is shown everywhere now.", { name: this.#board.name }));
        });
        on("delete", "click", async () => {
            if (!confirm(translated("Delete “{name}” with its views?", { name: this.#board.name }))) return;
            await studio.delete(this.#board.identifier);
            this.#notify(translated("Deleted."));
            await this.#onchange();
        });
        this.#element.querySelector("form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#try(() => this.#save());
        });
    }

    #add(item) {
        this.#element.querySelector(".items").append(itemRow(this.#itemTemplate, item));
    }

    async #upload(input, take) {
        const [file] = input.files;
        if (!file) return;
        this.#notify(translated("Uploading {name}…", { name: file.name }));
        const upload = await studio.upload(file).finally(() => { input.value = ""; });
        await take(upload);
        this.#notify(translated("{name} was taken. Save to keep it.", { name: file.name }));
    }

    async #save() {
        const value = (name) => this.#field(name).value.trim();
        const { identifier, referenceFile } = this.#board;
        const items = Array.from(this.#element.querySelectorAll(".item"), itemOf);
        const board = { identifier, name: value("name"), isOn: this.#field("isOn").checked, referenceFile, region: value("region"), event: value("event"), items };
        this.#board = await studio.save(board);
        this.#fill();
        this.#notify(translated("Saved “{name}”.", { name: this.#board.name }));
    }

    async #try(act) {
        try {
            await act();
        } catch (error) {
            this.#notify(translatedMessage(error.message), true);
        }
    }
}
