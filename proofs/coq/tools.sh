#!/usr/bin/env bash
# Install what Coq's part needs, on Debian: nothing if it is there.
set -euo pipefail
missing=()
command -v coqc >/dev/null || missing+=(coq)
command -v ocamlfind >/dev/null || missing+=(ocaml-findlib)
ocamlfind query zarith >/dev/null 2>&1 || missing+=(libzarith-ocaml-dev)
[ ${#missing[@]} -eq 0 ] && exit 0
fail() { echo "coq-tools: $1; install ${missing[*]} by hand" >&2; exit 1; }
command -v apt-get >/dev/null || fail "no apt-get here"
as_root=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || fail "need root, or sudo without a password"
  as_root=(sudo -n "${as_root[@]}")
fi
"${as_root[@]}" apt-get install -qq --no-install-recommends "${missing[@]}" >/dev/null ||
  { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -qq --no-install-recommends "${missing[@]}" >/dev/null; } ||
  fail "apt-get failed"
