// Notes what a page says to nobody: errors that it does not handle, what it writes to the console, what its sandbox refuses.

import { describe, describeError } from "./describe.js";

/** Dialogs are refused in a sandbox; a page's text would be lost. */
const dialogs = { alert: undefined, confirm: false, prompt: null };

/** Notes in a `CallLog` from now on. */
export function watchPage(log) {
    const fault = (name, result) => log.note({ name, detail: "", result, isFault: true });
    addEventListener("error", ({ target, error, message }) => {
        if (target instanceof Element) fault("load", `${target.localName}: ${target.src ?? target.href ?? ""}`);
        else fault("error", error ? describeError(error) : message);
    }, true);
    addEventListener("unhandledrejection", ({ reason }) => fault("unhandled rejection", describeError(reason)));
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => fault("refused by the sandbox", `${effectiveDirective}: ${blockedURI}`));
    for (const level of ["error", "warn"]) {
        const write = console[level];
        console[level] = (...values) => {
            const text = values.map((each) => (typeof each === "string" ? each : each instanceof Error ? describeError(each) : describe(each))).join(" ");
            log.note({ name: `console.${level}`, detail: "", result: text, isFault: level === "error" });
            write.apply(console, values);
        };
    }
    for (const [name, answer] of Object.entries(dialogs)) {
        globalThis[name] = (text) => {
            log.note({ name, detail: describe(text ?? ""), result: "", isFault: false });
            return answer;
        };
    }
}
