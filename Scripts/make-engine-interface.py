#!/usr/bin/env python3
"""Writes what engine-interface.toml declares: Swift, JavaScript, types and the tables of docs/library/web.md. With --check it only compares, and fails on a
difference; it also compares the exports' signatures in Sources/WebEngine, Sources/WebModels, Sources/WebDepth and Sources/WebScan with the declaration. Part of `make lint`."""
import re
import sys

from engine_interface import DECLARATION, ROOT, read

MODULES = ["WebEngine", "WebModels", "WebDepth", "WebScan"]
#: Groups of exports without a session's handle.
WITHOUT_HANDLE = {"memory", "depth"}
WHERE = " and ".join(f"Sources/{module}" for module in MODULES)
NOTE = f"Written by Scripts/make-engine-interface.py from {DECLARATION}. Change that, not this."
SWIFT_ARGUMENTS = {
    "integer": ["Int32"], "boolean": ["Int32"], "code": ["Int32"], "bits": ["Int32"], "number": ["Double"], "stamp": ["Int64"],
    "bytes": ["UnsafePointer<UInt8>", "Int32"], "text": ["UnsafePointer<UInt8>", "Int32"], "points": ["UnsafePointer<Double>", "Int32"],
    "floats": ["UnsafePointer<Double>"], "memory": ["UnsafeRawPointer"], "memory?": ["UnsafeMutableRawPointer?"],
}
SWIFT_RESULTS = {
    "": "", "integer": "Int32", "boolean": "Int32", "code": "Int32", "floats": "UnsafeMutablePointer<Double>",
    "floats?": "UnsafeMutablePointer<Double>?", "bytes?": "UnsafeMutablePointer<UInt8>?", "handle?": "UnsafeMutableRawPointer?",
    "memory": "UnsafeMutableRawPointer",
}


def parameters(call):
    shown = [f"{each.name} = {each.default}" if each.default else each.name for each in call.arguments]
    if not call.is_object:
        return ", ".join(shown)
    return f"{{ {', '.join(shown)} }}" + (" = {}" if all(each.default for each in call.arguments) else "")


def comment(interface, call, promise):
    """The JSDoc of a call."""
    lines = [f"     * {call.doc[0].upper()}{call.doc[1:]}."]
    tags = []
    for each in call.arguments:
        name = f"[{each.name}]" if each.default or each.is_optional else each.name
        tags.append((interface.script_type(each.type), name, each.default or each.is_optional))
    if call.is_object:
        members = ", ".join(f"{name.strip('[]')}{'?' if optional else ''}: {kind}" for kind, name, optional in tags)
        lines.append(f"     * @param {{{{ {members} }}}} values")
    else:
        lines += [f"     * @param {{{kind}}} {name}" for kind, name, _ in tags]
    result = interface.result_type(call)
    lines.append(f"     * @returns {{{f'Promise<{result}>' if promise else result}}}")
    return ["    /**", *lines, "     */"]


def engine_call(interface, call):
    """A method that calls the export."""
    body = call.expression or exported(interface, call)
    is_silent = not call.result
    yield from comment(interface, call, promise=False)
    yield f"    {call.name}({parameters(call)}) {{"
    yield f"        {'' if is_silent else 'return '}{body.removeprefix('void ')};"
    yield "    }"


def exported(interface, call):
    lent, passed = None, ["this.handle"]
    for each in call.arguments:
        if each.kind in ("bytes", "text", "points"):
            lent = {"bytes": each.name, "text": f"utf8.encode({each.name})", "points": f"bytesOf({each.name})"}[each.kind]
            passed += ["address", f"{each.name}.length" if each.kind == "points" else "count"]
        elif each.kind == "code":
            passed.append(f"codes.{interface.enums[each.type.split()[1]].table}({each.name})")
        else:
            passed.append(f"{each.name} ? 1 : 0" if each.kind == "boolean" else each.name)
    called = f"this.exports.{call.export}({', '.join(passed)})"
    if lent:
        called = f"this.answers.withBytes({lent}, (address, count) => {called})"
    kind, _, argument = call.result.partition(" ")
    argument = argument.rstrip("?")
    if kind == "code":
        return interface.enums[argument].decoded(called)
    if kind in ("record", "records"):
        record = interface.records[argument]
        numbers = f"this.answers.numbers({called})"
        return f"{record.reader}({numbers})" if kind == "record" else f"all({numbers}, {record.counter}, {record.reader})"
    return {
        "boolean": f"{called} === 1", "bytes": f"this.answers.bytes({called})", "text": f"this.answers.text({called})",
        "json": f"JSON.parse(this.answers.text({called}))",
    }.get(kind, called)


