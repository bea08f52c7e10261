"""The Swift packages that are linked into the program: an SPDX document and their licences' texts."""
import hashlib
import json
import pathlib
import subprocess

NAMES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "NOTICE.txt", "NOTICE")


def packages(root, scratch):
    """The resolved packages: name, version, address and folder, sorted by name."""
    command = ["swift", "package", "--package-path", root, "--scratch-path", scratch, "show-dependencies", "--format", "json"]
    tree = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = {}
    _collect(tree, found)
    return [found[name] for name in sorted(found)]


def _collect(node, found):
    for each in node["dependencies"]:
        found[each["identity"]] = {"name": each["identity"], "version": each["version"], "url": each["url"], "folder": pathlib.Path(each["path"])}
        _collect(each, found)


def texts(package):
    """The package's own licence files."""
    return {name: (package["folder"] / name).read_text() for name in NAMES if (package["folder"] / name).is_file()}


def identifier(package):
    """The SPDX identifier of a package's licence; NOASSERTION if its text is not one of the two that are known here."""
    text = "\n".join(texts(package).values())
    if "Apache License" in text:
        return "Apache-2.0"
    return "MIT" if "Permission is hereby granted, free of charge" in text else "NOASSERTION"


def document(version, created, linked):
    """The SPDX 2.3 document of the program and the packages linked into it."""
    own = {
        "SPDXID": "SPDXRef-sightline", "name": "sightline", "versionInfo": version, "downloadLocation": "NOASSERTION",
        "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "NOASSERTION", "filesAnalyzed": False,
    }
    others = [{
        "SPDXID": f"SPDXRef-{each['name'].replace('_', '-')}", "name": each["name"], "versionInfo": each["version"], "downloadLocation": each["url"],
        "licenseConcluded": identifier(each), "licenseDeclared": identifier(each), "copyrightText": "NOASSERTION", "filesAnalyzed": False,
    } for each in linked]
    digest = hashlib.sha256("".join(f"{each['name']}{each['versionInfo']}" for each in [own, *others]).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"sightline-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/sightline-{version}-{digest[:16]}",
        "creationInfo": {"created": created, "creators": ["Tool: Scripts/packaging/make-dist.py"]},
        "packages": [own, *others],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-sightline"},
            *({"spdxElementId": "SPDXRef-sightline", "relationshipType": "STATIC_LINK", "relatedSpdxElement": each["SPDXID"]} for each in others),
        ],
    }
