// The drawing tool in the worker: gestures as input; state, strokes and files as output.

import { WorkerTool } from "../core/worker-tool.js";
import { DrawingCalls } from "../generated/calls.js";

export default class DrawingWorker extends WorkerTool {
    verbs = {
        followAt: (x, y) => this.#followAt(x, y), press: (x, y) => this.#press(x, y), touch: (finger, x, y) => this.#touch(finger, x, y),
        pressAlong: (ray) => this.#pressAlong(ray), touchAlong: (finger, ray) => this.#touchAlong(finger, ray),
    };
    #wasUsed = false;

    constructor(run, options) {
        const { exports, handle, answers } = run.session;
        super(run, new DrawingCalls(exports, handle, answers), options);
        // Fingertips are tracked by their colour.
        this.needsColor = options.followsFingers;
        if (options.isInHand) this.engine.open();
    }

    configure(options) {
        super.configure(options);
        if (options.isInHand) this.engine.open();
    }

    /** The tip moves immediately, so that its whole path is drawn while an image is processed. */
    followAim(pixel) {
        if (this.isInHand) this.engine.update(...pixel);
    }

    look(pixel) {
        if (this.isInHand) {
            this.#wasUsed = true;
            return this.engine.update(...(pixel ?? [-1, -1]));
        }
        // The drawing remains, without a tip.
        if (this.#wasUsed) this.engine.update(-2, -2);
        return null;
    }

    #followAt(x, y) {
        const pixel = this.run.session.pixelAt(x, y);
        return pixel && this.engine.follow(...pixel);
    }

    #touch(finger, x, y) {
        const pixel = x === undefined ? [-1, -1] : this.run.session.pixelAt(x, y);
        if (pixel) this.engine.touchPixel(finger, ...pixel);
    }

    #pressAlong(ray) {
        this.run.aimAlong(ray);
        const isPressed = this.engine.gesture("press");
        this.followAim([-1, -1]);
        return isPressed;
    }

    #touchAlong(finger, { origin, direction }) {
        if (!this.engine.touchRay(finger, ...origin, ...direction)) throw new TypeError("A ray needs a finite origin and a direction that is not 0.");
    }

    #press(x, y) {
        if (x !== undefined) this.run.aimAt([x, y]);
        const isPressed = this.engine.gesture("press");
        this.run.aimAt(this.run.aim);
        return isPressed;
    }
}
