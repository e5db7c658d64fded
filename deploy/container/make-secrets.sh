#!/bin/sh
# Makes the random secrets of compose.yaml in the folder `secrets` beside it, and changes none that exist. Keep a copy of
# secrets/secret-key apart from the backups of the database (docs/backups.md).
set -eu
cd "$(dirname "$0")"

# Only this user may enter the folder. The containers read the files as other users.
mkdir -p secrets
chmod 700 secrets

new() {
  [ -s "secrets/$1" ] && return
  # An interrupted run leaves no part of a secret under its name.
  cat > "secrets/$1.draft"
  chmod 444 "secrets/$1.draft"
  mv -f "secrets/$1.draft" "secrets/$1"
}
random() {
  head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

for name in postgres-password owner-password program-password secret-key; do random | new "$name"; done
printf 'postgresql://bank_program:%s@database/bank' "$(cat secrets/program-password)" | new database-url
printf 'postgresql://bank_owner:%s@database/bank' "$(cat secrets/owner-password)" | new database-owner-url
