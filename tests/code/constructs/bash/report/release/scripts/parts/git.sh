#!/usr/bin/env bash

current_tag() {
    git describe --tags --abbrev=0
}

is_clean() {
    [ -z "$(git status --porcelain)" ]
}

tag() {
    if ! is_clean; then
        echo "the work tree has changes" >&2
        return 1
    fi
    git tag "$1"
}
