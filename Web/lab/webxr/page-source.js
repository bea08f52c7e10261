// Where pages come from: an address of this studio or of another server, or a file. Each way says clearly why a page cannot be opened.

import { translated } from "../../studio/language/language.js";
import { longestPage } from "./page-text.js";

const isPageType = (type) => /^\s*(text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(type);

export class PageSource {
    #sandbox;

    /** Pages of other servers are fetched from inside the sandbox, so that nothing of the studio is sent. */
    constructor(sandbox) {
        this.#sandbox = sandbox;
    }

    /** Reads the page at an address: `{ title, html, address }`. */
    async read(text) {
        const address = addressOf(text);
        const { status, type, html, address: final } = address.origin === location.origin ? await this.#readOwn(address) : await this.#readOther(address);
        if (status < 200 || status > 299) throw new Error(translated("{address} answers with the error {status}.", { address: address.href, status }));
        if (!isPageType(type)) throw new Error(translated("{address} is no page: it is of the type {type}.", { address: address.href, type: type || "?" }));
        return { title: final, html, address: final };
    }

    /** Reads a file that a person chose or dropped. */
    async readFile(file) {
        if (!/\.html?$/i.test(file.name) && !/html/i.test(file.type)) throw new Error(translated("{name} is no HTML file.", { name: file.name }));
        if (file.size > longestPage) throw new Error(translated("The file is too large for a page."));
        return { title: file.name, html: await file.text(), address: null };
    }

    /** Without the owner's cookie: a page must not receive what only the owner may see. */
    async #readOwn(address) {
        const response = await fetch(address, { credentials: "omit" }).catch(() => { throw new Error(translated("The studio does not answer.")); });
        return { status: response.status, type: response.headers.get("Content-Type") ?? "", html: await response.text(), address: response.url };
    }

    async #readOther(address) {
        if (location.protocol === "https:" && address.protocol === "http:") {
            throw new Error(translated("This studio is opened over HTTPS, so the browser fetches no page over plain HTTP."));
        }
        await this.#sandbox.open(address.href);
        const answer = await this.#sandbox.fetch(address.href);
        if (answer.kind === "fetched") return answer;
        throw new Error(answer.answers
            ? translated("The server of {address} lets no other page read it, so the simulated device cannot be put into it. Let it send Access-Control-Allow-Origin: *, or save the page and open the file.", { address: address.href })
            : translated("{address} cannot be reached.", { address: address.href }));
    }
}

/** The address that a person typed: relative to this studio, or with another server's name, `https://` if the scheme is missing. */
function addressOf(text) {
    const isNamed = /^[\w.-]+\.[a-z]{2,}([:/]|$)/i.test(text) && !/\.html?$/i.test(text.split("/")[0]);
    const whole = isNamed ? `https://${text}` : text;
    const address = text !== "" && URL.canParse(whole, location.href) ? new URL(whole, location.href) : null;
    if (!["http:", "https:"].includes(address?.protocol)) throw new Error(translated("Type an address that begins with https:// or http://."));
    return address;
}
