"""The dashboard for Grafana asks for metrics that a running studio has."""
import json
import pathlib
import re

import requests

DASHBOARD = pathlib.Path(__file__).resolve().parents[3] / "Packaging/grafana-dashboard.json"


def test_every_metric_of_the_dashboard_is_one_of_the_studio(studio):
    told = set(re.findall(r"^# TYPE (\w+)", requests.get(f"{studio}metrics", timeout=10).text, re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text())["panels"]
    asked = {name for panel in panels for target in panel["targets"] for name in re.findall(r"sightline_\w+", target["expr"])}
    assert len(asked) > 8 and asked <= told, asked - told
