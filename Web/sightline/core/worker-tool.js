// A tool's worker part, over one run of the engine.

/** Base of the worker parts; a tool's module exports its subclass as default. */
export class WorkerTool {
    /** Methods that the engine's object does not have itself. */
    verbs = {};
    /** Whether images are needed in colour. */
    needsColor = false;

    /** `engine` has the tool's methods; `options` are those of the page's `Tool`, which `configure` changes. */
    constructor(run, engine, options) {
        this.run = run;
        this.engine = engine;
        this.options = { ...options };
    }

    get isInHand() {
        return this.options.isInHand;
    }

    /** Changes options. */
    configure(options) {
        Object.assign(this.options, options);
    }

    /** A frame is done, before the view is drawn. */
    takeFrame() {}

    /** The aim moved to a pixel of the image between two frames. */
    followAim(pixel) {}

    /**
     * Processes the last frame, with the aim at a pixel, null for the image's middle; returns the tool's state, null
     * without one, undefined for no report.
     */
    look(pixel) {}

    /** Processes a message of the page's `send`. */
    receive(message) {
        closeAll(message);
    }

    /** Answers a request. */
    answer(verb, ...values) {
        if (Object.hasOwn(this.verbs, verb)) return this.verbs[verb](...values);
        if (typeof this.engine[verb] !== "function") throw new TypeError(`The tool has no verb “${verb}”.`);
        return this.engine[verb](...values);
    }

    free() {}
}

/** Closes the images of a message without a receiver. */
export function closeAll(message) {
    for (const value of Object.values(message)) value?.close?.();
}
