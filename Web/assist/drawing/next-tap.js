// A button that takes the next tap on the picture for something else than drawing.

export class NextTap {
    #button;
    #name;
    #pen = null;
    /** The tool that the pen had before. */
    #before = "stroke";
    #onwait = null;

    /** `name` is the pen's tool while the tap is waited for. */
    constructor(button, name) {
        this.#button = button;
        this.#name = name;
        button.onclick = () => this.#wait(this.#pen.tool !== name);
    }

    /** Calls `ontap(place, frame)` with the taps on a pen's picture, and `onwait()` when one is waited for. */
    serve(pen, ontap, onwait) {
        this.#pen = pen;
        this.#onwait = onwait;
        pen.gestures[this.#name] = {
            down: (place, frame) => {
                this.#wait(false);
                ontap(place, frame);
            },
            move() {},
            up() {},
        };
    }

    /** The next tap is taken, or the pen draws again. */
    #wait(isWanted) {
        if (isWanted) this.#before = this.#pen.tool;
        this.#pen.tool = isWanted ? this.#name : this.#before;
        this.#button.setAttribute("aria-pressed", isWanted);
        if (isWanted) this.#onwait();
    }
}
