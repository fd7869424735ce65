// A document in plain DOM: a row for each line, all of them drawn, and their sum.
const FIELDS = { count: 'Количество', price: 'Цена', tax: 'Налог', discount: 'Скидка', reason: 'Причина' };

const [form] = document.forms;
const body = document.querySelector('tbody');
const totals = document.querySelector('.totals');
const undo = document.querySelector('.undo');
const offers = document.querySelector('ul');

const { accessToken } = JSON.parse(localStorage.getItem('application'));
const ask = async path => {
  const answer = await fetch(path, { headers: { authorization: `Bearer ${accessToken}` } });
  return answer.json();
};

const { nomenclature } = await ask(`/api/enter/${new URLSearchParams(location.search).get('id')}`);
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
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.setAttribute('aria-label', `Удалить строку ${number}`);
  remove.textContent = '×';
  row.append(
    cellOf(number),
    cellOf(line.title),
    ...cells,
    cellOf((line.sum / 100).toFixed(2)),
    cellOf(remove),
  );
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

body.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  const at = indexOf(button);
  const row = body.rows[at];
  const [line] = lines.splice(at, 1);
  row.remove();
  const back = document.createElement('button');
  back.type = 'button';
  back.dataset.restore = '';
  back.textContent = 'Вернуть';
  back.addEventListener('click', () => {
    lines.splice(at, 0, line);
    body.insertBefore(row, body.rows[at] ?? null);
    undo.replaceChildren();
    showTotals();
  });
  undo.replaceChildren(back);
  showTotals();
});

form.addEventListener('submit', event => event.preventDefault());

form.querySelector('[type=search]').addEventListener('input', async ({ target }) => {
  const found = await ask(`/api/nomenclature/nomenclatureByTitle/${encodeURIComponent(target.value)}`);
  offers.replaceChildren(...found.map(offerOf));
});

function offerOf(found) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'option');
  button.textContent = found.title;
  button.addEventListener('click', () => {
    const line = { ...found, count: 1, tax: 0, discount: 0, reason: '' };
    lines.push({ ...line, sum: sumOf(line) });
    offers.replaceChildren();
    const row = rowOf(lines.at(-1), lines.length);
    body.append(row);
    row.querySelector('[name=count]').focus();
    showTotals();
  });
  return button;
}

body.append(...lines.map((line, at) => rowOf(line, at + 1)));
showTotals();