def page_verb(interface, call):
    yield from comment(interface, call, promise=True)
    names = [each.name for each in call.arguments]
    shown = "values" if call.is_object else ", ".join(
        f"{each.name} = {each.default}" if each.default else each.name for each in call.arguments)
    passed = ["values"] if call.is_object else names
    yield f"    {call.name}({shown}) {{ return this.ask({', '.join([chr(34) + call.name + chr(34), *passed])}); }}"


def typed(lines):
    """The lines with the types they name imported; they name them as `types.NAME`."""
    text = "\n".join(lines)
    names = sorted(set(re.findall(r"\btypes\.(?!js\b)(\w+)", text)))
    is_script = "@ts-check" in text
    imported = [f'/** @typedef {{import("./types.js").{name}}} {name} */' for name in names] if is_script else [
        f'import type {{ {", ".join(names)} }} from "./generated/types.js";']
    return re.sub(r"\btypes\.(?!js\b)(\w+)", r"\1", text).replace("IMPORTED TYPES", "\n".join(imported)).splitlines()


def records_script(interface):
    yield from [f"// {NOTE}", "// Codes and layouts of what the engine's exports take and return.", "", "// @ts-check", ""]
    yield from ["IMPORTED TYPES", "/** @typedef {Float64Array | number[]} Words */", ""]
    yield from [f"export const version = {interface.version};", ""]
    for enum in interface.enums.values():
        yield from enum.script()
    yield ""
    yield "/** The code of a name; throws if there is none. @param {Readonly<Record<string, number>>} table @param {string} name */"
    yield "function codeIn(table, name) {"
    yield '    if (!Object.hasOwn(table, name)) throw new TypeError(`“${name}” is none of ${Object.keys(table).join(", ")}.`);'
    yield "    return table[name];"
    yield "}"
    yield ""
    yield "/** The code of each name; they throw if there is none. */"
    yield "export const codes = {"
    for enum in interface.enums.values():
        table = enum.table if enum.form in ("map", "bits") else "{ " + ", ".join(f"{name}: {code}" for name, code in enum.codes.items()) + " }"
        yield f"    /** @param {{types.{enum.type}}} name */"
        yield f"    {enum.table}: (name) => codeIn({table}, name),"
    yield "};"
    yield ""
    yield "/** @template {string} T @param {Readonly<Record<T, number>>} table @param {number} code @returns {T | null} */"
    yield "function nameOf(table, code) {"
    yield "    for (const name in table) if (table[name] === code) return name;"
    yield "    return null;"
    yield "}"
    yield ""
    for record in interface.records.values():
        yield from record.script_layout()
    yield ""
    yield "const noFloats = new Float64Array(0);".replace("64", "32")
    yield ""
    yield "/** @param {Words} words @param {number} at @param {number} count @returns {number[]} */"
    yield "function numbers(words, at, count) {"
    yield "    const found = new Array(count);"
    yield "    for (let i = 0; i < count; i++) found[i] = words[at + i];"
    yield "    return found;"
    yield "}"
    yield ""
    yield "/** @param {Words} words @param {number} at @returns {types.Pose} */"
    yield "const pose = (words, at) => ({ rotation: numbers(words, at, 4), translation: numbers(words, at + 4, 3) });"
    yield ""
    yield "/** @param {Words} words @param {number} at @param {number} count @param {number} width */"
    yield "const groups = (words, at, count, width) => Array.from({ length: count }, (_, index) => numbers(words, at + width * index, width));"
    yield ""
    yield "/** All records of a list. @template T @param {Words} words @param {number} width @param {(words: Words, at: number) => T} read @returns {T[]} */"
    yield "export const all = (words, width, read) => Array.from({ length: words.length / width }, (_, index) => read(words, width * index));"
    for record in interface.records.values():
        lines = list(record.script_reader())
        yield from [""] + lines if lines else []


