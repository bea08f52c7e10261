// A page's text as the lab shows it: the lab's device first, addresses relative to where the page comes from.

const doctype = /^\s*(?:<!--.*?-->\s*)*<!doctype[^>]*>/is;
/** Our own script in a page would take the device's place. */
const ownScript = /<script\b[^>]*\bsrc\s*=\s*["']?[^"'\s>]*\bwebxr(?:-classic)?\.js[^>]*>\s*<\/script\s*>/gi;
const ownBase = /<base\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s>]+))/i;
/** The largest page that is opened, in characters. */
export const longestPage = 4_000_000;

/**
 * The text to show: the page with `injected`, a classic script, before everything else. `address` is the page's own, null for a file. `hasOwnScript` is whether
 * the page's `webxr-classic.js` or `webxr.js` was left out.
 */
export function preparedPage(html, { injected, address }) {
    const start = html.match(doctype)?.[0] ?? "";
    const base = baseOf(html, address);
    const body = html.slice(start.length).replace(ownScript, "");
    const head = `${base ? `<base href="${escaped(base)}">` : ""}<script>${injected}</script>`;
    return { html: start + head + body, hasOwnScript: body.length !== html.length - start.length };
}

/** The address that the page's relative addresses start from: its own, or that of its `<base>`. */
function baseOf(html, address) {
    const own = html.match(ownBase)?.slice(1).find((part) => part !== undefined);
    if (own === undefined || !URL.canParse(own, address ?? undefined)) return address;
    return new URL(own, address ?? undefined).href;
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
