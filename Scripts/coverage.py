#!/usr/bin/env python3
"""Prints how many lines of the sources under a folder the tests ran through, file by file. Usage: coverage.py REPORT.json FOLDER"""
import json
import sys

report, folder = sys.argv[1:]
files = json.load(open(report))["data"][0]["files"]
lines = {name.split(folder, 1)[1].lstrip("/"): file["summary"]["lines"] for name, file in ((f["filename"], f) for f in files) if folder in name}
if not lines:
    sys.exit(f"{report} tells of no file under {folder}")
for name, summary in sorted(lines.items(), key=lambda item: item[1]["percent"]):
    print(f"{summary['percent']:6.1f} %  {summary['covered']:4} of {summary['count']:4}  {name}")
covered, count = (sum(summary[key] for summary in lines.values()) for key in ("covered", "count"))
print(f"{100 * covered / count:6.1f} %  {covered:4} of {count:4}  in all")
