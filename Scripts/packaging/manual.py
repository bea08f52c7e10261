"""Manual pages from what the command line says of itself (`sightline --experimental-dump-help`)."""
import json
import subprocess


def pages(program, date):
    """The manual pages by file name: one for the program and one for each command that has no further ones."""
    description = json.loads(subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout)
    return dict(_pages([description["command"]], date))


def _pages(path, date):
    command = path[-1]
    yield f"{'-'.join(each['commandName'] for each in path)}.1", _page(path, date)
    for each in command.get("subcommands", []):
        if each["commandName"] != "help":
            yield from _pages([*path, each], date)


def _page(path, date):
    command = path[-1]
    name = "-".join(each["commandName"] for each in path)
    shown = [each for each in command.get("arguments", []) if each["shouldDisplay"]]
    lines = [f'.TH {_quoted(name.upper())} 1 "{date}" "Sightline" "User commands"', ".SH NAME", f"{_text(name)} \\- {_text(command.get('abstract', ''))}"]
    lines += [".SH SYNOPSIS", f".B {_text(' '.join(each['commandName'] for each in path))}", *(_synopsis(each) for each in shown)]
    if discussion := command.get("discussion"):
        lines += [".SH DESCRIPTION", *_paragraphs(discussion)]
    if shown:
        lines.append(".SH OPTIONS")
        for each in shown:
            lines += [".TP", _heading(each), *_paragraphs(_explanation(each))]
    if commands := [each for each in command.get("subcommands", []) if each["commandName"] != "help"]:
        lines.append(".SH COMMANDS")
        for each in commands:
            lines += [".TP", f".BR {_text(name + '-' + each['commandName'])} (1)", *_paragraphs(each.get("abstract", ""))]
    return "\n".join(lines) + "\n"


def _names(argument):
    return [("--" if each["kind"] == "long" else "-") + each["name"] for each in argument.get("names", [])]


def _synopsis(argument):
    value = f"\\fI{_text(argument['valueName'])}\\fR"
    names = _names(argument)
    text = value if not names else f"\\fB{_text(names[-1])}\\fR" + ("" if argument["kind"] == "flag" else f" {value}")
    text += " ..." if argument["isRepeating"] else ""
    return f"[{text}]" if argument["isOptional"] else text


def _heading(argument):
    names = ", ".join(f"\\fB{_text(each)}\\fR" for each in _names(argument))
    value = "" if argument["kind"] == "flag" else f"\\fI{_text(argument['valueName'])}\\fR"
    return " ".join(part for part in (names, value) if part)


def _explanation(argument):
    default = argument.get("defaultValue")
    return argument.get("abstract", "") + (f" (default: {default})" if default else "")


def _paragraphs(text):
    """Lines of roff; an empty line begins a paragraph."""
    return [_text(line) if line else ".PP" for line in text.splitlines()]


def _text(text):
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


def _quoted(text):
    return f'"{text}"'
