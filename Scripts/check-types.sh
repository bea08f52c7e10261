#!/usr/bin/env bash
# Checks the types of the JavaScript library (JSDoc), and that it does what sightline.d.ts declares. Part of `make lint`.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v tsc >/dev/null || { echo "tsc is missing: run make deps" >&2; exit 1; }
tsc -p Scripts/types
