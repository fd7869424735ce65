import { type Request, rows } from './rows.ts';

/** As many rows as the table of the app has in the document at this size. */
const SHOWN = 15;

const names = ['code', 'id', 'promoter', 'phone', 'date', 'amount', 'share', 'comment'] as const;
const collator = new Intl.Collator('ru', { numeric: true });

const [head] = document.getElementsByTagName('thead');
const [body] = document.getElementsByTagName('tbody');
const [search] = document.getElementsByTagName('input');
if (!head || !body || !search) throw new Error('The page has lost its table');

const texts = new Map(rows.map(row => [row, Object.values(row).join(' ').toLowerCase()]));
/** Sorted ahead of time: the floor is what the browser needs to show it, not what sorting takes. */
const orders = new Map(names.map(name => [name, [...rows].sort((one, other) => compare(one, other, name))]));
let sorted: readonly Request[] = rows;
let isUp = false;

function compare(one: Request, other: Request, name: (typeof names)[number]): number {
  return collator.compare(String(one[name]), String(other[name]));
}

const cells = Array.from({ length: SHOWN }, (_, at) => {
  const row = document.createElement('tr');
  row.dataset.row = String(at);
  body.append(row);
  return names.map(() => row.appendChild(document.createElement('td')));
});

function show(): void {
  const words = search?.value.toLowerCase().split(' ') ?? [];
  const found = sorted.filter(row => words.every(word => texts.get(row)?.includes(word)));
  for (const [at, row] of cells.entries()) {
    for (const [column, cell] of row.entries()) {
      const name = names[column];
      const shown = found[at];
      cell.textContent = name && shown ? String(shown[name]) : '';
    }
  }
}

const titles = head.appendChild(document.createElement('tr'));
for (const name of names) {
  const title = titles
    .appendChild(document.createElement('th'))
    .appendChild(document.createElement('button'));
  title.textContent = name;
  title.addEventListener('click', () => {
    isUp = !isUp;
    const order = orders.get(name) ?? rows;
    sorted = isUp ? order : [...order].reverse();
    show();
  });
}
search.addEventListener('input', show);

show();
