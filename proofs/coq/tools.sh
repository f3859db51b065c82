#!/usr/bin/env bash
# Install what Coq's part needs, on Debian, and with `js` js_of_ocaml: nothing if it is there.
set -euo pipefail
missing=()
command -v coqc >/dev/null || missing+=(coq)
command -v ocamlfind >/dev/null || missing+=(ocaml-findlib)
ocamlfind query zarith >/dev/null 2>&1 || missing+=(libzarith-ocaml-dev)
if [ "${1-}" = js ]; then command -v js_of_ocaml >/dev/null || missing+=(js-of-ocaml); fi
[ ${#missing[@]} -eq 0 ] || exec "$(dirname "$0")/../../.ci/debian" "${missing[@]}"
