#!/bin/sh
# Gnumeric 1.12.55 (Debian 12).
#
# Gnumeric cuts a .csv file at commas alone, whatever separates its fields. Where the fields are quoted and separated by
# semicolons, as a Russian Excel separates them, a row without a comma keeps its first field and loses all
# others without a word: `"Name";"Sum"` becomes one cell, «Name». The row `"Smith";"1200,50"` becomes «Smith» and
# `50"`. Without quotes the whole row is one cell, and nothing is lost.
#
# Takes a second. Needs Debian's gnumeric. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '"Name";"Sum"\n"Smith";"1200,50"\n' >"$folder/quoted.csv"
printf 'Name;Sum\n' >"$folder/bare.csv"
read_back() {
  ssconvert -O 'separator=| quoting-mode=never' -T Gnumeric_stf:stf_assistant "$folder/$1.csv" "$folder/$1.txt" 2>"$folder/log"
  sed "s/^/$1: /" "$folder/$1.txt"
}
read_back quoted
read_back bare
if [ "$(head -n 1 "$folder/quoted.txt" | cut -d '|' -f 1)" = Name ] && ! grep -q Sum "$folder/quoted.txt" &&
  grep -q 'Name;Sum' "$folder/bare.txt"; then
  echo 'as described'
else
  echo 'it is otherwise now'
  exit 1
fi
