#!/bin/sh
# LibreOffice 7.4.7.2 (Debian 12).
#
# `soffice --headless --convert-to` forgets what a sheet shows: the rows and columns that stay in sight (frozen panes) are in the
# file that it reads, and not in the one that it writes, as .xlsx and as .ods. The values, widths and formats stay. A program that
# passes a table through LibreOffice, to fill in formulas or to change the format, gives it back without its frozen heading.
#
# Takes some seconds. Needs Debian's libreoffice-calc, gnumeric (it writes the file that is read), unzip and python3. Ends with 0
# while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'Name,Sum\nAnna,1\nBoris,2\n' >book.csv
ssconvert book.csv plain.xlsx 2>/dev/null
# The pane, as every writer of the format has it.
python3 - <<'PY'
import zipfile
source = zipfile.ZipFile('plain.xlsx')
with zipfile.ZipFile('frozen.xlsx', 'w', zipfile.ZIP_DEFLATED) as target:
    for name in source.namelist():
        data = source.read(name)
        if name == 'xl/worksheets/sheet1.xml':
            text = data.decode()
            start = text.index('<sheetView')
            start = text.index('<sheetView ', start) if '<sheetView ' in text else start
            end = text.index('>', start)
            pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
            if text[end - 1] == '/':
                text = text[:end - 1] + '>' + pane + '</sheetView>' + text[end + 1:]
            else:
                text = text[:end + 1] + pane + text[end + 1:]
            data = text.encode()
        target.writestr(name, data)
PY
mkdir out
soffice -env:UserInstallation="file://$folder/profile" --headless --convert-to xlsx --outdir out frozen.xlsx >/dev/null 2>&1
before=$(unzip -p frozen.xlsx xl/worksheets/sheet1.xml | grep -c 'state="frozen"' || true)
after=$(unzip -p out/frozen.xlsx xl/worksheets/sheet1.xml | grep -c 'state="frozen"' || true)
ssconvert out/frozen.xlsx back.csv 2>/dev/null
cat back.csv
unzip -p out/frozen.xlsx xl/worksheets/sheet1.xml | grep -o '<sheetViews>.*</sheetViews>'
echo "frozen panes: $before in the file that was read, $after in the file that was written"
if [ "$before" = 1 ] && [ "$after" = 0 ] && grep -q '^Boris,2' back.csv; then
  echo 'as described'
else
  echo 'it is otherwise now'
  exit 1
fi
