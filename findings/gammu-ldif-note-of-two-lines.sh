#!/bin/sh
# Gammu 1.42.0 (Debian 12, package 1.42.0-8).
#
# `gammu convertbackup` writes a contact's note into LDIF with its line ends as they are: the second line of a note stands in the
# file alone, as a line that is no attribute (RFC 2849 has it in base64). In a note with an empty line the entry ends there, for
# an empty line parts the entries. Gammu itself reads such a file without a word, and the note has its first line only.
#
# Takes a minute, most of it for the packages. Debian 12 on amd64, with apt. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
needs=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances gammu |
  grep '^[a-z]' | grep -vE '^(libc6|debconf|adduser|passwd|login|dpkg|perl|sed|mawk|systemd|udev)' | sort -u)
apt-get download -q gammu=1.42.0-8 >/dev/null 2>&1
for package in $needs; do apt-get download -q "$package" >/dev/null 2>&1 || true; done
for file in *.deb; do dpkg -x "$file" root; done
libraries=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/lib/x86_64-linux-gnu
gammu() { LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$libraries "$folder/root/usr/bin/gammu" "$@" 2>/dev/null; }
gammu version | grep -o 'Gammu version [0-9.]*'
printf '%s\r\n' BEGIN:VCARD VERSION:3.0 'N:Petrova;Anna;;;' 'FN:Anna Petrova' 'TEL;TYPE=CELL:+70000000001' \
  'NOTE:Second floor\nring twice' END:VCARD >book.vcf
gammu convertbackup book.vcf book.ldif >/dev/null
gammu convertbackup book.ldif again.vcf >/dev/null
grep -A1 '^Description' book.ldif
grep '^NOTE' again.vcf
if tr -d '\r' <book.ldif | grep -qx 'ring twice' && ! grep -q 'ring twice' again.vcf; then
  echo 'as described'
else
  echo 'it is otherwise now'
  exit 1
fi
