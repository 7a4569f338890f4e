#!/bin/bash
# Seals the newest backup and copies it away; what is older than 30 days goes there too, as the retention rules want.
# Run by transom-offsite.service. The one setting is the place, as rclone writes it: OFFSITE=store:natcon-backups
set -euo pipefail
newest=$(cat "${OFFSITE_VAR:-/var/lib/transom}/.last-backup")
name=$(basename "$newest")
sealed=$(dirname "$newest")/$name.tar.age
trap 'rm -f "$sealed"' EXIT
tar -C "$(dirname "$newest")" -cf - "$name" | age -R "${OFFSITE_RECIPIENTS:-/etc/transom/recipients}" -o "$sealed"
rclone copyto "$sealed" "$OFFSITE/$name.tar.age"
rclone delete --min-age 30d "$OFFSITE"
echo "$OFFSITE/$name.tar.age"