def calls_script(interface):
    used = sorted({enum.table for enum in interface.enums.values()} | {"all", "codes"})
    body = []
    for name, (key, doc, calls) in interface.tools.items():
        body += ["", f"/** {doc}: the engine's exports as methods. */", f"export class {name}Calls extends EngineCalls {{"]
        for place, call in enumerate(call for call in calls if call.only != "page"):
            body += ([""] if place else []) + list(engine_call(interface, call))
        body.append("}")
    text = "\n".join(body)
    readers = [each for record in interface.records.values() for each in (record.reader, record.counter) if each]
    imported = [each for each in used + readers + ["nameOf"] if re.search(rf"\b{each}\b(?!:)", re.sub(r"codes\.\w+", "codes", text)) and each != "nameOf"]
    yield from [f"// {NOTE}", "// The tools' exports of the engine as methods, for the worker.", "", "// @ts-check", ""]
    yield 'import { EngineCalls, bytesOf, utf8 } from "../core/engine-calls.js";'
    yield f'import {{\n    {", ".join(sorted(imported))},\n}} from "./records.js";'
    yield from ["", "IMPORTED TYPES"]
    yield from body


def verbs_script(interface):
    yield from [f"// {NOTE}", "// The tools' verbs as a page holds them: every one is a promise, for the engine is in a worker.", "", "// @ts-check", ""]
    yield from ['import { Tool } from "../core/tool.js";', "", "IMPORTED TYPES"]
    for name, (key, doc, calls) in interface.tools.items():
        yield from ["", f"/** {doc}. */", f"export class {name}Verbs extends Tool {{"]
        for place, call in enumerate(call for call in calls if call.only != "engine"):
            yield from ([""] if place else []) + list(page_verb(interface, call))
        yield "}"


def commands_script(interface):
    yield from [f"// {NOTE}", "// What a page asks of the session in the worker.", "", "// @ts-check", "", "IMPORTED TYPES", ""]
    yield "/** What is answered while nothing runs; other questions are refused. @type {Readonly<Record<string, any>>} */"
    idle = ", ".join(f"{call.name}: {call.idle}" for call in interface.commands if call.idle)
    yield f"export const idleAnswers = Object.freeze({{ {idle} }});"
    yield from ["", "/** The session's questions; `ask` sends them to the worker. */", "export class SessionCommands {"]
    yield "    /** @protected @param {string} question @param {...any} values @returns {Promise<any>} */"
    yield "    ask(question, ...values) { throw new Error(`${question}(${values.length}) has no worker to go to.`); }"
    for call in interface.commands:
        yield from ["", *page_verb(interface, call)]
    yield "}"


def types_script(interface):
    yield from [f"// {NOTE}", "// Types of the library.", ""]
    for enum in interface.enums.values():
        yield f"export type {enum.type} = {' | '.join(f'{chr(34)}{name}{chr(34)}' for name in enum.codes)};"
    for record in interface.records.values():
        if not record.is_view:
            yield from ["", *record.declaration()]
    yield from ["", interface.library.strip()]


def session_types(interface):
    """The classes of the library for people who write in TypeScript."""
    yield from [f"// {NOTE}", "// The library for TypeScript.", "", "IMPORTED TYPES", 'export * from "./generated/types.js";', ""]
    yield from ["/** What a page asks of the session in the worker. */", "declare class SessionCommands {"]
    for call in interface.commands:
        yield from typed_verb(interface, call)
    yield "}"
    for name, (_, doc, calls) in interface.tools.items():
        state = f"types.{name}State" if f"{name}State" in interface.records else "null"
        yield from ["", f"/** {doc}. */", f"export class {name}Tool extends Tool<{state}> {{"]
        for call in calls:
            if call.only != "engine":
                yield from typed_verb(interface, call)
        yield from ["    /** Shows a source's image, which is given away. */", "    show(source: number, bitmap: ImageBitmap): void;"] if name == "Billboard" else []
        yield "}"
    names = "|".join(sorted(interface.types, key=len, reverse=True))
    yield from ["", re.sub(rf"\b({names})\b(?!Options|Tool\b)", r"types.\1", interface.session).strip()]


