"""The declaration of the engine's interface, as engine-interface.toml has it: enums, records, calls."""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
DECLARATION = "Scripts/engine-interface.toml"
#: Types of the library that no record or enum declares.
LIBRARY = "Scripts/types/library.d.ts"
#: Types of the session and of what else the library exports.
SESSION = "Scripts/types/session.d.ts"
WIDTHS = {"pose": 7, "vector": 3, "pair": 2}
SCRIPT_TYPES = {
    "integer": "number", "number": "number", "boolean": "boolean", "stamp": "bigint", "text": "string", "bytes": "Uint8Array", "points": "number[][]",
    "pair": "number[]", "": "void",
}


class Enum:
    """A closed list of names and their codes."""

    def __init__(self, entry):
        self.type, self.table = entry["type"], entry["table"]
        self.subsets = entry.get("subsets", {})
        self.form = next(form for form in ("list", "optional", "map", "bits") if form in entry)
        first = 1 if self.form == "optional" else 0
        numbered = enumerate(entry[self.form], first)
        self.codes = {name: 1 << place if self.form == "bits" else place for place, name in numbered if name}

    def script(self):
        pairs = ", ".join(f"{name}: {code}" for name, code in self.codes.items())
        names = ", ".join((["null"] if self.form == "optional" else []) + [f'"{name}"' for name in self.codes])
        is_object = self.form in ("map", "bits")
        table = f"Object.freeze({{ {pairs} }})" if is_object else f"Object.freeze([{names}])"
        kind = f"Readonly<Record<types.{self.type}, number>>" if is_object else f"ReadonlyArray<types.{self.type}{' | null' if self.form == 'optional' else ''}>"
        lines = [f"/** @type {{{kind}}} */", f"export const {self.table} = {table};"]
        for name, members in self.subsets.items():
            unknown = set(members) - set(self.codes)
            if unknown:
                sys.exit(f"{DECLARATION}: {name} has names that {self.type} does not have: {', '.join(sorted(unknown))}")
            quoted = ", ".join(f'"{member}"' for member in members)
            lines += [f"/** @type {{ReadonlySet<types.{self.type} | null>}} */", f"export const {name} = new Set([{quoted}]);"]
        return lines

    def decoded(self, code):
        """JavaScript that turns a code into a name or null."""
        if self.form in ("map", "bits"):
            return f"nameOf({self.table}, {code})"
        return f"{self.table}[{code}] ?? null"


class Field:
    def __init__(self, line):
        name, kind, self.doc = (re.split(r"\s{2,}", line, maxsplit=2) + [""])[:3]
        words = kind.split()
        self.name, self.kind, rest = name, words[0], words[1:]
        takes = self.kind in ("code", "record", "numbers", "floats", "pairs", "vectors")
        self.argument = rest.pop(0) if takes else None
        self.is_hidden = rest == ["hidden"]
        self.condition = rest[1] if rest[:1] == ["if"] else None
        self.none = rest[1] if rest[:1] == ["none"] else None

    def width(self, records):
        if self.kind == "record":
            return records[self.argument].count
        if self.kind in ("numbers", "floats"):
            return int(self.argument)
        if self.kind in ("pairs", "vectors"):
            return int(self.argument) * (2 if self.kind == "pairs" else 3)
        return WIDTHS.get(self.kind, 1)

    def type(self):
        made = {
            "int64": "bigint", "int32": "number", "number": "number", "boolean": "boolean", "pose": "Pose", "pairs": "number[][]", "vectors": "number[][]",
        }.get(self.kind) or (self.argument if self.kind in ("code", "record") else "number[]")
        can_be_none = self.condition or self.none or self.kind == "record"
        return f"{made} | null" if can_be_none or (self.kind == "code" and self.is_nullable) else made

    is_nullable = False


