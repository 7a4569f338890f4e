#!/bin/bash
# A new version of the program or of the content, with a way back. As root:
#   deploy/update.sh              backup, pull, build, restart
#   deploy/update.sh back         the program and the site from before; the data stay as they are
#   deploy/update.sh back-data    these, and the data of the backup: what came since is only known to the gateway
set -euo pipefail
program=${UPDATE_PROGRAM:-/opt/transom}
var=${UPDATE_VAR:-/var/lib/transom}
settings=${UPDATE_SETTINGS:-/etc/transom/env}
before=${UPDATE_BEFORE:-/var/backups/transom-before}
made=(bin data/site site/dist)

say() { printf '\n== %s\n' "$*"; }

# Where the program answers: with several machines not on 127.0.0.1.
address() {
  local at
  at=$(sed -n 's/^TRANSOM_ADDR=//p' "$settings")
  echo "${at:-127.0.0.1:8080}"
}

restart() {
  systemctl restart transom
  curl -fsS -o /dev/null --retry 60 --retry-delay 1 --retry-all-errors "http://$(address)/readyz"
}

update() {
  say 'A backup first; without one nothing is changed'
  systemctl start transom-backup
  rm -rf "$before"
  install -d -m 700 "$before"
  git rev-parse HEAD > "$before/commit"
  cp "$var/.last-backup" "$before/backup"
  cp -a --parents "${made[@]}" "$before"
  say 'The new version'
  git pull --ff-only
  make SITE_URL="$(sed -n 's/^TRANSOM_SITE_URL=//p' "$settings")" build
  restart || { say 'It does not start: journalctl -u transom -n 20 says why. The way back: deploy/update.sh back'; exit 1; }
  say 'It runs. Look at the site, and at t doctor. The way back: deploy/update.sh back'
}

back() {
  [ -f "$before/commit" ] || { say "There is no update to go back from: $before holds none"; exit 1; }
  systemctl stop transom
  git reset --quiet --keep "$(cat "$before/commit")"
  for part in "${made[@]}"; do
    rm -rf "$part"
    cp -a "$before/$part" "$part"
  done
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
  deploy/t restore "$(cat "$before/backup")"
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
