#!/usr/bin/env bash
# Make an environment with the last release, of what the history of this repository has: its tag, or
# else the last commit that made exactbox/release.py say so.
#
#   tests/bench/release.sh VERSION ENVIRONMENT     the environment has what exactbox needs, already
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$1 environment=$2

says_so() { git show "$1:exactbox/release.py" 2>/dev/null | grep -q "^VERSION = \"$version\"$"; }

commit=$(git rev-parse --quiet --verify "v$version^{commit}" 2>/dev/null || true)
for each in $([ -n "$commit" ] || git log --format=%H -- exactbox/release.py 2>/dev/null); do
  if says_so "$each"; then commit=$each; break; fi
done
# a shallow clone ends with a commit that seems to have made everything
if [ -z "$commit" ] || { [ "$(git rev-parse --is-shallow-repository)" = true ] &&
    ! git rev-parse --quiet --verify "$commit^" >/dev/null; }; then
  echo "the history of $version is not here" >&2
  exit 3
fi
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
git archive "$commit" | tar -x -C "$source"
pip=("$environment/bin/python" -m pip --quiet --disable-pip-version-check)
"${pip[@]}" wheel --no-deps --wheel-dir "$source/wheel" "$source"
"${pip[@]}" uninstall --yes exactbox
"${pip[@]}" install --no-deps --no-compile "$source"/wheel/exactbox-*.whl
echo "$version is $(git log -1 --format='%h, %as' "$commit")"
