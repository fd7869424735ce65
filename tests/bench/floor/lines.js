// A document in plain DOM: a row for each line, all of them drawn, and their sum.
const FIELDS = { count: 'Количество', price: 'Цена', tax: 'Налог', discount: 'Скидка', reason: 'Причина' };

const body = document.querySelector('tbody');
const totals = document.querySelector('.totals');

const { accessToken } = JSON.parse(localStorage.getItem('application'));
const id = new URLSearchParams(location.search).get('id');
const answer = await fetch(`/api/enter/${id}`, { headers: { authorization: `Bearer ${accessToken}` } });
const { nomenclature } = await answer.json();
const lines = nomenclature.map(line => ({ ...line, sum: sumOf(line) }));

function sumOf({ count, price, tax, discount }) {
  return Math.round(Math.round(count * price * 100) * (1 - discount / 100) * (1 + tax / 100));
}

function showTotals() {
  let sum = 0;
  for (const line of lines) sum += line.sum;
  totals.textContent = `Итого ${(sum / 100).toFixed(2)}`;
}

function rowOf(line, number) {
  const row = document.createElement('tr');
  row.dataset.line = number;
  const cells = Object.entries(FIELDS).map(([name, label]) => {
    const input = document.createElement('input');
    input.name = name;
    input.value = line[name];
    input.setAttribute('aria-label', `${label}, строка ${number}`);
    return cellOf(input);
  });
  row.append(cellOf(number), cellOf(line.title), ...cells, cellOf((line.sum / 100).toFixed(2)));
  return row;
}

function cellOf(content) {
  const cell = document.createElement('td');
  cell.append(content);
  return cell;
}

const indexOf = target => [...body.rows].indexOf(target.closest('tr'));

body.addEventListener('input', ({ target }) => {
  const line = lines[indexOf(target)];
  line[target.name] = target.value;
  line.sum = sumOf(line);
  target.closest('tr').cells[7].textContent = (line.sum / 100).toFixed(2);
  showTotals();
});

body.addEventListener('keydown', event => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.target.closest('tr').nextSibling?.querySelector(`[name=${event.target.name}]`)?.focus();
});

body.append(...lines.map((line, at) => rowOf(line, at + 1)));
showTotals();
