// The reconnect policy of a client of channels, by the protocol's close codes.

const longestWait = 30_000;

/**
 * How to reconnect after `code`, the close frame's, and a number of failed attempts: `{ after }` milliseconds and
 * `withTLS`, or null if the same attempt would be refused again. Waits double from one second, with up to half as much
 * again of random jitter, so that clients do not reconnect at the same time.
 */
export function wayBack(code, { attempts = 0, isTLS = false, random = Math.random } = {}) {
    if (code === 4000) return isTLS ? null : { after: 0, withTLS: true };
    const isRefused = (code > 4000 && code < 4100) || code >= 4300;
    if (isRefused) return null;
    // If a server requests immediate reconnection repeatedly, the client waits.
    const isAtOnce = code >= 4200 && attempts === 0;
    const full = Math.min(longestWait, 1000 * 2 ** Math.min(attempts, 10));
    return { after: isAtOnce ? random() * 250 : full * (1 + random() / 2), withTLS: isTLS };
}
