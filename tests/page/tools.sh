#!/usr/bin/env bash
# Install a browser, on Debian, and the letters of what it prints: nothing if they are there.
set -euo pipefail
missing=(chromium)
for program in chromium chromium-browser google-chrome; do  # those that shots.py takes
  if command -v "$program" >/dev/null; then missing=(); fi
done
fc-list 2>/dev/null | grep -qE "Arial|Liberation Sans" || missing+=(fontconfig fonts-liberation)
[ ${#missing[@]} -eq 0 ] || exec "$(dirname "$0")/../../.ci/debian" "${missing[@]}"
