#!/usr/bin/env bash
set -e
cd "$(dirname "${BASH_SOURCE[0]}")"
. ./parts/git.sh
. ./parts/version.sh

retry() {
    local left=$1
    shift
    "$@" && return 0
    [ "$left" -gt 0 ] && retry $((left - 1)) "$@"
}

publish() {
    local version=$1
    install "dist/$version.tar" /srv/www
    echo "tag $version"
}

next_version() {
    bump "$(current_tag)"
}

on_error() {
    echo "release failed" >&2
}

trap on_error ERR

version=$(next_version)
case "$1" in
    publish)
        tag "$version" && publish "$version"
        ;;
    *)
        echo "$version"
        ;;
esac
