#!/usr/bin/env bash
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
source "$here/lib/disk.sh"

target=${1:-/var/backups}

usage() {
    cat <<TEXT
usage: backup.sh [target]
TEXT
}

cleanup() {
    rm -f "$target/.lock"
}

copy_tree() {
    local tree=$1
    for entry in "$tree"/*; do
        if [ -d "$entry" ]; then
            copy_tree "$entry"
        fi
    done
    cp -a "$tree" "$target" || die "cannot copy $tree"
}

main() {
    need_space "$target" 500
    copy_tree /etc && info "copied"
    sync
}

if [ "${1:-}" = "--help" ]; then
    usage
    exit 0
fi
trap cleanup EXIT
main "$@" | tee "$target/log"
