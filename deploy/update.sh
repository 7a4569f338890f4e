#!/bin/bash
# A new version of the program or of the content, with a way back. As root:
#   deploy/update.sh              backup, pull, build, restart
#   deploy/update.sh back         the program and the site from before; the data stay as they are
#   deploy/update.sh back-data    these, and the data of the backup: what came since is only known to the gateway
set -euo pipefail
program=${UPDATE_PROGRAM:-/opt/transom}
releases=${UPDATE_RELEASES:-/opt/transom-releases}
var=${UPDATE_VAR:-/var/lib/transom}
settings=${UPDATE_SETTINGS:-/etc/transom/env}

say() { printf '\n== %s\n' "$*"; }

# Of a setting that stands there twice the last counts, as for systemd.
setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1; }

# Where the program answers: with several machines not on 127.0.0.1.
address() {
  local at
  at=$(setting TRANSOM_ADDR)
  echo "${at:-127.0.0.1:8080}"
}

# restart notes the release that runs: only such a one is worth going back to.
restart() {
  systemctl restart transom &&
    curl -fsS -o /dev/null --retry 60 --retry-delay 1 --retry-all-errors "http://$(address)/readyz" &&
    ln -sfn "$(readlink -f "$program")" "$releases/running"
}

# The program is a link, which changes at once.
switch_to() {
  ln -sfn "$1" "$releases/next"
  mv -T "$releases/next" "$program"
  cd "$program"
}

# The first update makes a link of the guide's folder; the running program keeps its folder meanwhile.
make_link() {
  [ ! -L "$program" ] || return 0
  local first
  first=$(mktemp -d "$releases/release-XXXXXX")
  mv -T "$program" "$first"
  ln -s "$first" "$program"
  ln -sfn "$first" "$releases/running"
}

# What neither runs nor is a way back goes: also what a failed update has left.
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
  say 'A backup first; without one nothing is changed'
  systemctl start transom-backup
  install -d -m 755 "$releases"
  make_link
  clean
  say 'The new version, built beside the one that runs'
  new=$(mktemp -d "$releases/release-XXXXXX")
  chmod 755 "$new"
  cp -a "$program/." "$new"
  cd "$new"
  git pull --ff-only
  make SITE_URL="$(setting TRANSOM_SITE_URL)" build
  cp "$var/.last-backup" "$releases/backup"
  ln -sfn "$(readlink -f "$releases/running")" "$releases/before"
  switch_to "$new"
  restart || { say 'It does not start: journalctl -u transom -n 20 says why. The way back: deploy/update.sh back'; exit 1; }
  say 'It runs. Look at the site, and at t doctor. The way back: deploy/update.sh back'
}

back() {
  [ -L "$releases/before" ] || { say "There is no update to go back from: $releases holds none"; exit 1; }
  systemctl stop transom
  switch_to "$(readlink -f "$releases/before")"
  if [ "$1" = back-data ]; then
    put_data_back
  fi
  restart || { say 'It does not start. When journalctl -u transom -n 20 says "use a newer program", the new version has changed the data: deploy/update.sh back-data'; exit 1; }
  say 'The version from before runs; the next deploy/update.sh goes forward again'
}

# By the program from before, because restore brings data up to date. The data of the new version are moved aside, not thrown away.
put_data_back() {
  aside=$var.$(date +%Y%m%d-%H%M%S)
  mv "$var" "$aside"
  mkdir -m 700 "$var"
  chown --reference="$aside" "$var"
  deploy/t restore "$(cat "$releases/backup")"
  say "What was there is in $aside: delete it when t reconcile --fix has found what was paid since the backup"
}

main() {
  cd "$program"
  case ${1:-update} in
    update) update ;;
    back | back-data) back "$1" ;;
    *) sed -n '2,5s/^# //p' "$0"; exit 2 ;;
  esac
}

main "$@"; exit # on one line: the file itself may be another by now
