# Free space and snapshots.
. "$(dirname "${BASH_SOURCE[0]}")/log.sh"

function free_mb {
    df -m "$1" | awk 'NR == 2 { print $4 }'
}

need_space() {
    local have
    have=$(free_mb "$1")
    if [ "$have" -lt "$2" ]; then
        die "only $have MB left on $1"
    fi
}

sync() {
    command sync
    info "disks are in sync"
}
