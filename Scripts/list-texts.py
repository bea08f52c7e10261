#!/usr/bin/env python3
"""The texts of the studio's pages and what is wrong with their catalogues (Web/studio/language/*.json); run by `make lint`.

    Scripts/list-texts.py               faults: missing and unused texts, placeholders that differ, plural forms that are not the language's
    Scripts/list-texts.py --missing fr  the texts that have no French yet, as a catalogue to fill in
    Scripts/list-texts.py --where       every text with the files that use it

A text is known by its English wording. It stands in a page's HTML (the rule is that of Web/studio/language/page-texts.js), in a call of
`translated` or `translatedCount` in a page's script, or in a message of the library, the engine or the server that a page shows.
"""
import argparse
import collections
import html.parser
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
WEB = ROOT / "Web"
CATALOGUES = WEB / "studio/language"
ATTRIBUTES = ["title", "aria-label", "placeholder", "alt", "data-label"]
PASSED_OVER = {"script", "style", "svg"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""What the library and the engine say to a person, by file: every text there that is a sentence, or has ten words at least."""
MESSAGES = [
    "Web/sightline/core/fault.js", "Web/sightline/core/run-watchdog.js", "Web/sightline/core/engine-session.js", "Web/sightline/core/engine.js", "Web/sightline/core/host-functions.js",
    "Web/sightline/core/engine-code.js", "Web/sightline/core/session.js", "Web/sightline/sources/live.js", "Web/sightline/sources/recording.js",
    "Web/sightline/sources/camera.js", "Web/sightline/sources/lines.js", "Web/sightline/sources/xr.js", "Web/sightline/sources/capture.js",
    "Web/sightline/view/webgl-player.js", "Web/sightline/placing.js", "Web/sightline/tools/placing-worker.js", "Web/sightline/view/image-view.js", "Sources/Experiences/Measuring/TrackingAdvice.swift",
    "Sources/Proximity/Ranging/PowerCalibration.swift",
    "Sources/StudioServer/Owner/OwnerOnly.swift", "Sources/StudioServer/Owner/OwnerRoutes.swift",
    "Sources/StudioServer/Billboards/BillboardFiles.swift", "Sources/StudioServer/Billboards/BillboardRoutes.swift",
    "Sources/StudioServer/Billboards/UploadCheck.swift", "Sources/StudioServer/Assist/RoomRoutes.swift",
    "Sources/StudioServer/Assist/CallRoomStore.swift", "Sources/StudioServer/Assist/RecordRoutes.swift",
    "Sources/StudioServer/Assist/JoinMessages.swift", "Sources/StudioServer/Assist/JoinRoutes.swift", "Sources/StudioServer/Assist/RoomAccess.swift",
    "Sources/StudioServer/Assist/AccessTokenSigner.swift", "Sources/StudioServer/Assist/RecordStorage.swift",
    "Sources/StudioServer/Assist/SessionRecordStore.swift", "Sources/StudioServer/Assist/RecordFile.swift",
    "Sources/StudioServer/Assist/RoomOpening.swift", "Sources/StudioServer/Assist/Text/TextRoutes.swift", "Sources/StudioServer/Assist/Documents/DocumentRoutes.swift", "Sources/StudioServer/Programs/RoomProgramSlots.swift", "Sources/StudioServer/Recordings/RecordingRoutes.swift",
    "Sources/StudioServer/Captures/CaptureRoutes.swift", "Sources/StudioServer/Reports/ProblemReportStore.swift", "Sources/StudioServer/Reports/ProblemReportRoutes.swift",
    "Sources/StudioServer/Readings/ReadingRoutes.swift",
    "Sources/StudioServer/Beacons/Settings/BeaconError.swift",
    "Sources/StudioServer/Beacons/Settings/RegionSetting.swift", "Sources/StudioServer/Beacons/Settings/ReceiverSetting.swift",
    "Sources/StudioServer/Beacons/Settings/ActionSetting.swift", "Sources/StudioServer/Beacons/Settings/BeaconSetting.swift",
    "Sources/StudioServer/Beacons/Settings/FloorSetting.swift", "Sources/StudioServer/Beacons/Settings/FloorStore.swift", "Sources/StudioServer/Beacons/Settings/EarthPoint.swift",
    "Sources/StudioServer/Beacons/Settings/PlanSetting.swift", "Sources/StudioServer/Beacons/Settings/KnownBeacon.swift",
    "Sources/StudioServer/Beacons/Routes/BeaconEndpoints.swift",
    "Sources/StudioServer/Drawings/DrawingRoutes.swift",
    "Sources/StudioServer/Limits/StudioProtection.swift", "Sources/StudioServer/Core/StorageFull.swift", "Sources/StudioServer/Core/Request+Body.swift",
    "Sources/StudioServer/Requests/CrossOriginValidator.swift", "Sources/StudioServer/Requests/RequestPathValidator.swift",
    "Sources/StudioServer/Requests/ErrorAnswers.swift", "Sources/StudioServer/Channels/ChannelRoutes.swift",
]
"""How many forms a plural has, by language (CLDR; those that Intl.PluralRules gives for whole numbers)."""
PLURALS = {"fr": {"one", "other"}, "zh-Hans": {"other"}, "zh-Hant": {"other"}, "ar": {"zero", "one", "two", "few", "many", "other"}}
STRING = r'"((?:[^"\\\n]|\\.)*)"'


class Element:
    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.children = name, dict(attributes), []
        self.is_passed_over = (parent is not None and parent.is_passed_over) or name in PASSED_OVER or self.attributes.get("translate") == "no"


class Page(html.parser.HTMLParser):
    """The elements of a page."""

    def __init__(self, text):
        super().__init__()
        self.open = [Element("", [], None)]
        self.elements = []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        element = Element(name, attributes, self.open[-1])
        self.open[-1].children.append(element)
        self.elements.append(element)
        if name not in VOID:
            self.open.append(element)

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)
        if name not in VOID:
            self.open.pop()

    def handle_endtag(self, name):
        while len(self.open) > 1 and self.open.pop().name != name:
            pass

    def handle_data(self, text):
        self.open[-1].children.append(text)

    def texts(self):
        for element in self.elements:
            if element.is_passed_over:
                continue
            if element.name == "meta" and element.attributes.get("name") == "description":
                yield element.attributes["content"]
            yield from (value for name in ATTRIBUTES if has_letter(value := element.attributes.get(name) or ""))
            pieces = [each for each in element.children if isinstance(each, str) and has_letter(each)]
            inner = [each for each in element.children if isinstance(each, Element)]
            if len(pieces) > 1 and inner:
                numbers = iter(range(len(inner)))
                yield "".join(each if isinstance(each, str) else f"{{{next(numbers)}}}" for each in element.children)
            else:
                yield from pieces


def has_letter(text):
    return any(letter.isalpha() for letter in text)


def unescaped(text):
    return json.loads(f'"{text}"')


def script_texts(text):
    """The texts of a script, and those of them that have plural forms."""
    for found in re.finditer(rf"\btranslated\(\s*{STRING}", text):
        yield unescaped(found[1]), False
    for found in re.finditer(rf"\btranslatedCount\([^\"]*?{STRING},\s*{STRING}", text):
        yield unescaped(found[2]), True


def placeholder(expression):
    """The name of what an expression fills in: its first word that is neither called nor looked into."""
    return "{" + re.search(r"[a-z]\w*\b(?![.(\w])", expression)[0] + "}"


def message_texts(text):
    """The messages in a file of the library, the engine or the server, with `{name}` for what is filled in."""
    text = re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE)
    text = re.sub(r'"""\n\s*(.*?)\n\s*"""', lambda lines: '"' + re.sub(r"\\\n\s*", "", lines[1]) + '"', text, flags=re.DOTALL)
    yield from re.findall(r'BeaconError\.invalid\("\w+", "([^"\\]+)"\)', text)
    for found in re.finditer(rf"(?<!TypeError\()(?<!error\()(?<!warning\(){STRING}|(?<!TypeError\()`([^`]*)`", text):
        message = unescaped(found[1]) if found[1] is not None and "\\(" not in found[1] else (found[2] or found[1])
        message = re.sub(r"\$\{([^{}]*)\}|\\\(([^()]*)\)", lambda place: placeholder(place[1] or place[2]), message)
        is_sentence = re.match(r"[A-Z][a-z]* |Ready\.", message) and re.search(r"[.…?%B}]$", message)
        if is_sentence or re.match(r"[a-z][a-z.]*( [^\s]+){9,}$", message):
            yield message


def translated_pages():
    """The pages that choose their language; the others are in English."""
    return [file for file in sorted(WEB.rglob("*.html")) if "language/begin.js" in file.read_text()]


def used():
    """Every text with its files, and the texts with plural forms."""
    places, plural = collections.defaultdict(set), set()
    for file in translated_pages():
        for text in Page(file.read_text()).texts():
            places[" ".join(text.split())].add(file)
    for file in sorted(WEB.rglob("*.js")):
        if WEB / "sightline" in file.parents:
            continue
        for text, has_forms in script_texts(file.read_text()):
            places[text].add(file)
            plural |= {text} if has_forms else set()
    for name in MESSAGES:
        for text in message_texts((ROOT / name).read_text()):
            places[text].add(ROOT / name)
    return places, plural


def placeholders(text):
    return sorted(re.findall(r"\{\w+\}", text))


def faults_of(language, catalogue, places, plural):
    """What is wrong with a catalogue."""
    for text in sorted(places.keys() - catalogue.keys()):
        files = ", ".join(str(file.relative_to(ROOT)) for file in sorted(places[text]))
        yield f"{language}: missing: {text!r} ({files})"
    for text in sorted(catalogue.keys() - places.keys()):
        yield f"{language}: used nowhere: {text!r}"
    for text, translation in catalogue.items():
        if (text in plural) != isinstance(translation, dict):
            yield f"{language}: {text!r} {'has' if text in plural else 'has no'} plural forms"
            continue
        forms = translation if isinstance(translation, dict) else {"": translation}
        if text in plural and forms.keys() != PLURALS[language]:
            yield f"{language}: {text!r} has the forms {sorted(forms)}, the language has {sorted(PLURALS[language])}"
        for form, wording in forms.items():
            # A form for one, two or none may say the number in words.
            wanted = [each for each in placeholders(text) if form not in ("zero", "one", "two") or each != "{count}" or each in wording]
            if not wording or placeholders(wording) != wanted:
                yield f"{language}: other placeholders than in English: {wording!r} for {text!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missing", metavar="LANGUAGE", choices=PLURALS)
    parser.add_argument("--where", action="store_true")
    arguments = parser.parse_args()
    places, plural = used()
    if arguments.where:
        for text, files in sorted(places.items()):
            print(text, *(f"    {file.relative_to(ROOT)}" for file in sorted(files)), sep="\n")
        return 0
    read = {language: json.loads((CATALOGUES / f"{language}.json").read_text()) for language in PLURALS}
    if language := arguments.missing:
        missing = {text: ({form: "" for form in PLURALS[language]} if text in plural else "") for text in places if text not in read[language]}
        print(json.dumps(missing, ensure_ascii=False, indent=4))
        return 0
    faults = [fault for language, catalogue in read.items() for fault in faults_of(language, catalogue, places, plural)]
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
