// Sends a report to the studio that serves this page.

import { translated } from "../language/language.js";
import { root } from "../root.js";

/** Why the studio did not take a report; `needsOwner` if it takes it from its owner. */
export class SendingFault extends Error {
    constructor(message, { needsOwner = false } = {}) {
        super(message);
        this.needsOwner = needsOwner;
    }
}

/**
 * Sends an archive; `onprogress` receives the sent share, 0…1. Rejects with a `SendingFault`.
 *
 * `fetch` does not tell how much was sent.
 */
export function sendReport(blob, headers, onprogress) {
    return new Promise((done, fail) => {
        const request = new XMLHttpRequest();
        request.open("POST", new URL("api/problem-reports", root));
        request.setRequestHeader("Content-Type", "application/zip");
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total }) => onprogress(total > 0 ? loaded / total : 0);
        request.onerror = () => fail(new SendingFault(translated("The studio could not be reached. Save the file, or send it later.")));
        request.onload = () => {
            if (request.status === 201) return done();
            const isRefused = request.status === 401 || request.status === 403;
            fail(new SendingFault(message(request), { needsOwner: isRefused }));
        };
        request.send(blob);
    });
}

function message({ status, responseText }) {
    try {
        return JSON.parse(responseText).error.message;
    } catch {
        return translated("The studio answered {status}.", { status });
    }
}