class Record:
    """A layout in the engine's memory."""

    def __init__(self, entry, records, enums):
        self.type, self.swift, self.doc = entry["type"], entry["swift"], entry["doc"]
        self.table, self.counter, self.reader = entry.get("table"), entry.get("count"), entry.get("reader")
        self.bits, self.present, self.extra = entry["words"], entry.get("present"), entry.get("extra", {})
        self.is_view = entry.get("view", False)
        self.modules = entry.get("modules", ["WebEngine"])
        self.fields = [Field(line) for line in entry["fields"].strip().splitlines()]
        self.enums, self.records = enums, records
        self.count = 0
        for field in self.fields:
            field.start = self.count
            self.count += field.width(records)
            field.is_nullable = field.kind == "code" and (enums[field.argument].form == "optional" or field.name == "confidence")

    def start(self, name):
        return next(field.start for field in self.fields if field.name == name)

    def swift_lines(self, access="package "):
        size = self.bits // 8
        in_bytes = self.bits == 32
        yield f"/// {self.doc}: {'bytes' if in_bytes else '64-bit words'} from its start."
        yield f"{access}enum {self.swift} {{"
        for field in self.fields:
            if field.doc:
                yield f"    /// {field.doc}."
            yield f"    {access}static let {field.name} = {field.start * (size if in_bytes else 1)}"
        yield f"    /// {'Words' if not in_bytes else '32-bit words'} of a record, and its bytes."
        yield f"    {access}static let count = {self.count}"
        yield f"    {access}static let stride = {self.count * size}"
        yield "}"

    def script_layout(self):
        if self.table:
            pairs = ", ".join(f"{field.name}: {field.start}" for field in self.fields)
            yield f"/** {self.doc}: where each field starts, in words of {self.bits} bits; `count` is the number of words. */"
            yield f"export const {self.table} = Object.freeze({{ {pairs}, count: {self.count} }});"
        if self.counter:
            yield f"/** {self.doc}: its number of words of {self.bits} bits. */"
            yield f"export const {self.counter} = {self.count};"

    def script_reader(self):
        if not self.reader:
            return
        yield f"/** {self.doc}. @param {{Words}} words @param {{number}} at @returns {{types.{self.type}{' | null' if self.present else ''}}} */"
        yield f"export function {self.reader}(words, at = 0) {{"
        if self.present:
            yield f"    if (!words[at + {self.start(self.present)}]) return null;"
        yield "    return {"
        for field in self.fields:
            if not field.is_hidden:
                yield f"        {field.name}: {self.value(field)},"
        for name in self.extra:
            yield f"        {name}: {self.empty(self.extra[name])},"
        yield "    };"
        yield "}"

    @staticmethod
    def empty(kind):
        if kind.endswith("| null"):
            return "null"
        return {"string": '""', "Float32Array": "noFloats", "number": "0"}.get(kind, "{ engine: 0, image: 0, picture: 0 }" if kind.startswith("{") else "[]")

    def value(self, field):
        word, start = f"words[at + {field.start}]", f"at + {field.start}"
        made = {
            "number": word, "boolean": f"{word} === 1", "int64": f"new BigInt64Array(words.buffer, words.byteOffset + 8 * ({start}), 1)[0]",
            "pose": f"pose(words, {start})", "vector": f"numbers(words, {start}, 3)", "pair": f"numbers(words, {start}, 2)",
        }.get(field.kind)
        if field.kind == "numbers":
            made = f"numbers(words, {start}, {field.argument})"
        if field.kind == "record":
            made = f"{self.records[field.argument].reader}(words, {start})"
        if field.kind == "code":
            made = self.enums[field.argument].decoded(word)
        if field.kind in ("pairs", "vectors"):
            made = f"groups(words, {start}, {field.argument}, {2 if field.kind == 'pairs' else 3})"
        if field.condition:
            return f"words[at + {self.start(field.condition)}] === 1 ? {made} : null"
        if field.none is not None:
            return f"{word} {'< 0' if field.none == '-1' else '=== ' + field.none} ? null : {made}"
        return made

    def declaration(self):
        yield f"/** {self.doc}. */"
        yield f"export interface {self.type} {{"
        for field in self.fields:
            if not field.is_hidden:
                yield f"    /** {field.doc} */"
                yield f"    {field.name}: {field.type()};"
        for name, kind in self.extra.items():
            yield f"    {name}: {kind};"
        yield "}"


