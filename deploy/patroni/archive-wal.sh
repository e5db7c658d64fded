#!/bin/sh
# archive_command of every member: sh archive-wal.sh SEGMENT FILE. The members archive the same segments, so that a failover leaves no gap:
# the first one writes the file, and for the others it must be the same.
set -eu
if [ ! -e "$2" ]; then
  part="$2.$(hostname).$$"
  trap 'rm -f "$part"' EXIT
  cp "$1" "$part"
  sync "$part"
  # Unlike a move, a link never replaces a file that another member has just made.
  ln "$part" "$2" || true
  sync "$(dirname "$2")"
fi
cmp "$1" "$2"
