#!/bin/sh
# Stands alone: it reads no other script.

usage() {
    echo "usage: prune.sh days"
}

old_files() {
    find /var/backups -mtime "+$1"
}

info "pruning" 2>/dev/null || true
[ $# -eq 1 ] || { usage; exit 2; }
old_files "$1" | while read -r file; do
    rm -f "$file"
done
sync
