#!/usr/bin/env bash
# The tests of the pages with these marks, by pytest's command and options: Scripts/test-pages.sh "not long" .venv/bin/pytest -q
# First those that follow a camera in real time, one after the other, since beside another test too few images reach the page; then the
# others, three files at a time, since pages also wait. What failed runs again by itself, three times at most.
set -uo pipefail
cd "$(dirname "$0")/.."
marks=$1 failed=0
shift
echo "What follows a camera, one after the other:"
"$@" -m "realtime and $marks" --durations 10 -r fE Tests/web || failed=1
echo "The other pages:"
"$@" -m "not realtime and $marks" -n 3 --dist loadfile --durations 30 -r fE Tests/web || failed=1
[ $failed = 0 ] && exit
echo "What failed, by itself:"
exec "$@" -m "$marks" --last-failed --last-failed-no-failures none -r fEXR --reruns 2 Tests/web
