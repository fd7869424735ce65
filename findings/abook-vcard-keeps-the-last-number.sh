#!/bin/sh
# abook 0.6.1 (Debian 12, package 0.6.1-2+b1).
#
# Reading a vCard, abook has one place for each kind of number: of two TEL;TYPE=CELL it keeps the last one and says nothing. Writing
# one, it makes N of the whole name by cutting it at the last blank: the suffix «Jr.» becomes the family name, and a name of one
# word is written twice, `N:Sidorova;Sidorova`. A file that went through abook has fewer numbers and other names than before.
#
# Takes some seconds. Debian 12 on amd64, with apt. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
for package in abook=0.6.1-2+b1 libncursesw6 libtinfo6 libreadline8; do apt-get download -q "$package" >/dev/null 2>&1; done
for file in *.deb; do dpkg -x "$file" root; done
libraries=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/lib/x86_64-linux-gnu
convert() { HOME=$folder LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$libraries "$folder/root/usr/bin/abook" --convert "$@"; }
printf '%s\r\n' BEGIN:VCARD VERSION:3.0 'N:Sidorova;;;;' 'FN:Sidorova' 'TEL;TYPE=CELL:+70000000001' \
  'TEL;TYPE=CELL:+70000000002' END:VCARD BEGIN:VCARD VERSION:3.0 'N:Petrov;Anna;;;Jr.' 'FN:Anna Petrov Jr.' END:VCARD >book.vcf
convert --informat vcard --infile book.vcf --outformat abook --outfile book
convert --informat abook --infile book --outformat vcard --outfile again.vcf
cat again.vcf
if grep -q 0002 again.vcf && ! grep -q 0001 again.vcf && grep -q 'N:Sidorova;Sidorova' again.vcf &&
  grep -q 'N:Jr.;Anna Petrov' again.vcf; then
  echo 'as described'
else
  echo 'it is otherwise now'
  exit 1
fi
