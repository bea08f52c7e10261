#!/usr/bin/env bash
# Installs the Debian packages of Scripts/packages.txt that are missing, and the Python ones of Scripts/requirements.txt and
# Scripts/requirements-bare.txt into .venv. Safe to run again: it does nothing when all is there.
#   Scripts/deps.sh        everything
#   Scripts/deps.sh run    what `make run` needs: the first part of packages.txt, nothing in Python
set -euo pipefail
cd "$(dirname "$0")/.."
command -v swift >/dev/null || { echo "Swift 6.3 is missing: see https://swift.org/install" >&2; exit 1; }
part=${1:-all}
[ "$part" = run ] && until='/^# The rest/,$d' || until=
packages=$(sed "$until" Scripts/packages.txt | sed 's/#.*//; s/[[:space:]]*$//; /^$/d')
command -v node >/dev/null && packages=$(grep -vx nodejs <<<"$packages")
mapfile -t missing < <(comm -23 <(sort <<<"$packages") \
    <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $packages 2>/dev/null | sed -n 's/^installed //p' | sort))
if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    echo "Installing: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
[ "$part" = run ] && exit
if [ -f Scripts/requirements.txt ] && ! cmp -s Scripts/requirements.txt .venv/requirements.txt; then
    echo "Installing the Python packages of Scripts/requirements.txt into .venv"
    python3 -m venv .venv
    .venv/bin/pip install -q -r Scripts/requirements.txt
    cp Scripts/requirements.txt .venv/requirements.txt
fi
if [ -f Scripts/requirements-bare.txt ] && ! cmp -s Scripts/requirements-bare.txt .venv/requirements-bare.txt; then
    echo "Installing the Python packages of Scripts/requirements-bare.txt into .venv"
    .venv/bin/pip install -q --no-deps -r Scripts/requirements-bare.txt
    cp Scripts/requirements-bare.txt .venv/requirements-bare.txt
fi
