#!/bin/sh
# backup.sh <folder>: makes a copy, tries it, and only then forgets copies older than 30 days.
set -eu
folder=$1
# Of a trial that a power cut has ended.
find "$folder" -maxdepth 1 -name 'promo-field-scratch-*' -user "$(id -un)" -mmin +720 -exec rm -rf {} +
copy="$folder/$(date +%Y-%m-%d-%H%M%S).gz"
node --import tsx server/cli/admin.ts backup "$copy"
node --import tsx server/cli/admin.ts restore "$copy" --verify
find "$folder" -maxdepth 1 -name '*.gz' -mtime +30 -delete
