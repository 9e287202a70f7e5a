#!/usr/bin/env bash

parse() {
    echo "$1" | tr . ' '
}

function bump() {
    local major minor patch
    read -r major minor patch <<< "$(parse "$1")"
    echo "$major.$minor.$((patch + 1))"
}

install() {
    mkdir -p "$2"
    env install -m 644 "$1" "$2"
}