def typed_verb(interface, call):
    shown = [f"{each.name}{'?' if each.default or each.is_optional else ''}: {interface.script_type(each.type)}" for each in call.arguments]
    parameters = f"values{'?' if all(each.default for each in call.arguments) else ''}: {{ {'; '.join(shown)} }}" if call.is_object else ", ".join(shown)
    yield f"    /** {call.doc[0].upper()}{call.doc[1:]}. */"
    yield f"    {call.name}({parameters}): Promise<{interface.result_type(call)}>;"


def codes_swift(interface, module="WebEngine"):
    yield from [f"// {NOTE}", "// swift-format-ignore-file"]
    # The module that is linked with another one says the version there.
    if module != "WebScan":
        yield from ["", "/// The version of the exports and records.", f"let interfaceVersion: Int32 = {interface.version}"]
    used = {field.argument for record in interface.records.values() if module in record.modules for field in record.fields}
    for enum in interface.enums.values():
        if module != "WebEngine" and enum.type not in used:
            continue
        yield from ["", f"/// Codes of `{enum.table}`.", f"enum {enum.type}Code: Int32, CaseIterable {{"]
        yield from [f"    case {name} = {code}" for name, code in enum.codes.items()]
        yield "}"


def layouts_swift(interface, module="WebEngine"):
    yield from [f"// {NOTE}", "// swift-format-ignore-file"]
    for record in interface.records.values():
        if module in record.modules:
            yield from ["", *record.swift_lines("package " if module == "WebEngine" else "")]


def cell(text):
    return text.replace("|", "\\|")


def docs_table(interface):
    yield from ["", f"The version of this interface is {interface.version}. Handles come first in every export that is not in this table:", ""]
    for group, heading in (("memory", None), ("session", "Sessions (`sightline_session_…`, handle first)"), ("view", "Views (`sightline_view_…`, handle first)"),
                           ("depth", "Depth maps: the modules `depth.wasm` and `scan.wasm` (`sightline_depth_…`, without a handle); files and plans are in the second alone")):
        yield from ([f"**{heading}**", ""] if heading else [])
        yield from ["| export | returns | does |", "|---|---|---|"]
        for call in interface.exports[group]:
            shown = ", ".join(f"{each.name}: {each.type}" for each in call.arguments)
            yield f"| `{call.export.removeprefix('sightline_')}({shown})` | {call.result or '—'} | {cell(call.doc)} |"
        yield ""
    for name, (key, doc, calls) in interface.tools.items():
        yield from [f"**{doc}** (`session.{key}`, `sightline_{key}_…`)", "", "| verb | returns | does | where |", "|---|---|---|---|"]
        for call in calls:
            shown = ", ".join(f"{each.name}{'?' if each.default or each.is_optional else ''}" for each in call.arguments)
            shown = f"{{ {shown} }}" if call.is_object else shown
            yield f"| `{call.name}({shown})` | {cell(interface.result_type(call, ''))} | {cell(call.doc)} | {call.only or 'page, engine'} |"
        yield ""
    for record in interface.records.values():
        yield from [f"**{record.doc}**: {record.count} words of {record.bits} bits", "", "| word | field | what it is |", "|---|---|---|"]
        for field in record.fields:
            last = field.start + field.width(interface.records) - 1
            place = str(field.start) if last == field.start else f"{field.start}–{last}"
            codes = f" (`{interface.enums[field.argument].table}`)" if field.kind == "code" else ""
            whole = " (integer)" if field.kind in ("int64", "int32") else ""
            yield f"| {place} | `{field.name}`{whole} | {cell(field.doc)}{codes} |"
        yield ""
    yield from ["**Codes**", "", "| table | names and codes |", "|---|---|"]
    for enum in interface.enums.values():
        yield f"| `{enum.table}` | {', '.join(f'{name} {code}' for name, code in enum.codes.items())} |"
    yield ""


