#!/bin/sh
# sh restore-base.sh BACKUP --scope=… --datadir=FOLDER, as Patroni calls it: copies a base backup to where the cluster begins with it.
set -eu
for word; do
  case $word in --datadir=*) data=${word#--datadir=} ;; esac
done
cp -R "$1" "$data"
chmod 700 "$data"
# Of a standby.
rm -f "$data/standby.signal"
