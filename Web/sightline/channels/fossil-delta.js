// Applies deltas in Fossil's format (https://fossil-scm.org/home/doc/trunk/www/delta_format.wiki): the target's size and
// a line feed, copies from the base (`COUNT@OFFSET,`), inserted bytes (`COUNT:BYTES`), and a checksum with `;`.

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
const values = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]));
const [feed, at, comma, colon, semicolon] = [..."\n@,:;"].map((character) => character.charCodeAt(0));

/** The bytes that a delta makes of its base, at most `limit`; throws if it is malformed or made from another base. */
export function applyFossilDelta(base, delta, limit) {
    let position = 0;
    const number = () => {
        const start = position;
        let value = 0;
        while (values.has(delta[position]) && value < 2 ** 32) value = value * 64 + values.get(delta[position++]);
        expect(position > start && value < 2 ** 32);
        return value;
    };
    const size = number();
    expect(delta[position++] === feed);
    expect(size <= limit);
    const target = new Uint8Array(size);
    let made = 0;
    const append = (bytes, count) => {
        expect(bytes.length === count && count <= size - made);
        target.set(bytes, made);
        made += count;
    };
    for (;;) {
        const count = number();
        const kind = delta[position++];
        if (kind === at) {
            const offset = number();
            expect(delta[position++] === comma);
            append(base.subarray(offset, offset + count), count);
        } else if (kind === colon) {
            append(delta.subarray(position, position + count), count);
            position += count;
        } else {
            expect(kind === semicolon && position === delta.length && made === size && checksum(target) === count);
            return target;
        }
    }
}

/** The sum of the bytes as big-endian words of 32 bits, the last one filled with zeros. */
function checksum(bytes) {
    let sum = 0;
    for (let index = 0; index < bytes.length; index++) sum = (sum + bytes[index] * 2 ** (24 - 8 * (index % 4))) % 2 ** 32;
    return sum;
}

function expect(holds) {
    if (!holds) throw new RangeError("The delta does not fit its base.");
}
