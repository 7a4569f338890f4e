#!/bin/bash
# Updates the program and the content, and can go back. As root:
#   deploy/update.sh              backup, pull, build, restart
#   deploy/update.sh back         go back to the previous program and site; the data does not change
#   deploy/update.sh back-data    the same, with the data from the backup: only the gateway knows of later payments
set -euo pipefail
program=${UPDATE_PROGRAM:-/opt/transom}
releases=${UPDATE_RELEASES:-/opt/transom-releases}
var=${UPDATE_VAR:-/var/lib/transom}
settings=${UPDATE_SETTINGS:-/etc/transom/env}

say() { printf '\n== %s\n' "$*"; }

# If a setting occurs twice, the last one is used, as in systemd.
setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1; }

# With several machines, the address is not 127.0.0.1.
address() {
  local at
  at=$(setting TRANSOM_ADDR)
  echo "${at:-127.0.0.1:8080}"
}

# Records the release only if it runs, because a rollback needs one that does. Until it listens, curl would print each
# failed attempt.
restart() {
  systemctl restart transom &&
    curl -fs -o /dev/null --retry 60 --retry-delay 1 --retry-all-errors "http://$(address)/readyz" &&
    ln -sfn "$(readlink -f "$program")" "$releases/running"
}

# Replaces the link to the program's folder atomically.
switch_to() {
  ln -sfn "$1" "$releases/next"
  mv -T "$releases/next" "$program"
  cd "$program"
}

# The first update replaces the folder that the guide created with a link to it. The program keeps running in the folder.
make_link() {
  [ ! -L "$program" ] || return 0
  local first
  first=$(mktemp -d "$releases/release-XXXXXX")
  mv -T "$program" "$first"
  ln -s "$first" "$program"
  ln -sfn "$first" "$releases/running"
}

# Deletes releases that are neither running nor needed for a rollback, including those of failed updates.
clean() {
  local folder
  for folder in "$releases"/release-*; do
    case $folder in
      "$(readlink -f "$program")" | "$(readlink -f "$releases/running")" | "$(readlink -f "$releases/before")") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

update() {
  local new
  say 'Making a backup; if it fails, nothing is changed'
  systemctl start transom-backup
  install -d -m 755 "$releases"
  make_link
  clean
  say 'Building the new version beside the running one'
  new=$(mktemp -d "$releases/release-XXXXXX")
  chmod 755 "$new"
  cp -a "$program/." "$new"
  cd "$new"
  git pull --ff-only
  make SITE_URL="$(setting TRANSOM_SITE_URL)" build
  cp "$var/.last-backup" "$releases/backup"
  ln -sfn "$(readlink -f "$releases/running")" "$releases/before"
  switch_to "$new"
  restart || { say 'The new version does not start: journalctl -u transom -n 20 says why. To go back: deploy/update.sh back'; exit 1; }
  say 'The new version runs. Check the site and t doctor. To go back: deploy/update.sh back'
}

back() {
  [ -L "$releases/before" ] || { say "There is no update to go back from: $releases has no earlier release"; exit 1; }
  systemctl stop transom
  switch_to "$(readlink -f "$releases/before")"
  if [ "$1" = back-data ]; then
    put_data_back
  fi
  restart || { say 'The earlier version does not start. If journalctl -u transom -n 20 says "use a newer program", the new version has changed the data: deploy/update.sh back-data'; exit 1; }
  say 'The earlier version runs; the next deploy/update.sh updates again'
}

# Uses the earlier program, because restore migrates the data to the program's version. The newer data is only moved.
put_data_back() {
  aside=$var.$(date +%Y%m%d-%H%M%S)
  mv "$var" "$aside"
  mkdir -m 700 "$var"
  chown --reference="$aside" "$var"
  deploy/t restore "$(cat "$releases/backup")"
  say "The newer data is in $aside: delete it once t reconcile --fix has found the payments made since the backup"
}

main() {
  cd "$program"
  case ${1:-update} in
    update) update ;;
    back | back-data) back "$1" ;;
    *) sed -n '2,5s/^# //p' "$0"; exit 2 ;;
  esac
}

main "$@"; exit # on one line, because the update may have replaced this file
