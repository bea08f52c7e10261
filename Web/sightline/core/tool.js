// A tool on the page's side. `session.use(tool)` registers it; neither the session nor the worker knows tools by name.

/**
 * Base of all tools. A subclass has a `name`, under which it is a property of the session (`session.measuring`), and
 * a `module`: the address of its worker part, which exports a `WorkerTool` as its default. The methods of a subclass
 * call `ask`.
 */
export class Tool {
    /** The tool's name; a property of the session. */
    name = "";
    /** The address of the module of its worker part. */
    module = "";
    /** The address of the engine that has the tool's exports; null for the usual one. A tool with its own engine is registered while nothing runs. */
    engine = null;
    /** Called with the tool's state after every frame and gesture. */
    onchange = null;
    /** The last state; null before the first. */
    state = null;
    /** The options of its worker part. */
    options;
    #host = null;

    /** `isInHand`: whether the tool is active from the start; `session.use({ NAME: true })` activates it later. */
    constructor(options = {}) {
        this.options = { isInHand: true, ...options };
    }

    /** The session passes the tool its connection to the worker. */
    install(host) {
        if (this.#host) throw new Error(`This ${this.name} tool has a session already.`);
        this.#host = host;
    }

    /** Sends a request to the worker part; returns a promise of its answer. */
    ask(verb, ...values) {
        if (!this.#host) return Promise.reject(new Error(`The ${this.name} tool has no session: call session.use(tool) first.`));
        return this.#host.ask(verb, ...values);
    }

    /** Sends the worker part a message without an answer; lost if no run is active. */
    send(message, transfer = []) {
        this.#host?.send(message, transfer);
    }

    /** Changes options, now and for later runs. */
    configure(options) {
        Object.assign(this.options, options);
        this.#host?.configure(options);
    }

    /** The session has a new state; null while the tool is not active. */
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
