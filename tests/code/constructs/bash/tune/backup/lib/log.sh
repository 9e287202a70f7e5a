# Messages with a time in front.

stamp() {
    date +%H:%M:%S
}

info() {
    printf '%s %s\n' "$(stamp)" "$*"
}

die() {
    info "fatal: $*" >&2
    exit 1
}
