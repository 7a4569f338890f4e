#!/bin/bash
# Encrypts the newest backup, copies it to another place, and deletes copies there after 30 days, as the retention rules
# require. transom-offsite.service runs it. Its only setting is the rclone destination: OFFSITE=store:natcon-backups
set -euo pipefail
newest=$(cat "${OFFSITE_VAR:-/var/lib/transom}/.last-backup")
name=$(basename "$newest")
sealed=$(dirname "$newest")/$name.tar.age
trap 'rm -f "$sealed"' EXIT
tar -C "$(dirname "$newest")" -cf - "$name" | age -R "${OFFSITE_RECIPIENTS:-/etc/transom/recipients}" -o "$sealed"
rclone copyto "$sealed" "$OFFSITE/$name.tar.age"
rclone delete --min-age 30d "$OFFSITE"
echo "$OFFSITE/$name.tar.age"
