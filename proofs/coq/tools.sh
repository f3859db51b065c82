#!/usr/bin/env bash
# Install what Coq's part needs, on Debian: nothing if it is there.
set -euo pipefail
missing=()
command -v coqc >/dev/null || missing+=(coq)
command -v ocamlfind >/dev/null || missing+=(ocaml-findlib)
ocamlfind query zarith >/dev/null 2>&1 || missing+=(libzarith-ocaml-dev)
[ ${#missing[@]} -eq 0 ] || exec "$(dirname "$0")/../../.ci/debian" "${missing[@]}"