def marked(text, lines):
    """A page's text with what is between the markers replaced."""
    begin, end = "<!-- engine interface -->", "<!-- /engine interface -->"
    if begin not in text or end not in text:
        sys.exit(f"docs/library/web.md needs the lines {begin} and {end}.")
    return text[:text.index(begin) + len(begin)] + "\n" + "\n".join(lines) + text[text.index(end):]


def signatures():
    """The exports in Swift: name, types of the arguments, result."""
    pattern = re.compile(r'@_cdecl\("(\w+)"\)\s*public func \w+\((.*?)\)\s*(?:->\s*([\w<>?]+)\s*)?\{', re.S)
    for file in sorted(file for module in MODULES for file in (ROOT / "Sources" / module).rglob("*.swift")):
        for name, listed, result in pattern.findall(file.read_text()):
            yield name, [each.split(":")[1].strip() for each in listed.split(",") if each.strip()], result


def signature_faults(interface):
    """What differs between exports in Swift and their declaration."""
    found = {name: (arguments, result) for name, arguments, result in signatures()}
    declared = {}
    for group, calls in interface.exports.items():
        for call in calls:
            declared[call.export] = swift_signature(call, has_handle=group not in WITHOUT_HANDLE)
    for _, _, calls in interface.tools.values():
        for call in calls:
            if call.export:
                declared[call.export] = swift_signature(call, has_handle=True)
    for name in sorted(found.keys() | declared.keys()):
        if name not in declared:
            yield f"{WHERE} export {name}, which {DECLARATION} does not declare."
        elif name not in found:
            yield f"{DECLARATION} declares {name}, which {WHERE} do not export."
        elif found[name] != declared[name]:
            yield f"{name}: {WHERE} have {found[name]}, {DECLARATION} {declared[name]}."


def swift_signature(call, has_handle):
    arguments = ["UnsafeMutableRawPointer"] if has_handle else []
    for each in call.arguments:
        arguments += SWIFT_ARGUMENTS[each.type if each.type in SWIFT_ARGUMENTS else each.kind]
    result = call.result if call.result in SWIFT_RESULTS else call.result_kind
    return arguments, SWIFT_RESULTS.get(result, "UnsafeMutablePointer<UInt8>")


def main():
    interface = read()
    page = ROOT / "docs/library/web.md"
    made = {
        "Web/sightline/generated/records.js": typed(records_script(interface)),
        "Web/sightline/generated/calls.js": typed(calls_script(interface)),
        "Web/sightline/generated/verbs.js": typed(verbs_script(interface)),
        "Web/sightline/generated/commands.js": typed(commands_script(interface)),
        "Web/sightline/generated/types.d.ts": types_script(interface),
        "Web/sightline/sightline.d.ts": typed(session_types(interface)),
        "Sources/WebEngine/Generated/Codes.swift": codes_swift(interface),
        "Sources/WebEngine/Generated/RecordLayouts.swift": layouts_swift(interface),
        "Sources/WebDepth/Generated/Codes.swift": codes_swift(interface, "WebDepth"),
        "Sources/WebDepth/Generated/RecordLayouts.swift": layouts_swift(interface, "WebDepth"),
        "Sources/WebScan/Generated/Codes.swift": codes_swift(interface, "WebScan"),
        "Sources/WebScan/Generated/RecordLayouts.swift": layouts_swift(interface, "WebScan"),
    }
    texts = {path: "\n".join(lines) + "\n" for path, lines in made.items()}
    texts["docs/library/web.md"] = marked(page.read_text(), docs_table(interface))
    faults = list(signature_faults(interface))
    for path, text in texts.items():
        file = ROOT / path
        if file.exists() and file.read_text() == text:
            continue
        if "--check" in sys.argv:
            faults.append(f"{path} differs from {DECLARATION}: run Scripts/make-engine-interface.py.")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            print(path)
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
