// The dialog of a report: what is in it, the person's words, and the ways to save or send it.

import { numberText, translated, translatedCount, translatedMessage } from "../language/language.js";
import { signIn } from "../owner.js";
import { save } from "../saving.js";
import { ProblemReport } from "./problem-report.js";
import { sendReport } from "./report-sending.js";

/** The names of the device's facts, by their keys. */
const factNames = {
    device: translated("Device"), browser: translated("Browser"), userAgent: translated("The browser's own words"), language: translated("Language"),
    screen: translated("Screen"), cores: translated("Processor cores"), memory: translated("Memory"), version: translated("Version of the pages"), camera: translated("Camera"),
};
const longestText = 500;
const thumbnailWidth = 160;

function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

const megabytes = (bytes) => numberText(bytes / 1e6, 1);

/** Loads the dialog's style, once. */
let styled = null;
function style() {
    styled ??= new Promise((done) => {
        const link = element("link", { rel: "stylesheet", href: new URL("./report.css", import.meta.url).href });
        link.onload = link.onerror = done;
        document.head.append(link);
    });
    return styled;
}

export class ReportDialog {
    #headers;
    #report = null;
    #sent = false;
    #dialog = element("dialog", { className: "report" });
    #progress = element("progress", { max: 1 });
    #told = element("p", { className: "told" });
    #pictures = element("div", { className: "pictures" });
    #figures = element("p", { className: "label" });
    #withImages = element("input", { type: "checkbox", checked: true });
    #choice;
    #details = element("div", { className: "details" });
    #text = element("textarea", { className: "button", maxLength: longestText, rows: 2 });
    #token = element("input", { className: "button figure", type: "password", autocomplete: "current-password" });
    #owner;
    #note = element("p", { className: "label" });
    #save = element("button", { type: "button", className: "button main", textContent: translated("Save the file") });
    #send = element("button", { type: "button", className: "button", textContent: translated("Send to this studio") });
    #close = element("button", { type: "button", className: "button", textContent: translated("Close") });

    /** `headers()` returns headers that allow this person to send, such as a call's pass. */
    constructor(headers) {
        this.#headers = headers;
        // The focus begins here: in a field it would open a phone's keyboard.
        const title = element("h2", { id: "report-title", tabIndex: -1, autofocus: true, textContent: translated("Something is off") });
        this.#dialog.setAttribute("aria-labelledby", title.id);
        this.#told.setAttribute("role", "status");
        this.#progress.setAttribute("aria-label", translated("Progress"));
        this.#choice = element("label", { className: "check" }, this.#withImages, ` ${translated("Include these images and the motion of the device")}`);
        this.#owner = element("label", { className: "field", hidden: true }, element("span", { className: "label", textContent: translated("Owner's token") }), this.#token);
        const words = element("label", { className: "field" }, element("span", { className: "label", textContent: translated("What is off? A sentence helps.") }), this.#text);
        this.#note.textContent = translated("Nothing has left this device yet. If you send it, only the owner of this studio can see and delete it.");
        this.#dialog.append(
            title, this.#told, this.#progress, this.#pictures, this.#figures, this.#choice, words, this.#details,
            this.#note, this.#owner,
            element("div", { className: "row" }, this.#save, this.#send, this.#close),
        );
        this.#save.onclick = () => this.#work(() => this.#saveFile());
        this.#send.onclick = () => this.#work(() => this.#sendFile());
        this.#close.onclick = () => this.#dialog.close();
        this.#withImages.onchange = () => this.#describe();
        this.#dialog.onclose = () => this.#forget();
        document.body.append(this.#dialog);
    }

    /** Collects a report, as `ProblemReport.collect` does, and shows it. */
    async open(subject) {
        if (this.#dialog.open) return;
        this.#sent = false;
        this.#text.value = this.#token.value = "";
        this.#owner.hidden = true;
        this.#note.hidden = false;
        this.#withImages.checked = true;
        this.#dialog.dataset.state = "collecting";
        for (const part of [this.#choice, this.#figures, this.#details]) part.hidden = true;
        const collecting = ProblemReport.collect(subject);
        await style();
        this.#dialog.showModal();
        await this.#work(async () => {
            this.#tell(translated("Collecting the report…"));
            this.#report = await collecting;
            this.#describe();
            this.#listDetails();
            this.#tell("");
            await this.#showImages();
        });
        this.#dialog.dataset.state = this.#report ? "open" : "failed";
    }

    /** Executes work with the buttons disabled and the progress shown; shows its error. */
    async #work(work) {
        const buttons = [this.#save, this.#send];
        for (const button of buttons) button.disabled = true;
        this.#progress.removeAttribute("value");
        this.#progress.hidden = false;
        try {
            await work();
        } catch (error) {
            if (error.needsOwner) this.#askForOwner();
            this.#tell(translatedMessage(error.message), true);
        } finally {
            this.#progress.hidden = true;
            for (const button of buttons) button.disabled = this.#report === null || (button === this.#send && this.#sent);
        }
    }

    #tell(text, isFault = false) {
        this.#told.textContent = text;
        this.#told.dataset.fault = isFault;
    }

    #askForOwner() {
        this.#owner.hidden = false;
        this.#token.focus();
    }

    /** What the report holds now, in numbers. */
    #describe() {
        const { capture } = this.#report;
        this.#choice.hidden = capture === null;
        this.#pictures.dataset.isOut = String(!this.#withImages.checked);
        this.#figures.hidden = false;
        this.#figures.textContent = capture === null ? this.#absence() : translatedCount(
            capture.imageCount, "{count} image of the last {seconds} s, {megabytes} MB", "{count} images of the last {seconds} s, {megabytes} MB",
            { seconds: numberText(capture.seconds, 0), megabytes: megabytes(this.#report.captureBytes) },
        );
    }

    /** Why there are no images. */
    #absence() {
        const { imageFault, recording, said } = this.#report;
        if (imageFault) return `${translated("Without images.")} ${translatedMessage(imageFault)}`;
        if (recording) return translated("Without images: the report names the recording “{recording}”, which was played.", { recording });
        if (said.source === "recording") return translated("Without images: a recording of your own was played. Keep it, it may be needed.");
        if (said.source === "camera") return translated("Without images: the engine has received none.");
        return translated("Without images: the camera has not run.");
    }

