// A tool as a page holds it. `session.use(tool)` registers it; neither the session nor the worker knows tools by name.

/**
 * Base of all tools. A subclass has a `name`, under which the session gives it (`session.measuring`), and a `module`: the address of its part in the
 * worker, which exports a `WorkerTool` as its default. The verbs of a subclass call `ask`.
 */
export class Tool {
    /** The tool's name; a property of the session. */
    name = "";
    /** The address of the module of its worker part. */
    module = "";
    /** The address of the engine that has the tool's exports; null for the usual one. A tool with another is registered before the first run. */
    engine = null;
    /** Called with the tool's state after every frame and gesture. */
    onchange = null;
    /** The last state; null before the first. */
    state = null;
    /** What its worker part is made with. */
    options;
    #host = null;

    /** `isInHand`: whether the tool is used from the start; `session.use({ NAME: true })` takes it in hand later. */
    constructor(options = {}) {
        this.options = { isInHand: true, ...options };
    }

    /** The session gives the tool its connection to the worker. */
    install(host) {
        if (this.#host) throw new Error(`This ${this.name} tool has a session already.`);
        this.#host = host;
    }

    /** Asks the worker part; a promise of its answer. */
    ask(verb, ...values) {
        if (!this.#host) return Promise.reject(new Error(`The ${this.name} tool has no session: call session.use(tool) first.`));
        return this.#host.ask(verb, ...values);
    }

    /** Sends the worker part a message that has no answer; lost if nothing runs. */
    send(message, transfer = []) {
        this.#host?.send(message, transfer);
    }

    /** Changes options, now and for later runs. */
    configure(options) {
        Object.assign(this.options, options);
        this.#host?.configure(options);
    }

    /** The session has a new state; null while the tool is not in hand. */
    receiveState(state) {
        if (!state) return;
        this.state = state;
        this.onchange?.(state);
    }

    /** The run has ended. */
    reset() {
        this.state = null;
    }
}