class Argument:
    def __init__(self, text):
        match = re.fullmatch(r"(\w+)(\?)?: (.*?)(?: = (.*))?", text)
        if not match:
            sys.exit(f"{DECLARATION}: {text!r} is no argument; write `name: type`.")
        self.name, self.is_optional, self.type, self.default = match[1], bool(match[2]), match[3], match[4]

    @property
    def kind(self):
        return self.type.split()[0]


class Call:
    """A line `name(arguments) -> result as export = expression: what it does`."""

    PATTERN = re.compile(r"(?:(engine|page) )?(\w+)(?:\((.*?)\)|\{(.*?)\})(?: -> (.*?))?(?: idle (.*?))?(?: as (\w+))?(?: = (.*?))?(?<! ): (.*)")

    def __init__(self, line, prefix=""):
        match = self.PATTERN.fullmatch(line)
        if not match:
            sys.exit(f"{DECLARATION}: {line!r} is no call; write `name(arguments) -> result: what it does`.")
        self.only, self.name, listed, named, result, self.idle, alias, self.expression, self.doc = match.groups()
        self.is_object = named is not None
        text = named if self.is_object else listed
        self.arguments = [Argument(each) for each in re.split(r", (?=\w+\??: )", text)] if text else []
        self.result = result or ""
        self.export = None if self.expression or self.only == "page" else f"sightline_{prefix}{alias or self.name}"

    @property
    def result_kind(self):
        return self.result.split()[0] if self.result else ""


class Interface:
    def __init__(self, declared, library, session):
        self.library, self.session = library, session
        self.version = declared["version"]
        self.enums = {entry["type"]: Enum(entry) for entry in declared["enums"]}
        self.records = {}
        for entry in declared["records"]:
            self.records[entry["type"]] = Record(entry, self.records, self.enums)
        self.exports = {group: [Call(line) for line in text.strip().splitlines()] for group, text in declared["exports"].items()}
        self.tools = {}
        for name, entry in declared["tools"].items():
            calls = [Call(line, entry["key"] + "_") for line in entry["verbs"].strip().splitlines()]
            self.tools[name] = (entry["key"], entry["doc"], calls)
        #: Names of the types that are declared here, of records, enums and in the library's own file.
        self.types = {*self.enums, *self.records, *re.findall(r"export (?:interface|type) (\w+)", library)}
        self.commands = [Call(line) for line in declared["commands"]["session"].strip().splitlines()]

    def script_type(self, kind, prefix="types."):
        """The type in TypeScript of a declared type."""
        first, *rest = kind.split()
        if first == "code":
            return f"{prefix}{rest[0]}"
        if first in ("record", "records"):
            is_nullable = rest[0].endswith("?")
            return f"{prefix}{rest[0].rstrip('?')}{' | null' if is_nullable else ''}{'[]' if first == 'records' else ''}"
        if first == "json":
            return f"{prefix}{rest[0]}"
        own = re.sub(r"\b[A-Z]\w+", lambda name: prefix + name[0] if name[0] in self.types else name[0], kind)
        return SCRIPT_TYPES.get(kind, own)

    def result_type(self, call, prefix="types."):
        kind = self.script_type(call.result, prefix) if call.result else "void"
        is_nullable = call.result_kind == "code" and self.enums[call.result.split()[1]].form == "optional"
        return f"{kind} | null" if is_nullable else kind


def read():
    """The interface as it is declared."""
    return Interface(tomllib.loads((ROOT / DECLARATION).read_text()), *((ROOT / each).read_text() for each in (LIBRARY, SESSION)))