    #listDetails() {
        const { said: { device, log }, missingNames } = this.#report;
        const facts = element("dl", {}, ...Object.entries(device).flatMap(([key, text]) => [
            element("dt", { textContent: factNames[key] ?? key }), element("dd", { textContent: text, translate: false, dir: "auto" }),
        ]));
        if (missingNames.length > 0) facts.append(element("dt", { textContent: translated("Missing features") }), element("dd", { textContent: missingNames.join(", "), dir: "auto" }));
        const lines = log.map(({ seconds, kind, text }) => element("li", { textContent: `${seconds.toFixed(1)} ${kind} ${text}` }));
        const events = element("ol", { className: "figure", translate: false }, ...lines);
        this.#details.hidden = false;
        this.#details.replaceChildren(
            element("details", {}, element("summary", { textContent: translated("What it says of this device") }), facts),
            element("details", {}, element("summary", { textContent: translatedCount(log.length, "What happened on this page: {count} line", "What happened on this page: {count} lines") }), events),
        );
    }

    /** Shows some images; a report is complete also if the browser cannot show them. */
    async #showImages() {
        const bitmaps = await this.#report.images().catch(() => []);
        this.#pictures.replaceChildren(...bitmaps.map((bitmap) => {
            const canvas = element("canvas", { width: thumbnailWidth, height: Math.round((thumbnailWidth * bitmap.height) / bitmap.width) });
            canvas.setAttribute("role", "img");
            canvas.setAttribute("aria-label", translated("An image of the report"));
            canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
            bitmap.close();
            return canvas;
        }));
    }

    #file() {
        return this.#report.file({ text: this.#text.value.trim(), hasImages: this.#withImages.checked });
    }

    async #saveFile() {
        const { name, blob } = await this.#file();
        save(blob, name);
        this.#tell(translated("Saved as {name}, {megabytes} MB.", { name, megabytes: megabytes(blob.size) }));
    }

    async #sendFile() {
        const token = this.#token.value.trim();
        if (token) await signIn(token);
        const { blob } = await this.#file();
        await sendReport(blob, this.#headers(), (share) => {
            this.#progress.value = share;
            this.#tell(translated("Sending, {percent} %", { percent: numberText(100 * share, 0) }));
        });
        this.#owner.hidden = this.#note.hidden = true;
        this.#sent = true;
        this.#tell(translated("Sent. The owner of this studio finds it under “Problem reports” on the page of rooms."));
    }

    /** Frees what the report took. */
    #forget() {
        this.#report = null;
        this.#pictures.replaceChildren();
        this.#details.replaceChildren();
        this.#dialog.dataset.state = "closed";
    }
}
