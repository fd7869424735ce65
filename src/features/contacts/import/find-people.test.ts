import { expect, test, vi } from 'vitest';
import { findInFiles, findInText, PEOPLE_MAX } from './find-people.ts';

const card = (name: string, phone = '9161234567') =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nN:;${name};;;\r\nTEL:${phone}\r\nEND:VCARD\r\n`;
const file = (name: string, content: string) => new File([content], name);
const ignore = () => {};

test('people come from every file; what is no card file does not keep the others back', async () => {
  const files = [file('a.vcf', card('Раз')), file('b.jpg', 'ÿØÿà'), file('c.vcf', card('Два') + card('Три'))];
  const { found, refusals } = await findInFiles(files, ignore);
  expect(found.map(each => each.first.trim())).toEqual(['Раз', 'Два', 'Три']);
  expect(refusals).toEqual(['В «b.jpg» нет контактов. Нужен файл .vcf.']);
});

test('a file of more than 200 MB is refused before it is read', async () => {
  const large = file('все.vcf', card('Раз'));
  Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 + 1 });
  const read = vi.spyOn(large, 'slice');
  const { found, refusals } = await findInFiles([large], ignore);
  expect(found).toEqual([]);
  expect(refusals).toEqual(['«все.vcf» больше 200 МБ. Сохраните контакты без фотографий или по частям.']);
  expect(read).not.toHaveBeenCalled();
});

test('a file that the phone has taken back is told', async () => {
  const gone = file('gone.vcf', card('Раз'));
  const part = new Blob();
  part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  gone.slice = () => part;
  const { refusals } = await findInFiles([gone, file('a.vcf', card('Раз'))], ignore);
  expect(refusals).toEqual([
    '«gone.vcf» не удалось прочитать. Сохраните его на устройство и выберите снова.',
  ]);
});

test('of more than twenty thousand people the first ones are shown and the others counted', async () => {
  const many = Array.from({ length: PEOPLE_MAX }, (_, index) => card(`Имя ${index}`)).join('');
  const { found, refusals } = await findInFiles([file('a.vcf', many), file('b.vcf', card('Еще'))], ignore);
  expect(found).toHaveLength(PEOPLE_MAX);
  expect(refusals).toEqual([
    '«b.vcf»: больше 20\u00a0000 контактов сразу не показать, не вошли последние: 1 контакт. Сохраните их отдельным файлом.',
  ]);
  const pasted = await findInText('Имя 0001234567\n'.repeat(PEOPLE_MAX + 2), ignore);
  expect(pasted.found).toHaveLength(PEOPLE_MAX);
  expect(pasted.refusals[0]).toMatch(/не вошли последние: 2 контакта/);
}, 60_000);

test('a file of many slices is read without being held, and the share that was read is told', async () => {
  const photo = `PHOTO;ENCODING=b:${'/9j4AAQSkZJRg'.repeat(70_000)}\r\n`;
  const large = file(
    'a.vcf',
    [card('Раз'), card('Два'), card('Три')].join('').replaceAll('TEL:', `${photo}TEL:`),
  );
  const whole = vi.spyOn(large, 'arrayBuffer');
  const shares: number[] = [];
  const now = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => shares.length * 1000 + Math.random() * 1e9);
  const { found } = await findInFiles([large], (_, share = -1) => shares.push(share));
  now.mockRestore();
  expect(found.map(({ first, phones }) => [first, phones])).toEqual(
    ['Раз', 'Два', 'Три'].map(name => [name, ['9161234567']]),
  );
  expect(whole).not.toHaveBeenCalled();
  expect(shares.every(share => share >= 0 && share <= 1)).toBe(true);
});

test('what stands outside of cards is said with its line, and a card of two people with its number', async () => {
  const two = 'BEGIN:VCARD\nVERSION:3.0\nN:;Анна\nVERSION:3.0\nN:;Борис\nEND:VCARD\n';
  const text = `Привет!\n${card('Раз')}${two}раз\nдва\nтри\nчетыре`;
  const { found, refusals } = await findInFiles([file('a.vcf', text)], ignore);
  expect(refusals).toEqual([
    '«a.vcf»: вне карточек остался текст: строка 1 «Привет!», строка 13 «раз», строка 14 «два» и еще строк: 2',
  ]);
  expect(found.map(({ first, doubts }) => [first, doubts])).toEqual([
    ['Раз', []],
    ['Анна', ['В карточке 2 (строка 7) два имени или две версии: возможно, это два человека']],
  ]);
});

test('a thousand cards are read in stretches, and told as they come', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => card(`Имя ${index}`)).join('');
  const counts: number[] = [];
  // A slow phone: each look at the clock is 5 ms later.
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 5;
    return clock;
  });
  await findInFiles([file('a.vcf', many)], count => counts.push(count));
  now.mockRestore();
  expect(counts.length).toBeGreaterThan(100);
});

test('a text is people, one a line; a number alone belongs to the name above', async () => {
  const text = 'Оля, +7 (000) 111-22-33; 8 000 444-55-66\n\nИван\n8 916 123-45-67\nМастер 80001112233';
  const { found } = await findInText(text, ignore);
  expect(found.map(({ first, phones }) => [first, phones])).toEqual([
    ['Оля', ['+7 (000) 111-22-33', '+7 (000) 444-55-66']],
    ['Иван', ['+7 (916) 123-45-67']],
    ['Мастер', ['+7 (000) 111-22-33']],
  ]);
});

test('what stands beside a number is told of the person', async () => {
  const { found } = await findInText('Иванова Мария\t45\t8 000 111-22-33\nПетров кв 12 80001112234', ignore);
  expect(found.map(({ first, note }) => [first, note])).toEqual([
    ['Иванова Мария', '45'],
    ['Петров', 'кв 12'],
  ]);
});

test('a card may be pasted as well, and an empty text is told', async () => {
  expect((await findInText(`\n${card('Раз')}`, ignore)).found).toHaveLength(1);
  expect((await findInText(' \n ', ignore)).refusals).toEqual([
    'Вставьте хотя бы одну строку с именем и телефоном.',
  ]);
});
