// The dialog that reads the text of a picture, and what is done with the words: copied, said to everyone, or put on a mark.

import { numberText, translated, translatedCount, translatedMessage } from "../../studio/language/language.js";
import { PictureFrame } from "./picture-frame.js";
import { languageChoices } from "./studio-reader.js";

/** A line below this confidence is told as unsure. */
const sure = 0.6;
/** The longest words of a mark. */
const mostWords = 120;
const missing = translated("The studio cannot read text: its owner can install the package tesseract-ocr.");

export class ReadingDialog {
    /** Called with words for everyone in the call. */
    onsay = null;
    /** Called with words that the next tap puts on the picture. */
    onmark = null;
    /** Tells whether something can be marked now. */
    canMark = () => true;
    #byId;
    #dialog;
    #frame;
    #reader = null;
    #choices = [];
    #mostPixels = 0;

    constructor(byId) {
        this.#byId = byId;
        this.#dialog = byId("reading");
        this.#frame = new PictureFrame(byId("reading-picture"));
        this.#frame.onchange = () => { byId("reading-whole").disabled = !this.#frame.isPart; };
        byId("reading-whole").onclick = () => this.#frame.frameAll();
        byId("reading-read").onclick = () => this.#read();
        byId("reading-copy").onclick = () => this.#copy();
        byId("reading-say").onclick = () => this.#use((words) => this.onsay(words));
        byId("reading-mark").onclick = () => this.#mark();
        byId("reading-close").onclick = () => this.#dialog.close();
        this.#dialog.onclose = () => this.#frame.close();
    }

    /** Reads by this reader from now on. */
    serve(reader) {
        this.#reader = reader;
        if (this.#dialog.open) this.#dialog.close();
    }

    /** Opens with a picture. */
    async open(blob) {
        const byId = this.#byId;
        byId("reading-result").hidden = true;
        byId("reading-read").disabled = true;
        try {
            await this.#frame.open(blob);
        } catch {
            this.#tell(translated("This picture cannot be shown."));
        }
        if (!this.#dialog.open) this.#dialog.showModal();
        await this.#prepare();
    }

    async #prepare() {
        const byId = this.#byId;
        try {
            const { isAvailable, languages, mostPixels } = await this.#reader.ability();
            if (!isAvailable) return this.#tell(missing);
            this.#mostPixels = mostPixels;
            this.#choices = languageChoices(languages, document.documentElement.lang);
        } catch (error) {
            return this.#tell(translatedMessage(error.message));
        }
        const chosen = Math.max(0, byId("reading-language").selectedIndex);
        byId("reading-language").replaceChildren(...this.#choices.map(({ name }, index) => new Option(name, index)));
        byId("reading-language").selectedIndex = Math.min(chosen, this.#choices.length - 1);
        byId("reading-read").disabled = false;
        this.#tell(translated("Drag over the picture to frame the text, then read it. The framed part goes to the studio, which keeps nothing of it."));
    }

    async #read() {
        const byId = this.#byId;
        byId("reading-read").disabled = true;
        this.#tell(translated("Reading…"));
        try {
            const { languages } = this.#choices[byId("reading-language").selectedIndex];
            const lines = await this.#reader.read(await this.#frame.cut(this.#mostPixels), { languages, isPart: this.#frame.isPart });
            this.#show(lines);
        } catch (error) {
            this.#tell(translatedMessage(error.message));
        }
        byId("reading-read").disabled = false;
    }

    #show(lines) {
        const byId = this.#byId;
        byId("reading-result").hidden = lines.length === 0;
        byId("reading-mark").hidden = !this.canMark();
        byId("reading-text").value = lines.map(({ text }) => text).join("\n");
        byId("reading-text").rows = Math.min(8, Math.max(2, lines.length));
        const unsure = lines.filter(({ confidence }) => confidence < sure).length;
        if (lines.length === 0) this.#tell(translated("No text was found there: frame it more closely, or take a sharper picture."));
        else if (unsure > 0) this.#tell(translatedCount(unsure, "{count} line is unsure: compare it with the picture.", "{count} lines are unsure: compare them with the picture."));
        else this.#tell(translated("Compare it with the picture before you use it."));
    }

    /** The selected words, or all. */
    get #words() {
        const { value, selectionStart, selectionEnd } = this.#byId("reading-text");
        return (value.slice(selectionStart, selectionEnd) || value).trim();
    }

    async #copy() {
        try {
            await navigator.clipboard.writeText(this.#words);
            this.#tell(translated("Copied."));
        } catch {
            this.#byId("reading-text").select();
            this.#tell(translated("This browser does not copy by itself: the words are selected."));
        }
    }

    #mark() {
        const words = this.#words.replace(/\s+/g, " ");
        if (words.length > mostWords) return this.#tell(translated("A mark holds {letters} letters: select fewer.", { letters: numberText(mostWords) }));
        this.#use(() => this.onmark(words));
    }

    #use(use) {
        const words = this.#words;
        if (!words) return;
        use(words);
        this.#dialog.close();
    }

    #tell(text) {
        this.#byId("reading-told").textContent = text;
    }
}
